internal import AgentAPI
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

  private var meaning: (Failure.Code, String, String) {
    let again = "Check the address and that the server runs, then try again; nothing stored was changed."
    switch code {
    case .unreachable: return (.unavailable, "The server can't be reached: \(detail).", again)
    case .timedOut: return (.unavailable, "The server did not answer in time.", again)
    case .tls:
      return (
        .unavailable, "No secure connection to the server: \(detail).",
        "Give a certificate authority of its own with VAULT_CA_FILE; once there is a PIN it counts after vault settings confirm."
      )
    case .throttled:
      let wait = retryAfterSeconds.map { " for \($0) s" } ?? ""
      return (.tryLater, "The server asks to be left alone\(wait): \(detail).", "Wait, then try again.")
    case .invalidCredentials: return (.refused, "The server says that email or password are wrong.", "Try again.")
    case .invalidToken, .needsCredentials: return (.refused, Failure.noSession.message, Failure.noSession.hint)
    case .forbidden: return (.refused, "The server refuses this: \(detail).", "Ask who runs the server.")
    case .notFound: return (.usage, "The server has no such thing.", "See vault inbox and vault devices.")
    case .conflict: return (.usage, "The server has another one already: \(detail).", "")
    case .expired: return (.usage, "It comes too late: \(detail).", "Ask its sender to send it again.")
    case .serverFault: return (.unavailable, "The server has a fault: \(detail).", again)
    case .garbage:
      return (
        .unavailable, "What answers there is not a vault server: \(detail).",
        "Check the address; nothing stored was changed."
      )
    case .insecureOrigin:
      return (.configuration, "That is not a server address: \(detail).", "Give https://HOST[:PORT].")
    case .otherUser:
      return (
        .unavailable, "Nothing was sent to the server: \(detail).",
        "If your server runs as that user now: vault logout --forget, then vault login. Better: give it a certificate, and use https."
      )
    case .invalidInput: return (.usage, "That can't be sent: \(detail).", "")
    case .stateUnavailable:
      return (.inputOutput, "The vault's state database can't be used: \(detail).", "Run vault doctor for details.")
    case .store: return (.unavailable, description, "Run vault doctor for details.")
    }
  }
}
