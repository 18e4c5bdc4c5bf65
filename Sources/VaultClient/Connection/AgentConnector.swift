public import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization

/// Brings a client to an agent that fits: connects, starts an agent where none runs, greets, and replaces an older one, or one whose program was
/// replaced.
public struct AgentConnector: Sendable {
  private let paths: VaultPaths
  private let environment: [String: String]
  private let uid: UInt32
  private let build: String
  /// Whether a person can be prompted, or answers were given beforehand.
  private let isInteractive: Bool
  private let onlyLocks: Bool

  /// Prepares to connect.
  ///
  /// - Parameters:
  ///   - environment: the client's whole environment; a started agent gets it, and the hello names its `VAULT_*` settings.
  ///   - onlyLocks: whether the client does nothing but lock the vault or end the agent.
  ///   - build: the client's build.
  public init(
    paths: VaultPaths, environment: [String: String], isInteractive: Bool, onlyLocks: Bool = false,
    system: SystemDirectories = SystemDirectories(), build: String = AgentProtocol.build
  ) {
    self.onlyLocks = onlyLocks
    self.paths = paths
    self.environment = environment
    self.isInteractive = isInteractive
    self.build = build
    uid = system.uid
  }

  /// Connects, starting an agent where none listens.
  ///
  /// First this process forbids dumps of itself. The agent then can't read from `/proc` what this process is, so the hello says it.
  ///
  /// - Throws: ``Failure``: ``Failure/Code/configuration`` for a socket that can't be trusted or another vault's agent.
  public func connect() throws(Failure) -> AgentClient { try connect(sending: nil) }

  /// The same for a client that has a request already. One that is safe goes with the hello, which spares waiting for the welcome.
  ///
  /// - Parameter request: what the client has to send next, by ``AgentClient/send(_:_:)``.
  public func connect<Request: AgentRequest>(asking request: Request) throws(Failure) -> AgentClient {
    try connect(sending: Request.traits.contains(.isSafe) ? request : nil)
  }

  private func connect(sending request: (any AgentRequest)?) throws(Failure) -> AgentClient {
    try forbidDumps()
    try PrivateDirectory.make(paths.data)
    let vault = try VaultIdentity(ofDirectory: paths.data)
    let (first, welcome) = try connectAndGreet(vault, request)
    guard try isOlder(welcome) else {
      return AgentClient(channel: first, welcome: welcome, replacedOlderAgent: false, sent: request)
    }
    // An agent that has a request to answer accepts no other one on that connection.
    let older = try request == nil ? (first, welcome) : connectAndGreet(vault, nil)
    try AgentClient.stop(older.0, pid: older.1.pid)
    let (second, next) = try connectAndGreet(vault, request)
    guard try !isOlder(next) else {
      throw Failure(
        .unsupported, "Version \(next.build) of the agent is started again and again; this program is \(build).",
        hint: "Install vault and vault-agent of the same version.")
    }
    return AgentClient(channel: second, welcome: next, replacedOlderAgent: true, sent: request)
  }

  /// Connects only if an agent runs.
  ///
  /// - Returns: nil when none listens.
  public func connectIfRunning() throws(Failure) -> AgentClient? {
    try forbidDumps()
    guard let channel = try AgentSocketCheck.connect(paths, uid: uid, onlyLocks: onlyLocks) else { return nil }
    try PrivateDirectory.make(paths.data)
    guard let welcome = try handshake(channel, VaultIdentity(ofDirectory: paths.data), nil) else { return nil }
    return AgentClient(channel: channel, welcome: welcome, replacedOlderAgent: false, sent: nil)
  }

  /// Starts an agent where none listens, and asks it for nothing: what it has to tell waits for somebody who reads it.
  public func start() throws(Failure) {
    try forbidDumps()
    if let started = try connectOrLaunch().started { BackgroundProcess.leave(started.pid) }
  }

