internal import AgentAPI
internal import FoundationEssentials
internal import Logging
internal import Reminders
internal import ServiceLifecycle
internal import TaskStore
internal import VaultModel

/// Looks after what time does to tasks: operations that can't be taken back any more go, with the sealed texts that only an undo
/// could have shown, and texts whose date of destruction has come are destroyed.
struct TaskCare: Service {
  /// How long an operation can be taken back, in seconds: 30 days.
  static let undoSeconds = 30.0 * 86_400
  /// How many operations can be taken back.
  static let undoCount = 1000
  /// How often it looks in any case, in seconds.
  private static let intervalSeconds = 6.0 * 3600

  let work: TaskWork
  let clock: any WallClock
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      let (pokes, poking) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let changes = await work.tasks.changes()
      await withDiscardingTaskGroup { group in
        group.addTask { for await _ in changes { poking.yield() } }
        var timer: Task<Void, Never>?
        var expiry = Date.distantPast
        poking.yield()
        for await _ in pokes {
          timer?.cancel()
          let next = await look(&expiry)
          timer = Task {
            do { try await clock.sleep(until: next) } catch { return }
            if !Task.isCancelled { poking.yield() }
          }
        }
        timer?.cancel()
        group.cancelAll()
      }
    }
  }

  /// Does what is due now.
  ///
  /// - Parameter expiry: when the history is next gone through; not at every change.
  /// - Returns: when to look again.
  private func look(_ expiry: inout Date) async -> Date {
    let now = clock.now
    var next = now.addingTimeInterval(Self.intervalSeconds)
    do throws(Failure) {
      if expiry <= now {
        try await work.expireHistory(before: now.addingTimeInterval(-Self.undoSeconds), keeping: Self.undoCount)
        expiry = next
      }
      if let destruction = try await work.destroy(at: now) { next = min(next, destruction) }
    } catch {
      // A locked keyring, for instance: what is due stays due.
      logger.notice("tasks are looked after later", metadata: ["reason": "\(error.message)"])
    }
    return next
  }
}

extension TaskWork {
  /// Lets go what can't be taken back any more, and with it the sealed texts that only an undo could have shown.
  func expireHistory(before date: Date, keeping count: Int) async throws(Failure) {
    let expired: [TaskOperation]
    do { expired = try await tasks.expireHistory(before: date, keeping: count) } catch { throw Failure(error) }
    for operation in expired {
      guard case .open(let changes) = operation.record else { continue }
      for item in changes.flatMap(\.droppedItems) { try await credentials.remove(item.name) }
    }
  }

  /// Destroys the texts whose date has come.
  ///
  /// - Returns: when the next one's comes.
  func destroy(at now: Date) async throws(Failure) -> Date? {
    let sealed: [TodoTask]
    do { sealed = try await tasks.tasks(TaskQuery(.sealed, order: .created)) } catch { throw Failure(error) }
    var next: Date?
    for task in sealed {
      guard case .at(let date) = task.destruction else { continue }
      guard date <= now else {
        next = min(next ?? date, date)
        continue
      }
      var after = task.destroyed()
      after.modifiedAt = now
      // The records first: what can't be removed is not said to be destroyed.
      try await removeRecords(of: task)
      try await apply(
        [TaskChange(before: task, after: after)], as: "destroy", at: now, rewriting: .forgetting([task.id]))
    }
    return next
  }
}
