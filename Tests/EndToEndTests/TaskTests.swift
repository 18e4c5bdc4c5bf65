import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("Tasks, from the command line to the store and back")
struct TaskTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  private func add(_ arguments: String...) throws -> String {
    let added = try vault.run("vault", ["add"] + arguments)
    guard added.status == 0, let id = added.output.split(separator: " ").dropFirst().first?.dropLast() else {
      throw ChildFailure("no id in \(added)")
    }
    return String(id)
  }

  private struct ChildFailure: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private func task(_ id: String) throws -> [String: Any] {
    let json = try vault.mustRun("show", id, "--json")
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return try #require(object?["task"] as? [String: Any])
  }

  @Test("a task keeps every field it was added with")
  func fields() throws {
    let id = try add(
      "Move house", "--due", "2030-12-24T18:00:00Z", "--notify", "--priority", "high", "--tag", "+big", "--tag", "home",
      "--project", "home.move", "--notes", "two lines\nof notes", "--subtask", "Pack", "--subtask", "Hand over keys",
      "--repeat", "FREQ=YEARLY")
    let task = try task(id)
    #expect(task["name"] as? String == "Move house" && task["notes"] as? String == "two lines\nof notes")
    #expect(task["dueDate"] as? String == "2030-12-24T18:00:00Z" && task["notify"] as? Bool == true)
    #expect(task["priority"] as? String == "high" && task["tags"] as? [String] == ["big", "home"])
    #expect(task["project"] as? String == "home.move" && task["recurrence"] as? String == "FREQ=YEARLY")
    let steps = try #require(task["subtasks"] as? [[String: Any]])
    #expect(steps.map { $0["name"] as? String } == ["Pack", "Hand over keys"])
    let shown = try vault.mustRun("show", id)
    #expect(shown.contains("Hand over keys") && shown.contains("of notes") && shown.contains("home.move"))
  }

  @Test("edit changes what is named and nothing else, in several tasks at once")
  func edits() throws {
    let first = try add("one", "--priority", "low", "--tag", "a")
    let second = try add("two", "--due", "2030-01-01")
    try vault.mustRun("edit", first, second, "--tag", "b", "--untag", "a", "--priority", "high")
    #expect(try task(first)["tags"] as? [String] == ["b"] && task(first)["priority"] as? String == "high")
    try vault.mustRun("edit", second, "--due", "none", "--priority", "none", "--name", "zwei")
    let task = try task(second)
    #expect(task["name"] as? String == "zwei" && task["dueDate"] is NSNull && task["priority"] is NSNull)
    let nothing = try vault.vault("edit", second)
    #expect(nothing.status == 64 && nothing.errors.contains("--due"), "\(nothing)")
  }

  @Test("done, undone and delete, one undo for each, in the order they were made")
  func lifeAndUndo() throws {
    let id = try add("Buy milk", "--subtask", "Find purse")
    try vault.mustRun("done", id)
    #expect(
      try !vault.mustRun("list").contains("Buy milk") && vault.mustRun("list", "--all").contains("[done] Buy milk"))
    try vault.mustRun("undone", id)
    try vault.mustRun("subtask", "done", id, "1")
    try vault.mustRun("subtask", "add", id, "Go")
    try vault.mustRun("subtask", "move", id, "2", "1")
    try vault.mustRun("delete", id)
    #expect(try vault.vault("show", id).status == 64)
    let history = try vault.mustRun("history")
    #expect(history.split(separator: "\n").count == 7 && history.contains("subtask move"), "\(history)")
    try vault.mustRun("undo")
    #expect(try (task(id)["subtasks"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Go", "Find purse"])
    try vault.mustRun("undo", "5")
    #expect(try task(id)["isDone"] as? Bool == false)
    try vault.mustRun("undo")
    let gone = try vault.vault("undo")
    #expect(gone.status == 64 && gone.errors.contains("nothing"), "\(gone)")
  }

  @Test("a task that repeats moves to its next date when done, and leaves one done task behind")
  func repeats() throws {
    let id = try add("Water plants", "--due", "2030-01-07T09:00:00Z", "--repeat", "FREQ=WEEKLY", "--subtask", "Can")
    try vault.mustRun("subtask", "done", id, "1")
    #expect(try vault.mustRun("done", id).contains("next"))
    let task = try task(id)
    #expect(task["dueDate"] as? String == "2030-01-14T09:00:00Z" && task["isDone"] as? Bool == false)
    #expect((task["subtasks"] as? [[String: Any]])?.first?["isDone"] as? Bool == false)
    #expect(try vault.mustRun("list", "--all").components(separatedBy: "Water plants").count == 3)
    try vault.mustRun("undo")
    #expect(try self.task(id)["dueDate"] as? String == "2030-01-07T09:00:00Z")
    #expect(try vault.mustRun("list", "--all").components(separatedBy: "Water plants").count == 2)
    let hourly = try vault.vault("edit", id, "--repeat", "FREQ=HOURLY")
    #expect(hourly.status == 64, "\(hourly)")
  }

  @Test("search finds words and their beginnings, and never a protected text")
  func search() throws {
    _ = try add("Steuererklärung 2029 abgeben", "--notes", "ELSTER Zertifikat")
    try vault.setPIN()
    _ = try vault.addProtected("ELSTER password", label: "Tax")
    #expect(try vault.mustRun("search", "steuer", "2029").contains("Steuererklärung"))
    let found = try vault.mustRun("search", "elster")
    #expect(found.contains("Steuererklärung") && !found.contains("Tax"))
    #expect(try vault.mustRun("search", "tax").contains("Tax"))
  }

  @Test("what makes no sense is refused with 64 and the next step")
  func refusals() throws {
    let id = try add("a task")
    let attempts = [
      (["notify", "on", id], "--due"), (["edit", id, "--repeat", "FREQ=DAILY"], "--due"),
      (["subtask", "done", id, "1"], "vault show"), (["done", "zzzz"], "vault list"),
      (["snooze", id, "2031-01-01"], "notify on"),
      (["edit", id, "--tag", "two words"], "tag"), (["edit", id, "--label", "L"], "--name"),
    ]
    for (arguments, hint) in attempts {
      let outcome = try vault.run("vault", arguments)
      #expect(outcome.status == 64 && outcome.errors.contains(hint), "\(arguments): \(outcome)")
    }
    #expect(try vault.mustRun("history").split(separator: "\n").count == 1, "nothing of that was done")
  }

  @Test("a reminder that is put off is listed for then, and goes with its due date")
  func snoozed() throws {
    let id = try add("Pay rent", "--due", "2035-01-05T18:00:00Z", "--notify")
    #expect(try vault.vault("snooze", id, "2034-01-01 9:00").status == 64)
    try vault.mustRun("snooze", id, "2035-02-01 9:00")
    let listed = try vault.mustRun("reminders")
    #expect(listed.hasPrefix("2035-02-01 09:00") && listed.contains("snoozed"), "\(listed)")
    let edited = try vault.vault("edit", id, "--due", "none")
    #expect(edited.status == 0 && edited.errors.contains("are off now"), "\(edited)")
    #expect(try vault.mustRun("reminders").isEmpty)
  }

  @Test("a reminder that is put off stays so when the tasks move to another store and back")
  func snoozedAndMoved() throws {
    let id = try add("Pay rent", "--due", "2035-01-05T18:00:00Z", "--notify")
    try vault.mustRun("snooze", id, "2035-02-01 9:00")
    for kind in ["icalendar", "sqlite"] {
      try vault.mustRun("tasks", "migrate", "--to", kind)
      let listed = try vault.mustRun("reminders")
      #expect(listed.hasPrefix("2035-02-01 09:00") && listed.contains("snoozed"), "\(kind): \(listed)")
    }
  }

  @Test("a step that is done is not reminded of, and what the parser quotes has no control characters")
  func doneAndQuoted() throws {
    let id = try add("Move", "--due", "2099-01-01", "--subtask", "Pack")
    try vault.mustRun("subtask", "done", id, "1")
    let step = try vault.vault("notify", "on", id, "1")
    #expect(step.status == 64 && step.errors.contains("vault subtask undone"), "\(step)")
    let quoted = try vault.vault("list", "--sort", "\u{1B}]0;x\u{7}\u{9B}2J\u{202E}")
    #expect(quoted.status == 64 && !quoted.errors.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
  }

  @Test("an export is of the kind that its file's name says")
  func exportByName() throws {
    _ = try add("Move")
    let file = vault.root.appendingPathComponent("tasks.ics").path
    try vault.mustRun("export", "--output", file)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("BEGIN:VCALENDAR"))
  }

  @Test("what is no command, or nothing to search for, is refused with 64 and a hint")
  func mistyped() throws {
    let command = try vault.vault("lst")
    #expect(command.status == 64 && command.errors.contains("vault list"), "\(command)")
    let search = try vault.vault("search", "!!!")
    #expect(search.status == 64 && search.errors.contains("no letter or digit"), "\(search)")
  }

  @Test("a thousand tasks come in pages, in order, and none is missing")
  func pages() throws {
    for number in 0..<30 {
      _ = try add("task \(number)", "--notes", String(repeating: "long ", count: 100))
    }
    let rows = try vault.mustRun("list", "--sort", "created", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(rows.utf8)) as? [String: [[String: Any]]]
    #expect(object?["tasks"]?.count == 30)
    let some = try vault.vault("list", "--limit", "7")
    #expect(some.output.split(separator: "\n").count == 7 && some.errors.contains("7 of 30"), "\(some)")
  }
}
