public import FoundationEssentials

/// When a protected task's text is destroyed, with everything that could bring it back: for codes that serve once.
public enum Destruction: Codable, Equatable, Sendable {
  /// When the task is done.
  case whenDone
  /// At this moment, or at the first one after it that the vault runs.
  case at(Date)
}
