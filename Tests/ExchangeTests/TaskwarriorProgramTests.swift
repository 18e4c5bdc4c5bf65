import Exchange
import Foundation
import ProcessTesting
import Testing
import VaultModel

/// A Taskwarrior database of its own for a test, in UTC.
final class TaskwarriorProgram {
  private let directory: String

  /// - Parameter recurrence: whether it makes instances of repeating tasks.
  init(recurrence: Bool = true) throws {
    directory = NSTemporaryDirectory() + "/vault-taskwarrior-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let settings =
      "confirmation=off\nhooks=off\nverbose=nothing\nuda.estimate.type=numeric\n"
      + "recurrence=\(recurrence ? "on" : "off")\n"
    try settings.write(toFile: directory + "/taskrc", atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Runs `task` with these arguments and gives back what it printed.
  @discardableResult
  func run(_ arguments: String..., input: String? = nil) throws -> String {
    var arguments = ["task"] + arguments
    if let input {
      let path = directory + "/import.json"
      try input.write(toFile: path, atomically: true, encoding: .utf8)
      arguments.append(path)
    }
    let environment = [
      "TASKRC": directory + "/taskrc", "TASKDATA": directory, "HOME": directory, "TZ": "UTC", "LC_ALL": "C.UTF-8",
    ]
    let child = try ChildProcess(arguments, environment: environment)
    let status = try child.exitStatus(within: 60)
    guard status == 0 else { throw ChildProcess.Failure("\(arguments) exited with \(status): \(child.text)") }
    return child.output.text
  }
}

@Suite("Taskwarrior itself", .serialized)
struct TaskwarriorProgramTests {
  @Test("takes our tasks, and gives the same ones back", arguments: 0..<3)
  func roundTrip(seed: UInt64) throws {
    let program = try TaskwarriorProgram(recurrence: false)
    var random = RandomTasks(seed: seed)
    let tasks = random.tasks(40)
    try program.run("import", input: TaskFormat.taskwarrior.written(tasks))
    let imported = try TaskFormat.taskwarrior.read(try program.run("export"))
    let order = { (left: TodoTask, right: TodoTask) in left.id.uuidString < right.id.uuidString }
    let expected = tasks.map(\.afterTaskwarrior).sorted(by: order)
    let actual = imported.tasks.sorted(by: order)
    #expect(actual.map(\.id) == expected.map(\.id))
    for (before, after) in zip(expected, actual) { #expect(after == before) }
    #expect(imported.notes.isEmpty)
  }

  @Test("makes instances of our repeating task, and it comes back as one")
  func recurrence() throws {
    let program = try TaskwarriorProgram()
    var task = TodoTask(id: UUID(), name: "Water the plants", createdAt: TaskFormat.now)
    let due = (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400 + 86_399 + 2 * 86_400
    (task.dueDate, task.isAllDay) = (Date(timeIntervalSince1970: due), true)
    task.recurrence = RecurrenceRule("FREQ=WEEKLY;INTERVAL=2")
    try program.run("import", input: TaskFormat.taskwarrior.written([task]))
    try program.run("list")
    let imported = try TaskFormat.taskwarrior.read(try program.run("export"))
    // Taskwarrior has written down in the template that there is an instance.
    task.modifiedAt = try #require(imported.tasks.first).modifiedAt
    #expect(imported.tasks == [task])
    #expect(imported.notes == ["Instances of repeating tasks were joined with them (1 task)."])
    try program.run("+CHILD", "done")
    let later = try TaskFormat.taskwarrior.read(try program.run("export"))
    #expect(later.tasks.count == 2)
    let repeating = try #require(later.tasks.first { $0.recurrence != nil })
    #expect(repeating.id == task.id && repeating.dueDate == task.dueDate?.addingTimeInterval(14 * 86_400))
  }

  @Test("exports a database of its own that we understand")
  func ownDatabase() throws {
    let program = try TaskwarriorProgram()
    try program.run("add", "Buy milk", "project:home.garden", "+shop", "+food", "priority:H", "due:2030-12-24T18:00")
    try program.run("1", "annotate", "at http://example.org/a?b=c")
    try program.run("1", "annotate", "\"fresh\" [only] é")
    try program.run("add", "Plain", "estimate:3", "depends:1")
    try program.run("add", "Repeated", "due:2099-01-05", "recur:monthly")
    try program.run("add", "Done")
    try program.run("add", "Gone")
    try program.run("Done", "done")
    try program.run("Gone", "delete")
    try program.run("list")
    let imported = try TaskFormat.taskwarrior.read(try program.run("export"))
    let byName = Dictionary(imported.tasks.map { ($0.name ?? "", $0) }) { first, _ in first }
    #expect(Set(byName.keys) == ["Buy milk", "Plain", "Repeated", "Done"] && imported.tasks.count == 4)
    let milk = try #require(byName["Buy milk"])
    #expect(milk.project == "home.garden" && milk.tags == ["food", "shop"] && milk.priority == .high)
    #expect(milk.dueDate == (try Date("2030-12-24T18:00:00Z", strategy: .iso8601)) && !milk.isAllDay)
    #expect(milk.notes == "at http://example.org/a?b=c\n\"fresh\" [only] é")
    #expect(byName["Repeated"]?.recurrence?.text == "FREQ=MONTHLY")
    #expect(byName["Done"]?.isDone == true && byName["Done"]?.completedAt != nil)
    #expect(imported.notes.count == 4)
  }
}
