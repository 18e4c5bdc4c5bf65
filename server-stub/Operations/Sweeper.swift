internal import FoundationEssentials
internal import Logging
internal import ServiceLifecycle

/// Deletes what has expired, at start and once an hour, so that it does not fill the disk: expired sessions, old items of
/// inboxes and messages of channels, and pictures that nothing has. In short steps, with as long for others after each as it took.
struct Sweeper: Service {
  let storage: any ServerStorage
  let retention: Retention
  let clock: ServerClock
  let logger: Logger
  /// Waits between two steps.
  var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// The most rows of a step: some milliseconds, on a busy machine some tens of them.
  private static let stepLimit = 200
  private static let interval = Duration.seconds(3600)
  /// How long no other node sweeps while this one does, and once it is done: it is its turn in an hour, unless it is gone by then.
  private static let lease = (step: Duration.seconds(60), done: interval - .seconds(60))

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await sweep()
        do { try await Task.sleep(for: Self.interval) } catch { return }
      }
    }
  }

  /// Deletes what has had its time, unless another node is at it or has just done it.
  func sweep() async {
    let now = clock.date()
    let oldest = now.addingTimeInterval(-retention.seconds)
    do {
      guard try await isOurs(for: Self.lease.step) else { return }
      for what in [
        .sessions(before: now), .items(before: oldest, keeping: retention.inboxCount), .pushes(before: oldest),
        .feedback(before: oldest), .messages(before: oldest, keeping: retention.inboxCount),
        // After the pushes that had them.
        .attachments(before: now.addingTimeInterval(-retention.unusedPictureSeconds)),
      ] as [Expirable] { try await expire(what) }
      try await storage.eraseTraces(upTo: .max)
      _ = try await isOurs(for: Self.lease.done)
    } catch is CancellationError {
      // The server ends; the next one goes on.
    } catch {
      logger.error("what has had its time could not be deleted", metadata: ["error": "\(type(of: error))"])
    }
  }

  private func isOurs(for time: Duration) async throws -> Bool {
    try await storage.nodes?.lease("retention", for: time) ?? true
  }

  private func expire(_ what: Expirable) async throws {
    var isMore = true
    while isMore, try await isOurs(for: Self.lease.step) {
      let time = try await ContinuousClock().measure {
        isMore = try await storage.expireOnce(what, limit: Self.stepLimit)
      }
      if isMore { try await pause(time) }
    }
  }
}