  /// An agent that is just ending may still take the connection. Nothing was asked of it yet that changes anything, so another try is safe.
  private func connectAndGreet(
    _ vault: VaultIdentity, _ request: (any AgentRequest)?
  ) throws(Failure) -> (FrameChannel, Welcome) {
    let deadline = Deadline.after(seconds: AgentProtocol.helloDeadlineSeconds)
    repeat {
      let (channel, started) = try connectOrLaunch()
      if let welcome = try handshake(channel, vault, request) {
        if let started { BackgroundProcess.leave(started.pid) }
        return (channel, welcome)
      }
      if let started { try launcher.checkEnd(of: started) }
      poll(nil, 0, 5)
    } while !deadline.hasPassed
    throw Failure(ChannelError.closed)
  }

  private var launcher: AgentLauncher { AgentLauncher(paths: paths, environment: environment, uid: uid) }

  /// A connection, and the agent where one had to be started for it.
  private func connectOrLaunch() throws(Failure) -> (FrameChannel, started: AgentLauncher.Started?) {
    if let channel = try AgentSocketCheck.connect(paths, uid: uid, onlyLocks: onlyLocks) { return (channel, nil) }
    let (channel, agent) = try launcher.start()
    return (channel, agent)
  }

  private func forbidDumps() throws(Failure) {
    do { try ProcessHardening.forbidDumps() } catch {
      throw Failure(.unavailable, "This process can't be protected: \(error).", hint: "Run it outside the sandbox.")
    }
  }

  /// The agent's welcome; nil when it ended before it could answer.
  private func handshake(
    _ channel: FrameChannel, _ vault: VaultIdentity, _ request: (any AgentRequest)?
  ) throws(Failure) -> Welcome? {
    let hello = Hello(
      protocolVersion: AgentProtocol.version, build: build, vault: vault, settings: settings,
      isInteractive: isInteractive, caller: Caller(ofThisProcess: environment), onlyLocks: onlyLocks,
      language: Localization.name)
    let deadline = Deadline.after(seconds: AgentProtocol.helloDeadlineSeconds)
    switch try exchanged(hello, request, on: channel, deadline) {
    case nil: return nil
    case .welcome(let welcome): return welcome
    case .failure(let failure): throw failure
    default: throw Failure(ChannelError.malformed)
    }
  }

  private func exchanged(
    _ hello: Hello, _ request: (any AgentRequest)?, on channel: FrameChannel, _ deadline: Deadline
  ) throws(Failure) -> AgentMessage? {
    do throws(ChannelError) {
      try channel.send(ClientMessage.hello(hello), deadline: deadline)
      // Who turns this client away may have closed the connection; what they said is read all the same.
      if let request { try? Self.send(request, on: channel, deadline) }
      while true {
        let message = try channel.receive(AgentMessage.self, deadline: deadline)
        // A lock is sent to everybody, also to a client that is just being greeted.
        guard case .event = message else { return message }
      }
    } catch {
      switch error {
      case .closed, .truncated, .system: return nil
      default: throw Failure(error)
      }
    }
  }

  private static func send(
    _ request: some AgentRequest, on channel: FrameChannel, _ deadline: Deadline
  ) throws(ChannelError) { try channel.send(RequestMessage(request), deadline: deadline) }

  /// Only what the agent knows: other programs keep their tokens in variables that begin alike.
  private var settings: [String: String] {
    environment.filter { AgentProtocol.settingVariables.contains($0.key) }
  }

  private func isOlder(_ welcome: Welcome) throws(Failure) -> Bool {
    // Any agent locks for whoever wants nothing else.
    if welcome.protocolVersion > AgentProtocol.version, !onlyLocks {
      throw Failure(
        .unsupported, "The running agent (\(welcome.build)) is newer than this program (\(build)).",
        hint: "Use the vault program that belongs to it, or end it with that program's `vault agent stop`.")
    }
    // A lock is as good with the program of before, and there may be none now.
    return welcome.isReplaced == true && !onlyLocks || welcome.protocolVersion < AgentProtocol.version
      || BuildNumber(welcome.build) < BuildNumber(build)
  }
}

/// `1.2.3` as numbers; whatever follows them is ignored.
struct BuildNumber: Comparable {
  private let parts: [Int]

  init(_ text: String) {
    parts = text.split(separator: ".").prefix(3).map { part in Int(part.prefix { $0.isNumber && $0.isASCII }) ?? 0 }
  }

  static func < (left: Self, right: Self) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}
