public import AgentAPI
internal import VaultClient

extension Failure {
  /// What went wrong and what can be done about it, in one line.
  public var line: String { ([message] + advice).joined(separator: " ") }
}
