import Foundation
import ProcessTesting
import Testing

@Suite("What commands take and tell of tasks and their steps")
struct NamingTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  private func add(_ arguments: String...) throws -> String {
    let ended = try vault.run("vault", ["add"] + arguments)
    let id = ended.output.split(separator: " ").dropFirst().first?.dropLast()
    return String(try #require(id, "\(ended)"))
  }

  @Test("what is done to a step names it")
  func steps() throws {
    let task = try add("Move house", "--due", "tomorrow", "--subtask", "Pack", "--subtask", "Hand keys")
    #expect(try vault.mustRun("subtask", "done", task, "2").contains("Move house / 2 Hand keys"))
    #expect(try vault.mustRun("subtask", "move", task, "2", "1").contains("/ 2 Hand keys"))
    #expect(try vault.mustRun("subtask", "edit", task, "2", "--notify").contains("/ 2 Pack"))
    #expect(try vault.mustRun("show", task, "--json").contains(#""notify" : true"#))
    #expect(try vault.mustRun("notify", "off", task, "2").contains("Reminder off \(task): Move house / 2 Pack"))
    #expect(try !vault.mustRun("show", task, "--json").contains(#""notify" : true"#))
    #expect(try vault.mustRun("subtask", "delete", task, "1", "2").contains("/ 1 Hand keys, 2 Pack"))
  }

  @Test("reminders of several tasks are switched and put off at once, all or none")
  func several() throws {
    let tasks = [try add("One", "--due", "tomorrow"), try add("Two", "--due", "tomorrow"), try add("Three")]
    #expect(try vault.mustRun("notify", "on", tasks[0], tasks[1]).split(separator: "\n").count == 2)
    #expect(try vault.vault("snooze", tasks[0], tasks[2], "in", "3", "days").status == 64)
    #expect(try !vault.mustRun("reminders").contains("snoozed"))
    #expect(try vault.mustRun("snooze", tasks[0], tasks[1], "in", "3", "days").split(separator: "\n").count == 2)
    let reminders = try vault.mustRun("reminders", "--limit", "0")
    #expect(reminders.components(separatedBy: "snoozed").count == 3, "\(reminders)")
  }

  @Test("tags and labels are emptied by none, as other fields are")
  func clearing() throws {
    let task = try add("One", "--tag", "a", "--tag", "b")
    try vault.mustRun("edit", task, "--tag", "none", "--tag", "c")
    #expect(try vault.mustRun("list", "+c", "-a").contains("One"))
    #expect(try vault.mustRun("list", "due:none", "+c").contains("One"))
    try vault.setPIN()
    let door = try vault.addProtected("4711", label: "Door")
    try vault.mustRun("edit", door, "--label", "none")
    #expect(try vault.mustRun("list").contains("Protected task"))
  }

  @Test("what can't be is refused with its reason, and vault --json is the overview")
  func refusals() throws {
    let help = try vault.vault("help", "lst")
    #expect(help.status == 64 && help.errors.contains("Is vault list meant?"), "\(help)")
    let split = try vault.vault("add", "Pay", "--due", "fri", "18:00")
    #expect(split.status == 64 && split.errors.contains("--due \"fri 18:00\""), "\(split)")
    let dash = try vault.vault("add", "Pay", "--notes", "-x")
    #expect(dash.status == 64 && dash.errors.contains("--notes=-"), "\(dash)")
    let refused: [([String], String)] = [
      (["add", "Pay", "--tag", "none"], "A tag can't be called none"),
      (["edit", "4f2a", "--tag", "+None"], "A tag can't be called none"),
      (["snooze", "4f2a", "-1h"], "\"-1h\" is in the past"),
      (["snooze", "4f2a", "-90", "minutes"], "\"-90\" is in the past"),
      (["subtask", "edit", "4f2a", "1", "--notify", "--no-notify"], "--no-notify"),
      (["edit", "4f2a", "--always-verify", "--no-always-verify"], "--no-always-verify"),
    ]
    for (words, reason) in refused {
      let outcome = try vault.run("vault", words)
      #expect(outcome.status == 64 && outcome.errors.contains(reason), "\(words): \(outcome)")
    }
    try vault.mustRun("add", "One")
    #expect(try vault.mustRun("--json") == vault.mustRun("status", "--json"))
    let program = TestVault.programs.appendingPathComponent("vault").path
    let full = try ChildProcess(["sh", "-c", "\"$0\" export > /dev/full", program], environment: vault.environment)
    for words in ["--help", "help add", "--version", "undo --help"] {
      let help = try ChildProcess(["sh", "-c", "\"$0\" \(words) > /dev/full", program], environment: vault.environment)
      #expect(try help.exitStatus() == 74 && help.errors.text.contains("The output can't be written"), "\(words)")
    }
    #expect(
      try full.exitStatus() == 74 && full.errors.text.contains("The output can't be written: No space left"),
      "\(full.text)")
  }

  @Test("a time that is to come, and is past, is refused with one sentence")
  func past() throws {
    let vault = try TestVault()
    try vault.mustRun("add", "Milk", "--due", "2099-01-01 10:00", "--notify")
    let task = try vault.mustRun("list").prefix(4)
    for command in [
      ["snooze", "\(task)", "1.1.2020"], ["add", "--protected", "--destroy-on", "1.1.2020", "-"],
      ["push", "send", "-", "--expires", "1.1.2020"],
    ] {
      let outcome = try vault.run("vault", command, input: "{}")
      #expect(outcome.status == 64, "\(command): \(outcome)")
      #expect(outcome.errors.components(separatedBy: "in the past").count == 2, "\(command): \(outcome.errors)")
    }
  }
}
