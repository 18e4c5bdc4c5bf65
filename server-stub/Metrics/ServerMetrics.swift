/// What the server counts of itself. Nothing here grows with what clients send.
final class ServerMetrics: Sendable {
  /// Connections that are open.
  let connections = Counter()
  /// Pushes that were stored.
  let pushes = Counter()
  /// The items of inboxes that they became.
  let items = Counter()
  /// Messages of channels that were stored.
  let messages = Counter()
  /// Requests and how long they took.
  let requests = RequestMetrics()
  /// Logins that were refused because the email or the password was wrong.
  let wrongLogins = Counter()
  /// Logins that were refused before the password was looked at: too many attempts.
  let throttledLogins = Counter()
  /// Logins, and questions that guess, that were refused for what was tried on other nodes.
  let sharedRefusals = Counter()
  /// What a node of several knows of the others.
  let node = NodeFigures()
  /// What tokens open, where a node of several knows it.
  let tokens = CacheFigures()
  /// Logins that were refused because too many wait.
  let crowdedLogins = Counter()
}
