import AgentAPI
import CivilTime
import DesktopModel
import Foundation
import Localization
import SecretMemory
import StoreTesting
import TaskStore
import Testing
import VaultModel

@Suite("A list of tasks", .timeLimit(.minutes(1)))
@MainActor
struct TaskListModelTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let service = StoredTasks()
  private let display = SeenRows()

  private func list() -> TaskListModel {
    let list = TaskListModel(service, zone: LocalZone(secondsEast: 0)) { Self.now }
    list.display = display
    display.model = list
    return list
  }

  private func add(_ count: Int, due: Double?) async throws {
    for number in 0..<count {
      try await service.store.create(
        TodoTask(
          id: UUID(), name: "task \(number)", dueDate: due.map { Self.now.addingTimeInterval($0 + Double(number)) },
          createdAt: Self.now))
    }
  }

  @Test("has headings, and its tasks below them")
  func headings() async throws {
    try await add(2, due: -100)
    try await add(1, due: nil)
    let list = list()
    list.refresh()
    await display.wait { $0 == ["Overdue (2)", "task 0", "task 1", "No date (1)", "task 0"] }
  }

  @Test("says what stands in its place while it is read, where there is nothing, and where nothing matches")
  func empty() async throws {
    let list = list()
    #expect(list.emptyWords?.title == "Tasks")
    list.refresh()
    await display.wait { $0.isEmpty && list.emptyWords?.title == "Nothing to do" }
    var filter = TaskFilter()
    filter.project = "nowhere"
    list.show(TaskQuery(filter))
    #expect(list.emptyWords?.title == "No task matches")
  }

  @Test("in the order in which tasks were done, has those that are, under a heading of theirs")
  func done() {
    let query = TaskListModel.query(TaskFilter(), order: .completed)
    #expect(query.filter.state == .done && TaskSection.sections(of: query) == [.done])
    var all = TaskFilter()
    all.state = .any
    #expect(TaskListModel.query(all, order: .completed).filter.state == .any)
    #expect(TaskListModel.query(TaskFilter(), order: .name).filter.state == .open)
  }

  @Test("has what is done in a section below the others, the newest first, where it is shown besides")
  func doneBesides() async throws {
    try await add(1, due: nil)
    for (name, seconds) in [("older", -200.0), ("newer", -100)] {
      var task = TodoTask(id: UUID(), name: name, createdAt: Self.now)
      (task.isDone, task.completedAt) = (true, Self.now.addingTimeInterval(seconds))
      try await service.store.create(task)
    }
    let list = list()
    list.show(TaskListModel.query(TaskFilter(), order: .urgency, withDone: true))
    await display.wait { $0 == ["No date (1)", "task 0", "Done (2)", "newer", "older"] }
    #expect(service.asked.allSatisfy { $0.limit == TaskPages.Page.size })
    list.show(TaskListModel.query(TaskFilter(), order: .name, withDone: true))
    await display.wait { $0 == ["Tasks (1)", "task 0", "Done (2)", "newer", "older"] }
    #expect(!list.isFiltered)
    list.show(TaskListModel.query(TaskFilter(), order: .completed, withDone: true))
    await display.wait { $0 == ["Done (2)", "newer", "older"] }
  }

  @Test("reads what is looked at, and nothing else")
  func pages() async throws {
    try await add(1_050, due: 200_000)
    let list = list()
    display.visible = 0..<20
    list.refresh()
    await display.wait { $0.last == "task 18" }
    display.visible = 1_000..<1_020
    display.look()
    await display.wait { $0.first == "task 999" && $0.last == "task 1018" }
    let upcoming = service.asked.filter { $0.filter.dueFrom != nil && $0.filter.dueBefore == nil }
    #expect(upcoming.map(\.offset).sorted() == [0, 900, 1_000])
  }

  @Test("follows what is added and removed, and keeps to its tasks")
  func changes() async throws {
    try await add(3, due: nil)
    let list = list()
    list.refresh()
    await display.wait { $0.count == 4 }
    let last = try #require(try await service.page(TaskQuery()).rows.last)
    try await service.store.create(
      TodoTask(id: UUID(), name: "first", dueDate: Self.now.addingTimeInterval(-5), createdAt: Self.now))
    list.refresh()
    await display.wait { $0.first == "Overdue (1)" && $0.count == 6 }
    #expect(list.rows(of: [last.id]) == [5])
    await service.store.delete(last.id)
    list.refresh()
    await display.wait { $0.count == 5 }
    #expect(list.rows(of: [last.id]).isEmpty)
  }

  @Test("reads again what was asked for while a question failed")
  func refreshedMeanwhile() async throws {
    try await add(1, due: nil)
    let list = list()
    service.failure = Failure(.inputOutput, "The disk can't be read.")
    service.failing = { [service] in
      service.failure = nil
      list.refresh()
    }
    list.refresh()
    await display.wait { $0.count == 2 }
  }

  @Test("shows other tasks at once, not those of the filter before")
  func filters() async throws {
    try await add(3, due: nil)
    let list = list()
    list.refresh()
    await display.wait { $0.count == 4 }
    var filter = TaskFilter()
    filter.words = ["1"]
    list.show(TaskQuery(filter))
    await display.wait { $0 == ["No date (1)", "task 1"] }
  }

  @Test("moves a task to the overdue ones once its time has come")
  func time() async throws {
    try await add(1, due: 60)
    let clock = MovableClock(Self.now)
    let list = TaskListModel(
      service, zone: LocalZone(secondsEast: 0), now: { clock.now }, sleep: { await clock.sleep($0) })
    (list.display, display.model) = (display, list)
    list.refresh()
    await display.wait { $0.first == "Today (1)" }
    await clock.pass()
    await display.wait { $0.first == "Overdue (1)" }
  }

  @Test("tells a failure, and reads again when it is asked to")
  func failures() async throws {
    try await add(1, due: nil)
    let list = list()
    service.failure = Failure(.unavailable, "The agent has ended.")
    list.refresh()
    await display.waitForFailure()
    service.failure = nil
    list.refresh()
    await display.wait { $0.count == 2 }
  }
}

