internal import ArgumentParser
internal import Glibc
internal import Sealing

/// `vault-server serve`.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the server until SIGTERM or SIGINT.",
    discussion: """
      Prints one line, "listening on URL", once it is ready; logs to standard error. Without a certificate it listens on \
      this machine alone, unless --insecure is given. People find the console at URL/console.

      EXAMPLES
        vault-server serve --listen 127.0.0.1:0 --data ~/vault-server
        vault-server serve --listen 0.0.0.0:8480 --data ~/vault-server --tls-cert cert.pem --tls-key key.pem
      """)

  @Option(help: ArgumentHelp("Where to listen; port 0 is any free one.", valueName: "host:port"))
  var listen = "127.0.0.1:8480"
  @OptionGroup var data: DataOptions
  @Option(help: ArgumentHelp("The certificate and its chain, PEM.", valueName: "file"))
  var tlsCert: String?
  @Option(help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file"))
  var tlsKey: String?
  @Flag(help: "Listen beyond this machine without TLS; passwords travel readable.")
  var insecure = false
  @Option(
    help: ArgumentHelp(
      "Who may make an account: open (anybody), invitation (see vault-server invite) or closed (nobody).",
      valueName: "who"))
  var registration = Registration.closed
  @Flag(help: "The same as --registration open.")
  var openRegistration = false
  @Option(
    help: ArgumentHelp(
      "Proxies that say whose request it is, by the PROXY protocol, X-Forwarded-For or Forwarded; may be given several times.",
      valueName: "network"))
  var trustedProxy: [String] = []
  @Option(help: ArgumentHelp("End sessions that were not used for so many days.", valueName: "days"))
  var sessionDays = 30
  @Option(help: ArgumentHelp("Keep what was pushed, and messages of channels, for so many days.", valueName: "days"))
  var keepDays = 90
  @Option(help: ArgumentHelp("The most items kept of an inbox, and messages of a channel.", valueName: "count"))
  var keepItems = 100_000
  @Option(help: ArgumentHelp("How much the pictures of one sender may have.", valueName: "MiB"))
  var pictureQuota = 100
  @Option(help: ArgumentHelp("Memory of one password hash; two run at once.", valueName: "MiB"))
  var hashMemory: UInt32 = 64
  @Option(help: ArgumentHelp("Passes of one password hash.", valueName: "count"))
  var hashPasses: UInt32 = 3
  @Option(help: ArgumentHelp("The most connections at once.", valueName: "count"))
  var maxConnections = 512
  @Option(help: ArgumentHelp("The most event streams and open channels of one account at once.", valueName: "count"))
  var maxStreams = 100
  @Option(
    help: ArgumentHelp("How much each sender may send in a second; ten times as much at once.", valueName: "count"))
  var pushRate = 100
  @Option(
    help: ArgumentHelp(
      "How long to go on after SIGTERM while /readyz says no, for a load balancer to notice: 15 on a database that others serve, too, else 0.",
      valueName: "seconds"))
  var drainSeconds: Int?
  @Option(
    help: ArgumentHelp("What /metrics calls this node of several; the machine's name unless given.", valueName: "name"))
  var nodeName: String?
  @Option(
    help: ArgumentHelp(
      "The least that is logged: trace, debug, info, notice, warning, error, critical.", valueName: "level"))
  var logLevel = "info"

  /// Load balancers ask every few seconds, and believe the second or third answer.
  private static let drainSecondsOfNode = 15

  func validate() throws {
    guard ListenAddress(listen) != nil else {
      throw ValidationError("--listen takes HOST:PORT, as in 127.0.0.1:8480 or [::1]:8480; port 0 is any free one.")
    }
    guard trustedProxy.allSatisfy({ AddressNetwork($0) != nil }) else {
      throw ValidationError("--trusted-proxy takes an address or a network, as in 127.0.0.1 or 192.0.2.0/24.")
    }
    guard !openRegistration || registration != .invitation else {
      throw ValidationError("--open-registration and --registration invitation exclude each other.")
    }
    guard (tlsCert == nil) == (tlsKey == nil) else { throw ValidationError("--tls-cert and --tls-key go together.") }
    guard (1...3650).contains(sessionDays) else { throw ValidationError("--session-days takes 1 to 3650.") }
    guard (1...3650).contains(keepDays), (1...10_000_000).contains(keepItems) else {
      throw ValidationError("--keep-days takes 1 to 3650, --keep-items 1 to 10000000.")
    }
    guard (5...1_000_000).contains(pictureQuota) else {
      throw ValidationError("--picture-quota takes 5 to 1000000 MiB.")
    }
    guard (19...1024).contains(hashMemory), (1...64).contains(hashPasses) else {
      throw ValidationError("--hash-memory takes 19 to 1024 MiB, --hash-passes 1 to 64.")
    }
    guard (1...100_000).contains(maxConnections) else { throw ValidationError("--max-connections takes 1 to 100000.") }
    guard (1...100_000).contains(maxStreams) else { throw ValidationError("--max-streams takes 1 to 100000.") }
    guard (1...100_000).contains(pushRate) else { throw ValidationError("--push-rate takes 1 to 100000.") }
    guard (0...3600).contains(drainSeconds ?? 0) else { throw ValidationError("--drain-seconds takes 0 to 3600.") }
    guard (1...64).contains(nodeName?.utf8.count ?? 1) else {
      throw ValidationError("--node-name takes 1 to 64 bytes.")
    }
    guard ServerLog.level(logLevel) != nil else { throw ValidationError("--log-level: there is no level \(logLevel).") }
  }

  func run() async throws {
    // A command that changes something notifies whoever holds the lock, from the moment that it is held.
    signal(ExternalChangeSignal.signal, SIG_IGN)
    try await CommandFailure.reporting {
      var configuration = try serverConfiguration()
      let logger = ServerLog.logger(level: logLevel)
      let parameters = try Argon2id.Parameters(memoryKiB: hashMemory << 10, iterations: hashPasses, parallelism: 1)
      // Before anything in it is looked at, let alone brought up to date.
      let lock = try data.serveLock()
      let storage = try data.open(listens: true)
      try await storage.beginEpochOfCopy { StandardStream.error.write($0.text + "\n") }
      var dependencies = ServerApplication.Dependencies(
        storage: storage, hasher: Argon2idPasswordHasher(parameters: parameters), logger: logger)
      if let nodes = storage.nodes {
        // Only where others take over does it help to wait.
        configuration.drainTime = .seconds(drainSeconds ?? Self.drainSecondsOfNode)
        let clock = DatabaseClock(nodes, logger: logger)
        try await clock.measure()
        dependencies.follow(clock)
      }
      try await ServerProcess(configuration: configuration, dependencies: dependencies).run()
      withExtendedLifetime(lock) {}
    }
  }

  /// - Throws: ``CommandFailure``.
  func serverConfiguration() throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.address = ListenAddress(listen) ?? .loopback
    configuration.registration = openRegistration ? .open : registration
    configuration.trustedProxies = TrustedProxies(networks: trustedProxy.compactMap { AddressNetwork($0) })
    configuration.sessionLifetime = SessionLifetime(idleSeconds: Double(sessionDays) * 86_400)
    configuration.retention = Retention(seconds: Double(keepDays) * 86_400, inboxCount: keepItems)
    configuration.pictureQuota = pictureQuota << 20
    configuration.maximumConnections = maxConnections
    configuration.streamsPerAccount = maxStreams
    configuration.drainTime = .seconds(drainSeconds ?? 0)
    configuration.nodeName = nodeName ?? MachineName.current
    configuration.sendLimit = RateLimit(burst: 10 * pushRate, interval: .seconds(1) / pushRate)
    if let tlsCert, let tlsKey { configuration.tls = try TLSFiles.configuration(certificate: tlsCert, key: tlsKey) }
    guard configuration.tls != nil || insecure || configuration.address.isLoopback else {
      throw CommandFailure(
        .configuration,
        "\(listen) can be reached from other machines: give --tls-cert and --tls-key, or --insecure if something else encrypts"
      )
    }
    return configuration
  }
}

extension Registration: ExpressibleByArgument {}
