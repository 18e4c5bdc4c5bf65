import FoundationEssentials
import Glibc
import ProcessTesting
import Testing
import VaultModel

@testable import TaskStore

/// The real todoman (Debian package `todoman`) on the same directory.
@Suite("todoman and the vault share a directory")
struct ICalendarTodomanTests {
  private let place: CalendarPlace

  init() throws { place = try CalendarPlace() }

  private func todoman(_ arguments: String...) throws -> String {
    let scratch = place.scratch.directory
    let configuration = """
      path = "\(scratch)/lists/*"
      cache_path = "\(scratch)/cache.sqlite3"
      default_list = "tasks"
      date_format = "%Y-%m-%d"
      time_format = "%H:%M"
      """
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: scratch + "/config.py"))
    var environment = ProcessInfo.processInfo.environment
    environment["TODOMAN_CONFIG"] = scratch + "/config.py"
    environment["LC_ALL"] = "C.UTF-8"
    environment["HOME"] = scratch
    return try ChildProcess.run(["todoman"] + arguments, environment: environment)
  }

  private func sample() -> TodoTask {
    let made = Date(timeIntervalSinceReferenceDate: 800_000_000.25)
    var task = TodoTask(
      id: UUID(), name: "Paint the fence", dueDate: made.addingTimeInterval(86_400 * 3650), createdAt: made)
    task.notes = "green"
    task.notify = true
    task.priority = .high
    // No tags: todoman 4.1 itself drops CATEGORIES when it changes a to-do.
    task.project = "home.garden"
    task.subtasks = [TodoSubtask(id: UUID(), name: "Buy paint"), TodoSubtask(id: UUID(), name: "Clean the brush")]
    return task
  }

  @Test("it lists what the vault wrote, and the vault reads what it completed and edited, whole")
  func sharing() async throws {
    let store = try place.store()
    let task = sample()
    try await store.apply([TaskChange(before: nil, after: task)], as: "add", at: .now, rewriting: nil)
    let listed = try todoman("--porcelain", "list", "--sort", "summary")
    for name in ["Paint the fence", "Buy paint", "Clean the brush"] { #expect(listed.contains(name)) }
    let numbers = try Self.numbers(in: listed)
    let fence = try #require(numbers["Paint the fence"])
    let paint = try #require(numbers["Buy paint"])
    _ = try todoman("edit", fence, "--location", "yard", "--due", "2040-05-06")
    _ = try todoman("done", paint)
    _ = try await store.health()
    let read = try #require(try await store.task(task.id))
    #expect(read.subtasks.map(\.isDone) == [true, false])
    #expect(read.subtasks.map(\.id) == task.subtasks.map(\.id))
    #expect(read.dueDate != task.dueDate)
    var expected = task
    (expected.subtasks, expected.dueDate, expected.isAllDay) = (read.subtasks, read.dueDate, read.isAllDay)
    (expected.modifiedAt, expected.createdAt) = (read.modifiedAt, read.createdAt)
    #expect(read == expected)
    var changed = read
    changed.name = "Paint the shed"
    changed.modifiedAt += 1
    try await store.apply([TaskChange(before: read, after: changed)], as: "edit", at: .now, rewriting: nil)
    #expect(try place.allLines().contains("LOCATION:yard"))
    #expect(try todoman("list").contains("Paint the shed"))
  }

  @Test("it completes a repeating task, and the vault has the next one too")
  func repeating() async throws {
    let store = try place.store()
    var task = sample()
    task.subtasks = []
    task.recurrence = RecurrenceRule("FREQ=WEEKLY")
    try await store.create(task)
    let numbers = try Self.numbers(in: todoman("--porcelain", "list"))
    let fence = try #require(numbers["Paint the fence"])
    _ = try todoman("done", fence)
    _ = try await store.health()
    #expect(try await store.task(task.id)?.isDone == true)
    let open = try await store.tasks(TaskQuery())
    #expect(open.map(\.recurrence) == [task.recurrence])
  }

  @Test("it lists and completes what repeats with an end, due on a day or at a time", arguments: [true, false])
  func ending(isAllDay: Bool) async throws {
    let store = try place.store()
    var task = sample()
    task.subtasks = []
    task.isAllDay = isAllDay
    task.dueDate = Date(timeIntervalSince1970: 2_000_000_000)
    task.recurrence = RecurrenceRule("FREQ=WEEKLY;UNTIL=20340101T225959Z")
    try await store.create(task)
    #expect(try await store.task(task.id) == task)
    let numbers = try Self.numbers(in: todoman("--porcelain", "list"))
    let fence = try #require(numbers["Paint the fence"])
    _ = try todoman("done", fence)
    _ = try await store.health()
    #expect(try await store.task(task.id)?.isDone == true)
    let open = try #require(try await store.tasks(TaskQuery()).first)
    #expect(open.name == task.name && open.recurrence?.text.hasPrefix("FREQ=WEEKLY;UNTIL=20") == true)
    #expect(try #require(open.dueDate) > Date(timeIntervalSince1970: 2_000_000_000 + 5 * 86_400))
  }

  /// The numbers todoman gives to-dos, by their summaries.
  private static func numbers(in listing: String) throws -> [String: String] {
    struct Entry: Decodable {
      var id: Int
      var summary: String
    }
    let entries = try JSONDecoder().decode([Entry].self, from: Data(listing.utf8))
    return Dictionary(entries.map { ($0.summary, String($0.id)) }) { first, _ in first }
  }
}
