internal import AgentAPI
internal import LinuxSystem
internal import Localization

extension FrameChannel {
  /// Tells who connected why nobody listens, without waiting for them, and ends the connection.
  func reject(_ failure: Failure) {
    // Whoever does not take it at once has left.
    do { try send(AgentMessage.failure(failure), deadline: .now) } catch { return shutDown() }
    shutDown()
  }
}

extension Failure {
  /// There is no room for one more client.
  static let tooManyClients = Failure(
    .tryLater, "The agent serves too many clients at once.", hint: "Try again in a moment.")

  /// A connection that is there to lock.
  static let onlyLocks = Failure(
    .unsupported, "This connection may only lock the vault or end the agent.",
    hint: "Install vault and vault-agent of the same version.")

  /// The agent can't see the process that connected.
  static let hiddenClient = Failure(
    .unavailable, "The agent can't see which program asks: /proc hides your processes from each other (hidepid).",
    hint: "Mount /proc without hidepid, or with gid= and a group that you are in.")
}
