internal import ServerClient

/// What keeps this machine from its server and does not pass by itself: the owner is told without having asked. Pure.
enum ServerTrouble: Equatable, Sendable {
  /// The server refuses the stored password.
  case refusedPassword(email: String?, server: String)
  /// The server refuses this account or device.
  case forbidden(server: String)
  /// The connection can't be made secure: the certificate does not fit.
  case insecure(server: String, reason: String)
  /// There has been no connection for an hour.
  case away(server: String)

  /// What is to be told; nil for nothing.
  ///
  /// - Parameter failure: why there has been no connection though there should be one, and for how long.
  init?(_ login: LoginState.Phase, server: String?, email: String?, failure: ServerOutageClock.Failure?) {
    let server = server ?? "the server"
    if login == .needsCredentials(.refused) {
      self = .refusedPassword(email: email, server: server)
      return
    }
    guard let failure, let patience = Self.patience(for: failure.reason.code), failure.duration >= patience else {
      return nil
    }
    switch failure.reason.code {
    case .tls: self = .insecure(server: server, reason: failure.reason.detail)
    case .forbidden: self = .forbidden(server: server)
    default: self = .away(server: server)
    }
  }

  /// How long a connection may be missing for a reason before that is told; nil for ever.
  static func patience(for reason: ServerClientError.Code) -> Duration? {
    switch reason {
    case .forbidden: .zero
    // A server that starts again cuts handshakes, too.
    case .tls: .seconds(120)
    // What keeps the login from being read is no matter of the server's, and is told where it is found.
    case .store, .stateUnavailable: nil
    default: .seconds(3600)
    }
  }
}
