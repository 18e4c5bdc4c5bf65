internal import AgentAPI
internal import ServerClient

extension Failure {
  /// What a person is told when the server, or the login to it, could not be had.
  init(_ error: ServerClientError) {
    if let store = error.storeError {
      self.init(store)
      return
    }
    let (code, message, hint) = Self.meaning(of: error)
    self.init(code, message, hint: hint, retryAfterSeconds: error.retryAfterSeconds)
  }

  private static func meaning(of error: ServerClientError) -> (Code, String, String) {
    let again = "It is tried again by itself; nothing stored was changed."
    switch error.code {
    case .unreachable: return (.unavailable, "The server can't be reached: \(error.detail).", again)
    case .timedOut: return (.unavailable, "The server did not answer in time.", again)
    case .tls:
      return (
        .unavailable, "No secure connection to the server: \(error.detail).",
        "Give a certificate authority of its own with VAULT_CA_FILE; once there is a PIN it counts after vault settings confirm."
      )
    case .throttled:
      let wait = error.retryAfterSeconds.map { " for \($0) s" } ?? ""
      return (.tryLater, "The server asks to be left alone\(wait): \(error.detail).", "Wait, then try again.")
    case .invalidCredentials: return (.refused, "The server says that email or password are wrong.", "Try again.")
    case .invalidToken, .needsCredentials: return (.refused, "The server knows no session.", "Log in with vault login.")
    case .forbidden: return (.refused, "The server refuses this: \(error.detail).", "Ask who runs the server.")
    case .notFound: return (.usage, "The server has no such thing.", "See vault inbox and vault devices.")
    case .conflict: return (.usage, "The server has another one already: \(error.detail).", "")
    case .expired: return (.usage, "It comes too late: \(error.detail).", "Ask its sender to send it again.")
    case .serverFault: return (.unavailable, "The server has a fault: \(error.detail).", again)
    case .garbage:
      return (
        .unavailable, "What answers there is no vault server: \(error.detail).",
        "Check the address; nothing stored was changed."
      )
    case .insecureOrigin:
      return (.configuration, "That is no server address: \(error.detail).", "Give https://HOST[:PORT].")
    case .otherUser:
      return (
        .unavailable, "Nothing was sent to the server: \(error.detail).",
        "If your server runs as that user now: vault logout --forget, then vault login. Better: give it a certificate, and use https."
      )
    case .invalidInput: return (.usage, "That can't be sent: \(error.detail).", "")
    case .stateUnavailable:
      return (.inputOutput, "The vault's own records can't be used: \(error.detail).", "vault doctor tells more.")
    case .store: return (.unavailable, error.description, "vault doctor tells more.")
    }
  }
}
