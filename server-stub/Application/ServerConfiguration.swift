internal import NIOCore
internal import NIOSSL

/// How the server behaves. The defaults suit a household or a small team.
struct ServerConfiguration: Sendable {
  /// Where it listens.
  var address = ListenAddress.loopback
  /// The certificate and key; plain HTTP without.
  var tls: TLSConfiguration?
  /// The proxies that may say whose request it is.
  var trustedProxies = TrustedProxies(networks: [])
  /// Who may make an account.
  var registration = Registration.closed
  /// How long sessions live.
  var sessionLifetime = SessionLifetime.standard
  /// How long what was pushed is stored.
  var retention = Retention()
  /// How often passwords may be tried.
  var throttleLimits = LoginThrottle.Limits()
  /// How often each sender may send.
  var sendLimit = RateLimit(burst: 1000, interval: .milliseconds(10))
  /// How many bytes the pictures of one sender may have: 100 MiB.
  var pictureQuota = 100 << 20
  /// The most pictures that arrive at once, each held in memory until it is whole.
  var uploadCount = 8
  /// The password hashes that run at once.
  var hashThreadCount = 2
  /// The password hashes that wait.
  var hashWaitingCount = 32
  /// The most connections at once; more wait in the kernel.
  var maximumConnections = 512
  /// The most streams of one account at once.
  var streamsPerAccount = 100
  /// How long a connection may be silent, and how long a request's head may take.
  var idleTimeout = TimeAmount.seconds(30)
  /// How long it says that it is not ready, and does all as before, once it is told to end.
  var drainTime = Duration.zero
  /// What it is called among other nodes.
  var nodeName = "vault-server"
  /// How often event streams are kept alive.
  var heartbeat = Duration.seconds(20)
  /// The least time between two events that announce new messages in channels.
  var channelNewsInterval = Duration.seconds(1)
  /// How long whoever spreads what goes to many may take for a step before another node goes on.
  var broadcastPatience = Duration.seconds(5)
  /// How long a request's body may take to arrive, and an answer to be taken.
  var bodyTimeout = TimeAmount.seconds(15)
  /// The most bytes of one header field, and of all.
  var maximumHeaderByteCount = 16 << 10
}
