public import ServiceLifecycle

/// Sees to it that what was redacted goes everywhere, also after a failure, and after the agent has ended between both.
public struct RedactionRetrier: Service {
  /// How soon it tries again.
  private static let retryPause = Duration.seconds(60)

  private let redactions: InboxRedactionService
  private let report: @Sendable (AgentInboxError) -> Void

  /// - Parameters:
  ///   - redactions: does it.
  ///   - report: is told why it is not done yet.
  public init(redactions: InboxRedactionService, report: @escaping @Sendable (AgentInboxError) -> Void) {
    (self.redactions, self.report) = (redactions, report)
  }

  /// Tries until the agent ends.
  public func run() async throws {
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
    do throws(AgentInboxError) { return try await redactions.finish() } catch {
      report(error)
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
