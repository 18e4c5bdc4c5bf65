internal import VaultModel

/// Why a rule is refused.
public enum RecurrenceProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// It is no rule of RFC 5545, section 3.3.10.
  case malformed
  /// It occurs every hour or oftener.
  case tooOften
  /// It never occurs, for instance every 30 February.
  case neverOccurs

  /// A sentence for people.
  public var description: String {
    switch self {
    case .malformed: "The rule is none of RFC 5545."
    case .tooOften: "A task repeats at most \(RecurrenceRule.maximumTimesPerDay) times a day."
    case .neverOccurs: "There is no date that fits the rule."
    }
  }
}
