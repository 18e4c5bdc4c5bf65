import FoundationEssentials
import StoreTesting
import Synchronization
import TaskStore
import Testing
import VaultModel

@testable import Reminders

/// 1 January 2030, 12:00 UTC; all offsets are seconds from there.
let noon = Date(timeIntervalSince1970: 1_893_499_200)

func at(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

func hours(_ count: Double) -> Double { count * 3600 }

extension TodoTask {
  static func sample(
    _ name: String = "Water the plants", due: Date?, notify: Bool = true, id: UUID = UUID()
  ) -> TodoTask {
    var task = TodoTask(id: id, name: name, dueDate: due, createdAt: noon)
    task.notify = notify
    return task
  }

  static func protected(_ label: String?, due: Date?) -> TodoTask {
    let seal = SealReference(version: 1, digest: [UInt8](repeating: 0, count: 32))
    var task = TodoTask(id: UUID(), label: label ?? "", seal: seal, dueDate: due, createdAt: noon)
    task.label = label
    task.notify = true
    return task
  }
}

extension LocalTime {
  /// The time of day in UTC.
  static let utc = LocalTime(secondsFromUTC: { _ in 0 }, text: Self.text)

  static func text(_ date: Date, _ isAllDay: Bool) -> String {
    let minutes = Int(date.timeIntervalSince1970 / 60) % 1440
    func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return isAllDay ? "that day" : padded(minutes / 60) + ":" + padded(minutes % 60)
  }
}

/// A service with all it needs, whose rounds a test makes itself.
final class House: Sendable {
  let store = WatchedStore()
  let presenter = InMemoryReminderPresenter()
  let clock: FakeClock
  let changing: AsyncStream<Void>.Continuation
  let log = Log()
  let service: ReminderService

  init(now: Date = noon, quietHours: QuietHours? = nil, local: LocalTime = .utc) {
    clock = FakeClock(now)
    let (changes, changing) = AsyncStream<Void>.makeStream()
    self.changing = changing
    service = Self.service(store, changes, presenter, clock, local, quietHours, log)
  }

  /// Another run of the agent with the same store, screen and clock.
  func restarted(quietHours: QuietHours? = nil, local: LocalTime = .utc) -> ReminderService {
    Self.service(store, AsyncStream { $0.finish() }, presenter, clock, local, quietHours, log)
  }

  private static func service(
    _ store: WatchedStore, _ changes: AsyncStream<Void>, _ presenter: InMemoryReminderPresenter, _ clock: FakeClock,
    _ local: LocalTime, _ quietHours: QuietHours?, _ log: Log
  ) -> ReminderService {
    let hooks = ReminderHooks(
      complete: { reminder in
        if log.refuses { throw TaskStoreError(.busy) }
        log.note { $0.completed.append(reminder) }
        guard var task = await store.tasks.task(reminder.task) else { return }
        if let index = task.subtasks.firstIndex(where: { $0.id == reminder.subtask }) {
          task.subtasks[index].isDone = true
        } else {
          task.isDone = true
        }
        try await store.tasks.update(task)
      },
      open: { task in log.note { $0.opened.append(task) } },
      advance: { task, now in
        if log.refuses { throw TaskStoreError(.busy) }
        return try await Daily.advance(task, now, store, log)
      },
      report: { failure in log.note { $0.failures.append(failure.step) } })
    return ReminderService(
      tasks: store, states: store, changes: changes, presenter: presenter, clock: clock, local: local,
      quietHours: quietHours,
      hooks: hooks)
  }

  func add(_ tasks: TodoTask...) async throws {
    for task in tasks { try await store.tasks.create(task) }
  }

  func change(_ task: TodoTask, _ change: (inout TodoTask) -> Void) async throws {
    var task = try #require(await store.tasks.task(task.id))
    change(&task)
    try await store.tasks.update(task)
  }

  /// Has a service appear and the first round made.
  @discardableResult
  func begin() async -> Date? { await happen(.serviceAppeared) }

  /// Lets something happen on the screen, and makes a round.
  @discardableResult
  func happen(_ event: ReminderPresenterEvent) async -> Date? {
    await presenter.note(event)
    await service.receive(event)
    return await service.round()
  }

  /// Moves the clock and makes a round.
  @discardableResult
  func round(at date: Date) async -> Date? {
    clock.move(to: date)
    return await service.round()
  }

  /// The titles and bodies on the screen, in the order of titles.
  var screen: [String] {
    get async { await presenter.visible.values.map { "\($0.title): \($0.body)" }.sorted() }
  }

  var only: ReminderNotificationID {
    get async throws {
      let ids = await Array(presenter.visible.keys)
      try #require(ids.count == 1)
      return ids[0]
    }
  }
}

/// What the rest of the vault was asked to do.
final class Log: Sendable {
  struct Entries {
    var completed: [Reminder] = []
    var opened: [UUID?] = []
    var advances = 0
    var moves: [Date] = []
    var failures: [ReminderFailure.Step] = []
    var refuses = false
  }

  private let entries = Mutex(Entries())

  func note(_ change: (inout Entries) -> Void) { entries.withLock { change(&$0) } }

  var now: Entries { entries.withLock { $0 } }

  /// Whether the vault refuses to change tasks.
  var refuses: Bool { now.refuses }
}

/// Tasks that repeat every day.
enum Daily {
  static func advance(_ task: TodoTask, _ now: Date, _ store: WatchedStore, _ log: Log) async throws -> Date? {
    log.note { $0.advances += 1 }
    guard let due = task.dueDate else { return nil }
    let arrival = ReminderHooks.arrival(of: due, isAllDay: task.isAllDay)
    let days = max(0, (now.timeIntervalSince(arrival) / 86_400).rounded(.down))
    let newest = due.addingTimeInterval(days * 86_400)
    if days > 0 {
      var moved = task
      moved.dueDate = newest
      moved.modifiedAt = now
      try await store.tasks.apply(
        [TaskChange(before: task, after: moved)], as: "pass", at: now, rewriting: nil)
      log.note { $0.moves.append(newest) }
    }
    return arrival.addingTimeInterval((days + 1) * 86_400)
  }
}
