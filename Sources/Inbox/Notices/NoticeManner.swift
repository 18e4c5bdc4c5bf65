internal import ServerAPI

/// How an item's notification shows itself: what of its sender's wishes the desktop is told.
///
/// A sender can ask for less than the usual, and for a sound. Never for more: what wants to be seen whatever the person has switched off
/// (`time-sensitive`, `critical`) is shown as any other, and waits for the end of quiet hours.
public struct NoticeManner: Equatable, Sendable {
  /// Whether it is of little interest.
  public let isLow: Bool
  /// The name of its sound in the desktop's theme; nil for silence, as in APNs for what names none.
  public let sound: String?

  /// The sounds that a sender can choose (freedesktop.org's Sound Naming Specification): short ones, none of which says that somebody
  /// calls or that an alarm is due.
  static let sounds: Set<String> = [
    usualSound, "message-new-email", "dialog-information", "dialog-warning", "dialog-error", "complete", "bell",
  ]
  /// What `default` is, and every sound of the sender's own application.
  static let usualSound = "message-new-instant"

  /// The manner of an item.
  ///
  /// - Parameter isAgain: whether the person has seen it before.
  public init(_ entry: InboxEntry, _ payload: PushPayload, isAgain: Bool) {
    let isPassive = payload.interruption == .passive
    isLow = isAgain || isPassive || entry.priority != .usual
    let wished = payload.sound.flatMap { $0.isEmpty ? nil : $0 }.map { Self.sounds.contains($0) ? $0 : Self.usualSound }
    sound = isAgain || isPassive ? nil : wished
  }
}
