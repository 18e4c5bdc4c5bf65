/// One thing `vault doctor` looked at.
public struct DoctorFinding: Codable, Equatable, Sendable {
  /// How bad it is.
  public enum Severity: String, OpenVocabulary, Equatable, Sendable {
    /// As it should be.
    case ok
    /// Works, with less protection or comfort than it could.
    case warning
    /// Does not work.
    case problem

    /// Whatever it is, it is worth a look.
    public static let unrecognized = Self.warning
  }
  /// How bad it is.
  public var severity: Severity
  /// What was looked at, for instance `memory lock`.
  public var subject: String
  /// What was found.
  public var finding: String
  /// What to do about it; empty when nothing.
  public var remedy: String

  /// Makes a finding.
  public init(_ severity: Severity, _ subject: String, _ finding: String, remedy: String = "") {
    self.severity = severity
    self.subject = subject
    self.finding = finding
    self.remedy = remedy
  }
}
