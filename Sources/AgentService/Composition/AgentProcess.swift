internal import AgentAPI
internal import ErasingHeap
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import Logging
internal import OwnerVerification
internal import ServiceLifecycle
internal import TaskStore
internal import UnixSignals

/// The agent as a process: hardened first, alone on its data directory, listening until it is told to end.
public enum AgentProcess {
  /// The program's `main`: runs the agent with this process's environment and exits with its status. Started as the
  /// agent's own short-lived child, it runs a PAM conversation instead.
  public static func main() async -> Never {
    if PAMChild.isRequested() { PAMChild.run() }
    let words = CommandLine.arguments.dropFirst()
    guard words.isEmpty || words.elementsEqual([VaultEraser.argument]) else {
      let isQuestion = ["--help", "--version"].contains(words.first)
      say(
        "vault-agent \(AgentProtocol.build): looks after the vault. It takes no arguments; vault starts it by itself.\n"
      )
      exit(isQuestion ? 0 : 64)
    }
    // All three take variables out of the environment, which is safe only while there is no second thread.
    let surroundings = AgentEnvironment.sanitize()
    if !words.isEmpty { exit(await erase(surroundings)) }
    let manager = ServiceNotification.acquire()
    let inherited = Result { () throws(SocketActivation.Failure) in try SocketActivation.acquire() }
    exit(await run(surroundings, inherited, manager))
  }

  /// Runs the agent to its end.
  ///
  /// - Returns: the exit status, after `sysexits.h`.
  private static func run(
    _ surroundings: AgentEnvironment, _ inherited: Result<Int32?, SocketActivation.Failure>,
    _ manager: ServiceNotification?
  ) async -> Int32 {
    do throws(Failure) {
      try harden()
      SQLiteMemory.keepNoAccount()
      let socket: Int32?
      do { socket = try inherited.get() } catch { throw Failure(.configuration, verbatim: error.description) }
      try await serve(surroundings, socket, manager)
      return 0
    } catch {
      report(error)
      return error.exitStatus
    }
  }

  /// Finishes what a request began that has ended the agent: erases the vault, and writes what came of it to standard output.
  ///
  /// - Returns: the exit status, after `sysexits.h`.
  private static func erase(_ surroundings: AgentEnvironment) async -> Int32 {
    do throws(Failure) {
      var outcome = ErasureOutcome()
      do throws(Failure) {
        try harden()
        outcome.report = try await VaultEraser(paths: VaultPaths(environment: surroundings.environment)).run()
      } catch { outcome.failure = error }
      try outcome.write(to: STDOUT_FILENO)
      return outcome.failure?.exitStatus ?? 0
    } catch { return error.exitStatus }
  }

  /// Before anything secret is read: private files, no dumps, no secrets left in freed memory.
  private static func harden() throws(Failure) {
    umask(0o077)
    do { try ProcessHardening.forbidDumps() } catch {
      throw Failure(.unavailable, "This process can't be protected: \(error).", hint: "Run it outside the sandbox.")
    }
    guard erasingHeapIsInForce() else {
      throw Failure(.unavailable, "Freed memory would not be erased.", hint: "Build it as the Makefile does.")
    }
    signal(SIGPIPE, SIG_IGN)
    // A file beyond the size limit (`ulimit -f`) is then an error that is told, not the agent's end.
    signal(SIGXFSZ, SIG_IGN)
  }

  private static func serve(
    _ surroundings: AgentEnvironment, _ inherited: Int32?, _ manager: ServiceNotification?
  ) async throws(Failure) {
    Localization.start(surroundings.environment)
    let paths = try VaultPaths(environment: surroundings.environment)
    for directory in [paths.data, paths.config, paths.state] {
      try PrivateDirectory.make(directory)
      try PrivateDirectory.refuseShared(directory)
    }
    try PrivateDirectory.ensure(paths.runtime, uid: getuid())
    let settings = try await VaultSettings.load(
      file: paths.config + "/config.json", environment: surroundings.environment)
    let lock = try InstanceLock(dataDirectory: paths.data)
    try ErasureMark.refuse(paths)
    let logger = Self.logger(settings)
    for directory in NeighbourMark.leave(in: paths) {
      logger.warning("an erasure of another vault will not find this one", metadata: ["directory": "\(directory)"])
    }
    let listener =
      if let inherited { try SocketListener(inherited: inherited, path: paths.socket) } else {
        try SocketListener(binding: paths.socket)
      }
    let house = try await AgentComposition(
      paths: paths, settings: settings, listener: listener, surroundings: surroundings, logger: logger)
    // A service that ends (the socket vanished, a client asked) ends the agent in good order.
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: (house.services + [EndDeadline(logger: logger)]).map { service in
          // Without a name it is described with all that it holds: half the time of a start, and nothing for a log.
          ServiceGroupConfiguration.ServiceConfiguration(
            service: service, successTerminationBehavior: .gracefullyShutdownGroup,
            failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: "\(type(of: service))")
        },
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    do {
      try manager?.send(.ready)
      try await group.run()
    } catch { throw Failure(.internal, "The agent ended because of an error: \(String(describing: error)).") }
    withExtendedLifetime(lock) {}
  }

  private static func logger(_ settings: VaultSettings) -> Logger {
    var logger = Logger(label: "vault-agent") { _ in
      StandardErrorLog(logLevel: Logger.Level(rawValue: settings.logLevel) ?? .info)
    }
    logger.logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
    return logger
  }

  private static func report(_ failure: Failure) {
    let hint = failure.hint.isEmpty ? "" : "\n  \(failure.hint)"
    say("vault-agent: \(failure.message)\(hint)\n")
  }

  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
