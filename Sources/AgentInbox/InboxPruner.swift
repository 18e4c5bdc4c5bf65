internal import FoundationEssentials
public import Inbox
internal import LinuxSystem
public import Logging
public import Reminders
public import ServiceLifecycle

/// Prunes what has been in the inbox for too long, at the start and every six hours.
public struct InboxPruner: Service {
  private static let intervalSeconds = 6.0 * 3600

  private let store: InboxStore
  private let retention: InboxRetention
  private let clock: any WallClock
  private let logger: Logger

  /// - Parameters:
  ///   - store: what has the items.
  ///   - retention: for how long it keeps them.
  ///   - clock: says how old they are.
  ///   - logger: is told what has gone, and what is done later.
  public init(store: InboxStore, retention: InboxRetention, clock: any WallClock, logger: Logger) {
    (self.store, self.retention, self.clock, self.logger) = (store, retention, clock, logger)
  }

  /// Looks after all users' items until the agent ends.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        let now = clock.now
        await runOnce(at: now)
        // It returns earlier where the clock is set; looking once more does no harm.
        do throws(SystemError) { try await clock.sleep(until: now.addingTimeInterval(Self.intervalSeconds)) } catch {
          logger.notice("the clock can't be waited for", metadata: ["reason": "\(error.description)"])
          // The end of a service is the agent's.
          do { try await gracefulShutdown() } catch { return }
        }
      }
    }
  }

  private func runOnce(at now: Date) async {
    let seconds = Double(retention.days) * 86_400
    do throws(InboxStoreError) {
      for owner in try await store.owners() {
        let count = try await store.prune(olderThan: seconds, at: now, keeping: retention.count, for: owner)
        if count > 0 { logger.info("old items of the inbox are gone", metadata: ["count": "\(count)"]) }
      }
    } catch { logger.notice("the inbox is looked after later", metadata: ["reason": "\(error.code.rawValue)"]) }
  }
}