/// A clock that stands still until the test says that what somebody waits for has passed.
@MainActor
private final class MovableClock {
  private(set) var now: Date
  private var waiting: (seconds: Double, continuation: CheckedContinuation<Void, Never>)?
  private var passing: CheckedContinuation<Void, Never>?

  init(_ now: Date) { self.now = now }

  func sleep(_ seconds: Double) async {
    await withCheckedContinuation {
      waiting = (seconds, $0)
      passing?.resume()
      passing = nil
    }
  }

  /// Has pass what somebody waits for, or is about to.
  func pass() async {
    if waiting == nil { await withCheckedContinuation { passing = $0 } }
    guard let (seconds, continuation) = waiting else { return }
    waiting = nil
    now += seconds
    continuation.resume()
  }
}

/// Tasks in a store in memory, as an agent answers about them.
private final class StoredTasks: TaskService, @unchecked Sendable {
  let store = InMemoryTaskStore()
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var asked: [TaskQuery] = []
  nonisolated(unsafe) var failure: Failure?
  /// Called while a question fails.
  nonisolated(unsafe) var failing: @MainActor () -> Void = {}

  @MainActor
  func page(_ query: TaskQuery) async throws(Failure) -> TaskPage {
    asked.append(query)
    if let failure {
      failing()
      throw failure
    }
    return TaskPage(
      rows: await store.tasks(query).map { TaskRow(shortID: "0000", task: $0) },
      total: await store.counts([query.filter])[0])
  }

  func task(_ id: UUID) async throws(Failure) -> TaskRow { throw Self.unused }
  func task(beginning id: String) async throws(Failure) -> TaskRow { throw Self.unused }
  func add(_ draft: TaskDraft) async throws(Failure) -> TaskRow { throw Self.unused }
  func add(_ draft: TaskDraft, sealing text: SharedSecret, hasSteps: Bool) async throws(Failure) -> TaskRow {
    throw Self.unused
  }
  func change(_ request: some AgentRequest<TaskChangeReport>) async throws(Failure) -> TaskChangeReport {
    throw Self.unused
  }
  func change(
    _ request: some AgentRequest<TaskChangeReport>, asking text: SharedSecret?
  ) async throws(Failure) -> TaskChangeReport { throw Self.unused }

  private static let unused = Failure(.unsupported, "Nobody asks for that here.")
}

/// Rows as a list of GTK's has them: it looks at those that are seen, when it is told to.
@MainActor
private final class SeenRows: ListDisplay {
  weak var model: TaskListModel?
  var visible: Range<Int>?
  private var rowCount = 0
  private var failures = 0
  private var waiting: (condition: ([String]) -> Bool, CheckedContinuation<Void, Never>)?
  private var failureWaiting: CheckedContinuation<Void, Never>?

  func edit(_ edits: [RowEdit]) { for edit in edits { rowCount += edit.inserted - edit.removed } }

  func reload(_ rows: Range<Int>) { look() }

  func report(_ failure: Failure) {
    failures += 1
    failureWaiting?.resume()
    failureWaiting = nil
  }

  func look() {
    guard let (condition, continuation) = waiting, condition(texts) else {
      _ = texts
      return
    }
    waiting = nil
    continuation.resume()
  }

  func wait(_ condition: @escaping ([String]) -> Bool) async {
    if condition(texts) { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting = (condition, $0) }
    } onCancel: {
      Task { @MainActor in giveUp() }
    }
  }

  /// The suite's time is over.
  private func giveUp() {
    Issue.record("these rows are not what is waited for: \(texts)")
    waiting?.1.resume()
    waiting = nil
  }

  func waitForFailure() async {
    if failures > 0 { return }
    await withCheckedContinuation { failureWaiting = $0 }
  }

  private var texts: [String] {
    (visible ?? 0..<rowCount).map { row in
      switch model?.row(at: row) {
      case .heading(let section, let count): "\(section.title) (\(count))"
      case .task(let task?): task.name ?? ""
      case .task(nil), nil: "…"
      }
    }
  }
}
