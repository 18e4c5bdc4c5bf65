internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import Logging
internal import Reminders
internal import ServiceLifecycle
internal import TaskStore
internal import VaultModel

/// Looks after what time does to tasks: operations that can't be taken back any more go, with the sealed texts that only an undo
/// could have shown, texts whose date of destruction has come are destroyed, and what could not be erased is erased later.
struct TaskMaintenance: Service {
  /// How often it looks in any case, in seconds.
  private static let intervalSeconds = 6.0 * 3600
  /// How soon it tries again what could not be done, in seconds.
  private static let retrySeconds = 60.0

  let taskService: TaskService
  let clock: any WallClock
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      let (pokes, poking) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let changes = await taskService.tasks.changes()
      await withDiscardingTaskGroup { group in
        group.addTask { for await _ in changes { poking.yield() } }
        var timer: Task<Void, Never>?
        var due = Due()
        poking.yield()
        for await _ in pokes {
          timer?.cancel()
          let next = await look(&due)
          timer = Task {
            do { try await clock.sleep(until: next) } catch { return }
            if !Task.isCancelled { poking.yield() }
          }
        }
        timer?.cancel()
        group.cancelAll()
      }
    }
    // The last moment: nobody knows when the next agent starts.
    do throws(Failure) { try await taskService.finish() } catch {
      logger.notice("former texts are erased by the next agent", metadata: ["reason": "\(LogReason(error))"])
    }
  }

  /// When what is not done at every change is next done.
  private struct Due {
    /// Going through the history.
    var expiry = Date.distantPast
    /// Trying again what could not be done.
    var retry = Date.distantPast
  }

  /// Does what is due now.
  ///
  /// - Returns: when to look again.
  private func look(_ due: inout Due) async -> Date {
    let now = clock.now
    var next = now.addingTimeInterval(Self.intervalSeconds)
    do throws(Failure) {
      if due.expiry <= now {
        try await taskService.expireHistory(
          before: now.addingTimeInterval(-UndoPolicy.seconds), keeping: UndoPolicy.operationCount)
        due.expiry = next
      }
      if let destruction = try await taskService.destroy(at: now) { next = min(next, destruction) }
    } catch {
      // A locked keyring, for instance: what is due stays due.
      logger.notice("tasks are looked after later", metadata: ["reason": "\(LogReason(error))"])
    }
    return min(next, await retry(&due, at: now) ?? next)
  }

  /// Tries again what could not be done, but not at every change.
  ///
  /// - Returns: when to do so again; nil when nothing is left.
  private func retry(_ due: inout Due, at now: Date) async -> Date? {
    guard await taskService.isUnfinished() else { return nil }
    if due.retry <= now {
      due.retry = now.addingTimeInterval(Self.retrySeconds)
      do throws(Failure) { try await taskService.finish() } catch {
        logger.notice("former texts are erased later", metadata: ["reason": "\(LogReason(error))"])
      }
    }
    return await taskService.isUnfinished() ? due.retry : nil
  }
}

extension TaskService {
  /// Prunes what can't be taken back any more, and with it the sealed texts that only an undo could have shown.
  func expireHistory(before date: Date, keeping count: Int) async throws(Failure) {
    let expired = try await TaskStoreError.asFailure(await tasks.expireHistory(before: date, keeping: count))
    let dropped = expired.flatMap { operation -> [SealedItem] in
      guard case .open(let changes) = operation.record else { return [] }
      return changes.flatMap(\.droppedItems)
    }
    if let error = await records.removeUnreferenced(dropped.map(\.name)) { throw error }
  }

  /// Destroys the texts whose date has come.
  ///
  /// - Returns: when the next one's comes.
  func destroy(at now: Date) async throws(Failure) -> Date? {
    let sealed = try await TaskStoreError.asFailure(await tasks.sealed())
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
