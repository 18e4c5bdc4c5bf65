/// How much a task matters. Greater matters more.
public enum Priority: String, Codable, CaseIterable, Comparable, Sendable {
  /// When nothing else is left.
  case low
  /// In its turn.
  case medium
  /// First.
  case high

  /// 1 for ``low`` to 3 for ``high``.
  public var rank: Int {
    switch self {
    case .low: 1
    case .medium: 2
    case .high: 3
    }
  }

  /// Less matters less.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
