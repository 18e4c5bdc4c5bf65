internal import Dispatch
internal import Glibc
internal import Logging
internal import ServiceLifecycle

/// Ends the process some time after its services were told to end, whatever they wait for: a key in the hands of something that hangs
/// must not stay in memory. Every file is such that it can be left at any moment.
struct EndDeadline: Service {
  let logger: Logger
  /// How long the services may take, in seconds.
  var seconds = 10.0
  /// Ends the process.
  var end: @Sendable () -> Void = { _exit(EX_SOFTWARE) }

  func run() async throws {
    try await gracefulShutdown()
    // On a thread of its own: those of others may be what hangs.
    DispatchQueue(label: "vault.end").asyncAfter(deadline: .now() + seconds) { [logger, end] in
      logger.error("something did not end in time: the agent ends without it")
      end()
    }
  }
}
