public import FoundationEssentials

extension Date {
  /// The beginning of its minute. How long ago something was is told as seen from there: so it reads alike wherever it stands, and changes everywhere at once, when
  /// ``MinuteHand`` moves.
  public var beginningOfMinute: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 / 60).rounded(.down) * 60)
  }
}
