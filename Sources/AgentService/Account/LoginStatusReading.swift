internal import AgentAPI
internal import ServerAPI
internal import ServerClient

/// How the login to the server stands; nobody is contacted.
protocol LoginStatusReading: Sendable {
  /// The present phase.
  var phase: LoginState.Phase { get async }
  /// The server of the present session, or the one to log in to; nil when neither is known.
  var origin: ServerOrigin? { get async }
  /// The email of the stored login, where the server to log in to is the one that accepted it.
  var storedEmail: String? { get async }

  /// A signal now, and whenever the phase changes.
  func changes() async -> AsyncStream<LoginState.Phase>
}

extension LoginStatusReading {
  /// Why the stored login can't be read; nil where it can, or something else is wrong.
  func storeTrouble() async -> Failure? {
    guard case .unreachable(let error, _) = await phase, error.storeError != nil else { return nil }
    return error.failure
  }

  /// As people see it.
  func accountStatus() async -> AccountStatus {
    let phase = await phase
    let server = await origin?.description
    switch phase {
    case .idle, .loggingIn:
      return AccountStatus(state: .loggingIn, server: server)
    case .loggedIn(let account, let wasSilent):
      return AccountStatus(state: .loggedIn, email: account.email, server: server, wasSilent: wasSilent)
    case .needsCredentials(.loggedOut): return AccountStatus(state: .loggedOut, server: server)
    case .needsCredentials(.refused):
      return AccountStatus(
        state: .needsCredentials, email: await storedEmail, server: server,
        problem: "the server refuses the stored password")
    case .needsCredentials(.otherServer(let origin)):
      return AccountStatus(
        state: .needsCredentials, server: server, problem: "the stored login is that of \(origin)")
    case .needsCredentials(.noItem): return AccountStatus(state: .needsCredentials, server: server)
    case .unreachable(let error, _):
      return AccountStatus(
        state: .unreachable, server: server,
        problem: error.storeError == nil && !error.detail.isEmpty ? error.detail : error.failure.message)
    }
  }
}
