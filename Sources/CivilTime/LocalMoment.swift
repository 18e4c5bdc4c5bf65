public import FoundationEssentials

/// When a local time is.
public struct LocalMoment: Equatable, Sendable {
  /// What a change of the clock does to a local time.
  public enum Irregularity: Equatable, Sendable {
    /// The clock was put forward over it: it is never shown. Another one is taken, as the ``LocalZone/GapRule`` says.
    case skipped(taken: CivilDateTime)
    /// The clock was put back behind it: it is shown twice. The first time is taken.
    case repeated
  }

  /// The moment, in whole seconds.
  public let date: Date
  /// Whether the local time is none or two; nil for nearly all.
  public let irregularity: Irregularity?
}
