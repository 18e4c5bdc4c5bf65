internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Logging
internal import Reminders
internal import ServiceLifecycle

/// Lets go what has been in the inbox for too long, at the start and every six hours.
struct InboxPruner: Service {
  private static let intervalSeconds = 6.0 * 3600

  let store: InboxStore
  let retention: InboxRetention
  let clock: any WallClock
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        let now = clock.now
        await runOnce(at: now)
        // It returns earlier where the clock is set; looking once more does no harm.
        do { try await clock.sleep(until: now.addingTimeInterval(Self.intervalSeconds)) } catch {
          logger.notice("the clock can't be waited for", metadata: ["reason": "\(LogReason(error))"])
          // The end of a service is the agent's.
          do { try await gracefulShutdown() } catch { return }
        }
      }
    }
  }

  private func runOnce(at now: Date) async {
    let seconds = Double(retention.days) * 86_400
    do {
      for owner in try await store.owners() {
        let count = try await store.prune(olderThan: seconds, at: now, keeping: retention.count, for: owner)
        if count > 0 { logger.info("old items of the inbox are gone", metadata: ["count": "\(count)"]) }
      }
    } catch { logger.notice("the inbox is looked after later", metadata: ["reason": "\(LogReason(error))"]) }
  }
}
