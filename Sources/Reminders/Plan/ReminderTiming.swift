/// How a reminder comes, measured by when it should have come.
public enum ReminderTiming: Equatable, Sendable, CaseIterable {
  /// Late: the machine slept, the vault was not running, or nobody was there to show it.
  case missed
  /// At the end of quiet hours that it fell into.
  case heldBack
  /// Once more, because what showed it is gone and nobody had answered.
  case again
  /// In time.
  case onTime

  /// How many come in notifications of their own; more come together in one.
  var maximumSingleCount: Int {
    switch self {
    case .missed, .again: 3
    case .heldBack: 1
    // All that is due on a day comes at nine: nobody answers thirty notifications.
    case .onTime: 10
    }
  }

  /// How long after its time a reminder is not late yet, in seconds.
  static let tolerance = 60.0
}
