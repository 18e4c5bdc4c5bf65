internal import NIOCore
internal import NIOSSL

/// How the server behaves. The defaults suit a household or a small team.
struct ServerConfiguration: Sendable {
  /// Where it listens.
  var address = ListenAddress.loopback
  /// The certificate and key; plain HTTP without.
  var tls: TLSConfiguration?
  /// Whether anybody may make an account.
  var isRegistrationOpen = false
  /// How long sessions live.
  var sessionLifetime = SessionLifetime.standard
  /// How often passwords may be tried.
  var throttleLimits = LoginThrottle.Limits()
  /// The password hashes that run at once.
  var hashThreadCount = 2
  /// The password hashes that wait.
  var hashWaitingCount = 32
  /// The most connections at once; more wait in the kernel.
  var maximumConnections = 512
  /// How long a connection may be silent, and how long a request's head may take.
  var idleTimeout = TimeAmount.seconds(30)
  /// How long a request's body may take to arrive, and an answer to be taken.
  var bodyTimeout = TimeAmount.seconds(15)
  /// The most bytes of one header field, and of all.
  var maximumHeaderByteCount = 16 << 10
}
