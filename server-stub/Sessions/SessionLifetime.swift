internal import FoundationEssentials

/// When a session ends: once it was not used for `idleSeconds`.
struct SessionLifetime: Sendable {
  /// How long a session lives without being used, in seconds.
  let idleSeconds: Double

  static let standard = SessionLifetime(idleSeconds: 30 * 86_400)

  /// When a session used at `date` ends.
  func end(ifUsedAt date: Date) -> Date { date.addingTimeInterval(idleSeconds) }

  /// Whether a use at `date` is written down. Not every use is: one write an hour, or ten in a short lifetime, keep the
  /// session alive just as well, and never past what was promised at login.
  func needsRecording(lastUse: Date, now date: Date) -> Bool {
    date.timeIntervalSince(lastUse) >= min(3600, idleSeconds / 10)
  }
}
