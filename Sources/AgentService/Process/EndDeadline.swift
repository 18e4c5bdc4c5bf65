internal import Foundation
internal import Glibc
internal import Logging
internal import ServiceLifecycle

/// Ends the process some time after its services were told to end, whatever they wait for: a key in the hands of something that hangs
/// must not stay in memory. Every file is such that it can be left at any moment.
struct EndDeadline: Service {
  let logger: Logger
  /// How long the services may take, in seconds: a second is left for the end itself.
  var seconds = 9.0
  /// Ends the process.
  var end: @Sendable () -> Void = { _exit(EX_SOFTWARE) }

  func run() async throws {
    try await gracefulShutdown()
    // On a thread of its own: those of others may be what hangs. A thread that sleeps is woken in time, a timer of Dispatch up to a tenth later.
    Thread.detachNewThread { [seconds, logger, end] in
      Thread.sleep(forTimeInterval: seconds)
      logger.error("something did not end in time: the agent ends without it")
      end()
    }
  }
}
