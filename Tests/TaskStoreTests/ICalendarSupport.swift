import FoundationEssentials
import Glibc
import Testing
import VaultModel

@testable import TaskStore

/// The store as the rest of the program sees it, and its end.
protocol ClosableTaskStore: ForeignTaskStore { func close() async throws(TaskStoreError) }

extension ICalendarTaskStore: ClosableTaskStore {}

/// A vdir of a test's own.
struct CalendarPlace {
  let scratch: ScratchPlace
  var directory: String { scratch.directory + "/lists/tasks" }
  var logPath: String { scratch.directory + "/operations.sqlite" }

  init() throws {
    scratch = try ScratchPlace()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  func store() throws -> any ClosableTaskStore { try ICalendarTaskStore(directory: directory, logPath: logPath) }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }

  /// The lines of a file, unfolded.
  func lines(_ name: String) throws -> [String] {
    let data = try #require(FileManager.default.contents(atPath: "\(directory)/\(name)"))
    return String(decoding: data, as: UTF8.self).replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  func allLines() throws -> [String] { try names().flatMap(lines) }

  /// Puts a file there as other programs do, by a rename.
  func put(_ name: String, _ text: String) throws {
    let temporary = "\(directory)/.\(name).tmp"
    let bytes = text.split(separator: "\n").map { $0 + "\r\n" }.joined()
    try Data(bytes.utf8).write(to: URL(fileURLWithPath: temporary))
    try #require(rename(temporary, "\(directory)/\(name)") == 0)
  }

  func todo(_ uid: String, _ lines: String...) -> String {
    let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "UID:\(uid)"] + lines
    return (all + ["END:VTODO", "END:VCALENDAR"]).joined(separator: "\n")
  }
}

extension CalendarPlace {
  /// A task with everything that iCalendar can keep.
  static func task(_ number: Int, using generator: inout SeededGenerator) -> TodoTask {
    let id = UUID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }) ?? UUID()
    let made = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<900_000_000, using: &generator)) / 7)
    let texts = ["Buy milk", "a,b;c\\d", "Ünïcode ✅: \"x\"", String(repeating: "löng ", count: 200)]
    var task = TodoTask(id: id, name: "\(texts[number % 4])\(number)", createdAt: made)
    func chance() -> Bool { Bool.random(using: &generator) }
    if chance() { task.dueDate = made.addingTimeInterval(3600.125) }
    task.isAllDay = task.dueDate != nil && chance()
    if chance() { task.notes = "first\nsecond \(number)" }
    task.notify = chance()
    task.priority = chance() ? Priority.allCases.randomElement(using: &generator) : nil
    task.tags = chance() ? ["a,b", "tag\(number)"] : []
    task.project = chance() ? "home.garden" : nil
    if task.dueDate != nil, chance() { task.recurrence = RecurrenceRule("FREQ=WEEKLY;BYDAY=MO") }
    task.isDone = chance()
    if task.isDone, chance() { task.completedAt = made.addingTimeInterval(0.5) }
    task.subtasks = (0..<Int.random(in: 0...4, using: &generator)).map { index in
      let id = UUID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }) ?? UUID()
      var subtask = TodoSubtask(id: id, name: "step \(index)", notify: chance())
      if chance() { subtask.dueDate = made.addingTimeInterval(60) }
      subtask.isDone = chance()
      return subtask
    }
    if chance() { protect(&task, number) }
    return task
  }

  private static func protect(_ task: inout TodoTask, _ number: Int) {
    (task.name, task.notes, task.label) = (nil, nil, "Label \(number)")
    task.seal = SealReference(version: number + 1, digest: [1, 2, 255], mark: number % 2 == 0 ? [7] : nil)
    task.alwaysVerify = number % 3 == 0
    task.destruction = number % 4 == 0 ? .whenDone : number % 4 == 1 ? .at(task.createdAt) : nil
    for index in task.subtasks.indices {
      task.subtasks[index].name = nil
      task.subtasks[index].seal = SealReference(version: 1, digest: [3])
    }
  }

  static func tasks(_ count: Int, seed: UInt64 = 1) -> [TodoTask] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { task($0, using: &generator) }.sorted(by: TodoTask.isListedBefore)
  }
}

extension TaskOperation {
  /// What every store tells of it: without what only the one that made it knows.
  var told: TaskOperation {
    guard case .open(var changes) = record else { return self }
    for index in changes.indices { changes[index].calendarSnapshots = nil }
    var told = self
    told.record = .open(changes)
    return told
  }
}
