internal import FoundationEssentials
internal import Logging
internal import ServiceLifecycle

/// Deletes what has expired, at start and once an hour, so that it does not fill the disk: expired sessions, old items of
/// inboxes and messages of channels, and pictures that nothing has.
struct Sweeper: Service {
  let storage: any ServerStorage
  let retention: Retention
  let clock: ServerClock
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await sweep()
        do { try await Task.sleep(for: .seconds(3600)) } catch { return }
      }
    }
  }

  func sweep() async {
    let now = clock.date()
    do {
      try await storage.removeExpired(before: now)
      let oldest = now.addingTimeInterval(-retention.seconds)
      try await storage.expireInboxes(before: oldest, keeping: retention.inboxCount)
      try await storage.expireMessages(before: oldest, keeping: retention.inboxCount)
      // After the pushes that had them.
      try await storage.removeUnusedAttachments(before: now.addingTimeInterval(-retention.unusedPictureSeconds))
      try await storage.eraseTraces(upTo: .max)
    } catch {
      logger.error("what has had its time could not be deleted", metadata: ["error": "\(type(of: error))"])
    }
  }
}
