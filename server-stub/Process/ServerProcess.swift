internal import Glibc
internal import Hummingbird
internal import LinuxSystem
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization
internal import UnixSignals

/// Runs the server in this process until SIGTERM or SIGINT.
struct ServerProcess {
  let configuration: ServerConfiguration
  let dependencies: ServerApplication.Dependencies

  /// How long requests at work may take to finish, once streams have ended, before the process ends regardless.
  private static let grace = Duration.seconds(4)

  /// - Throws: ``CommandFailure`` when it can't listen.
  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    // A file that has reached the limit of its size is a disk that is full, not the end.
    signal(SIGXFSZ, SIG_IGN)
    // Until it is listened for.
    signal(ExternalChangeSignal.signal, SIG_IGN)
    DescriptorLimit.raise()
    ProcessMemory.limitArenas(to: System.coreCount)
    // Before anybody knows that it runs, and as long as it does.
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let address = configuration.address
    let scheme = configuration.tls == nil ? "http" : "https"
    let server = try ServerApplication.make(configuration, dependencies) { port in
      StandardStream.output.write("listening on \(address.url(scheme: scheme, port: port))\n")
    }
    let shutdown = ShutdownSignal(signals: signals, drain: dependencies.drain, time: configuration.drainTime)
    let group = ServiceGroup(
      configuration: .init(
        services: (server + [
          dependencies.changes.signals,
          ShutdownDeadline(time: StreamDrain.longest + Self.grace, logger: dependencies.logger),
        ]).map { service in
          // Without a name it is described with all that it holds, which is nothing for a log.
          .init(service: service, serviceName: "\(type(of: service))")
        } + [
          .init(service: shutdown, successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "ShutdownSignal")
        ],
        logger: dependencies.logger))
    do { try await group.run() } catch let error as IOError {
      throw listenFailure(errno: error.errnoCode)
    } catch is SocketAddressError {
      throw CommandFailure(.unavailable, "\(address.host) is not known; name an address of this machine")
    }
    // Another signal while it ends is caught, too.
    withExtendedLifetime(signals) {}
  }

  private func listenFailure(errno code: Int32) -> CommandFailure {
    let place = "\(configuration.address.host):\(configuration.address.port)"
    let reason = String(cString: strerror(code))
    switch code {
    case EADDRINUSE:
      return CommandFailure(.unavailable, "\(place) is in use; choose another port, or 0 for any free one")
    case EACCES: return CommandFailure(.notPermitted, "\(place): \(reason); ports below 1024 need a privilege")
    default: return CommandFailure(.unavailable, "can't listen on \(place): \(reason)")
    }
  }
}

/// Ends the process when a graceful shutdown takes too long, for instance because a client holds its connection. Of the group's
/// services it is the last, so that its time begins with the shutdown.
private struct ShutdownDeadline: Service {
  let time: Duration
  let logger: Logger

  func run() async throws {
    try? await gracefulShutdown()
    logger.info("shutting down")
    let logger = logger
    let time = time
    // Not a child task: it must outlive this service, and end with the process.
    Task.detached {
      try? await Task.sleep(for: time)
      logger.warning("requests were still at work; ending")
      exit(0)
    }
  }
}
