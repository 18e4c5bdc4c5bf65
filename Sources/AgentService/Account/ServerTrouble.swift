internal import FoundationEssentials
internal import ServerClient

/// What keeps this machine from its server and does not pass by itself: the owner is told without having asked. Pure.
enum ServerTrouble: Equatable, Sendable {
  /// The server refuses the stored password.
  case refusedPassword(email: String?, server: String)
  /// The server refuses this account or device.
  case forbidden(server: String, reason: String)
  /// The connection can't be made secure: the certificate does not fit.
  case insecure(server: String, reason: String)
  /// There has been no connection for ``patience``.
  case away(server: String)

  /// How long a connection may be away before that is a trouble, in seconds.
  static let patience = 3600.0

  /// How the login and the connection stand, as far as that decides what is told.
  struct Situation: Sendable {
    var login: LoginState.Phase
    var server: String?
    var email: String?
    /// Since when logins have failed for another reason than the owner's.
    var unreachableSince: Date?
    var outage: ServerOutage?

    /// The moment from which on the connection is away.
    var awayAt: Date? { since.map { $0 + ServerTrouble.patience } }

    /// Since when there has been no connection though there should be one.
    fileprivate var since: Date? {
      switch login {
      case .unreachable, .loggingIn: unreachableSince
      case .loggedIn: outage?.since
      case .idle, .needsCredentials: nil
      }
    }

    /// Why there is none.
    fileprivate var reason: ServerClientError? {
      switch login {
      case .unreachable(let error, _): error
      case .loggedIn: outage?.reason
      case .idle, .loggingIn, .needsCredentials: nil
      }
    }
  }

  /// What is to be told in a situation; nil for nothing.
  init?(_ situation: Situation, at now: Date) {
    let server = situation.server ?? "the server"
    if situation.login == .needsCredentials(.refused) {
      self = .refusedPassword(email: situation.email, server: server)
      return
    }
    switch situation.reason?.code {
    case .tls: self = .insecure(server: server, reason: situation.reason?.detail ?? "")
    case .forbidden: self = .forbidden(server: server, reason: situation.reason?.detail ?? "")
    // What keeps the login from being read is no matter of the server's, and is told where it is found.
    case .store, .stateUnavailable: return nil
    default:
      guard let awayAt = situation.awayAt, awayAt <= now else { return nil }
      self = .away(server: server)
    }
  }
}
