internal import Localization
internal import ServerClient

/// Measures for how long there has been no connection to the server though there should be one, by a clock that stops while the machine
/// sleeps and that nobody sets. Pure.
struct ServerOutageClock: Sendable {
  /// Why there is no connection, and for how long.
  struct Failure: Sendable {
    let reason: ServerClientError
    let duration: Duration
  }

  private var since: Duration?
  private var reason: ServerClientError?

  /// Notes how it stands. A try that is under way changes nothing: what was wrong before it is still what is known.
  ///
  /// - Parameter uptime: the present moment of the clock.
  /// - Returns: the failure there is; nil for none.
  mutating func note(_ login: LoginState.Phase, _ outage: ServerOutage?, at uptime: Duration) -> Failure? {
    switch login {
    case .loggingIn: break
    case .unreachable(let error, _): begin(error, uptime)
    case .loggedIn: if let outage { begin(outage.reason, uptime) } else { end() }
    case .idle, .needsCredentials: end()
    }
    guard let since, let reason else { return nil }
    return Failure(reason: reason, duration: uptime - since)
  }

  private mutating func begin(_ reason: ServerClientError, _ uptime: Duration) {
    since = since ?? uptime
    self.reason = reason
  }

  private mutating func end() { (since, reason) = (nil, nil) }
}
