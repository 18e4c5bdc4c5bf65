public import AgentAPI
internal import VaultClient

extension Failure {
  /// What went wrong and what can be done about it, in one line.
  public var line: String {
    // A wait that the message names is told once.
    let isWaitNamed = retryAfterSeconds.map { message.contains("\($0)") } ?? false
    return ([message] + (isWaitNamed ? [hint] : advice)).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
