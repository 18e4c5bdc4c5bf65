internal import FoundationEssentials
internal import Hummingbird
internal import Logging
internal import ServiceLifecycle

/// Ends the streams of sessions that have ended without a signal to this process: expired, or ended by a command whose signal did not
/// come.
struct SessionStreamSweeper: Service {
  let storage: any StreamStorage
  let streams: SessionStreams
  let clock: ServerClock
  let interval: Duration
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: interval) } catch { return }
        await sweep()
      }
    }
  }

  /// Ends what has ended by now.
  func sweep() async {
    let streaming = streams.tokenHashes
    guard !streaming.isEmpty else { return }
    do {
      for ended in try await storage.ended(among: streaming, now: clock.date()) { streams.end(tokenHash: ended) }
    } catch {
      logger.error("the sessions of streams could not be checked", metadata: ["error": "\(type(of: error))"])
    }
  }
}
