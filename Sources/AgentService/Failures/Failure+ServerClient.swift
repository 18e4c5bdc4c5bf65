internal import AgentAPI
internal import Localization
internal import ServerClient

extension Failure {
  /// Nobody is logged in, or the server has ended the session.
  static let noSession = Failure(.refused, "The server knows no session.", hint: "Log in with vault login.")
}

extension ServerClientError: FailureConvertible {
  /// What a person is told when the server, or the login to it, could not be had.
  var failure: Failure {
    if let storeError { return storeError.failure }
    if code == .invalidToken || code == .needsCredentials { return .noSession }
    let (failureCode, message, hint) = meaning
    return Failure(failureCode, message, hint: hint, retryAfterSeconds: retryAfterSeconds)
  }

  private var meaning: (Failure.Code, LocalizedText, LocalizedText) {
    let again: LocalizedText = "Check the address and that the server runs, then try again."
    let said = LocalizedText(words: detail)
    switch code {
    case .unreachable: return (.unavailable, "The server can't be reached: \(said).", again)
    case .timedOut: return (.unavailable, "The server did not answer in time.", again)
    case .tls:
      return (
        .unavailable, "No secure connection to the server: \(said).",
        "Give a certificate authority of its own with VAULT_CA_FILE; once there is a PIN it counts after vault settings confirm."
      )
    case .throttled:
      return (
        .tryLater,
        retryAfterSeconds.map { "The server asks to be left alone for \($0) s: \(said)." }
          ?? "The server asks to be left alone: \(said).", "Wait, then try again."
      )
    case .invalidCredentials: return (.refused, "The server says that email or password are wrong.", "Try again.")
    case .invalidToken, .needsCredentials: return (.refused, Failure.noSession.$message, Failure.noSession.$hint)
    case .forbidden: return (.refused, "The server refuses this: \(said).", "Ask who runs the server.")
    case .notFound: return (.usage, "The server has no such thing.", "See vault inbox and vault devices.")
    case .conflict: return (.usage, "The server has another one already: \(said).", "")
    case .expired: return (.usage, "It comes too late: \(said).", "Ask its sender to send it again.")
    case .serverFault: return (.unavailable, "The server has a fault: \(said).", again)
    case .garbage:
      return (
        .unavailable, "What answers there is not a vault server: \(said).",
        "Check the address."
      )
    case .insecureOrigin:
      return (.configuration, "That is not a server address: \(said).", "Give https://HOST[:PORT].")
    case .otherUser:
      return (
        .unavailable, "Nothing was sent to the server: \(said).",
        "If your server runs as that user now: vault logout --forget, then vault login. Better: give it a certificate, and use https."
      )
    case .invalidInput: return (.usage, "That can't be sent: \(said).", "")
    case .stateUnavailable:
      return (.inputOutput, "The vault's state database can't be used: \(said).", "Run vault doctor for details.")
    case .store: return (.unavailable, LocalizedText(verbatim: description), "Run vault doctor for details.")
    }
  }
}
