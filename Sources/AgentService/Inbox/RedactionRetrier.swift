internal import AgentAPI
internal import Logging
internal import ServiceLifecycle

/// Sees to it that what was redacted goes everywhere, also after a failure, and after the agent has ended between both.
struct RedactionRetrier: Service {
  /// How soon it tries again.
  private static let retryPause = Duration.seconds(60)

  let redactions: InboxRedactionService
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var timer: Task<Void, Never>?
      redactions.wake()
      for await _ in redactions.signals {
        timer?.cancel()
        timer = await isFinished() ? nil : retryLater()
      }
      timer?.cancel()
    }
  }

  private func isFinished() async -> Bool {
    do throws(Failure) { return try await redactions.finish() } catch {
      logger.notice("what was redacted is erased later", metadata: ["reason": "\(LogReason(error))"])
      return false
    }
  }

  private func retryLater() -> Task<Void, Never> {
    Task {
      do { try await Task.sleep(for: Self.retryPause) } catch { return }
      redactions.wake()
    }
  }
}
