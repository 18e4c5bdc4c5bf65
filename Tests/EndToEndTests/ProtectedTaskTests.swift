import Foundation
import ProcessTesting
import Testing
import VaultModel
import VaultTesting

@Suite("Protected tasks: steps, edits, protecting and taking back")
struct ProtectedTaskTests {
  private let vault: TestVault
  /// How many records a vault has without protected tasks.
  private let ordinaryRecords: Int

  init() throws {
    vault = try TestVault()
    try vault.setPIN()
    let lines = try vault.mustRun("store", "status").split(separator: "\n")
    ordinaryRecords = lines.first { $0.hasPrefix("Records") }?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  private func run(_ arguments: String..., input: String = TestVault.pin + "\n") throws -> TestVault.Outcome {
    try vault.run("vault", arguments, input: input)
  }

  @Test("the steps of a protected text are sealed one by one and come back with it")
  func steps() throws {
    let added = try vault.mustRun(
      "add", "--protected", "--label", "Safe", "--subtasks", "-",
      input: "Turn left\n- [x] twelve\n- thirty\nthen right\n")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    let shown = try vault.mustRun("show", id)
    #expect(shown.contains("hidden") && !shown.contains("twelve") && shown.contains("[x]"))
    #expect(try vault.reveal(id).output == "Turn left\nthen right\n- [x] twelve\n- [ ] thirty\n")
    try vault.mustRun("subtask", "done", id, "2")
    try vault.mustRun("subtask", "add", id, "-", input: "fifty")
    #expect(try vault.reveal(id).output == "Turn left\nthen right\n- [x] twelve\n- [x] thirty\n- [ ] fifty\n")
    let argument = try run("subtask", "add", id, "seventy")
    #expect(argument.status == 64 && argument.errors.contains("process list"), "\(argument)")
  }

  @Test("undo of several sealed changes asks once for the PIN; passing over one asks for none")
  func sealedChanges() throws {
    let added = try vault.mustRun("add", "Door code")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    try vault.mustRun("edit", id, "--name", "Door code 12")
    try vault.mustRun("protect", id, "--label", "Door")
    try vault.mustRun("lock")
    let undone = try run("undo", "2", "--pin-stdin")
    #expect(undone.status == 0, "\(undone)")
    #expect(try vault.mustRun("list").contains("Door code\n"), "the name before both changes")
    try vault.mustRun("protect", id, "--label", "Door")
    try vault.mustRun("edit", id, "--priority", "high")
    try vault.mustRun("lock")
    let skipped = try run("undo", "--skip", "2", input: "")
    #expect(skipped.status == 0 && skipped.output.contains("Left as it is (protect): sealed"), "\(skipped)")
    #expect(try vault.mustRun("history").components(separatedBy: "(undo passes over it)").count == 3)
    let refused = try run("undo", "--pin-stdin")
    #expect(refused.status == 65 && refused.errors.contains("Something else has changed in \(id)"), "\(refused)")
    #expect(try vault.reveal(id).output.contains("Door code"), "what was passed over still stands")
  }

  @Test("protecting once more changes nothing, and refuses options that it would pass over")
  func protectedBefore() throws {
    let added = try vault.mustRun("add", "Door code")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    try vault.mustRun("protect", id, "--label", "Code")
    let again = try vault.run("vault", ["protect", id])
    #expect(again.status == 0 && (again.output + again.errors).contains("Nothing was open"), "\(again)")
    for options in [["--destroy-on", "done"], ["--always-verify"], ["--label", "Door"]] {
      let outcome = try vault.run("vault", ["protect", id] + options)
      #expect(outcome.status == 64 && outcome.errors.contains("vault edit TASK"), "\(outcome)")
    }
  }

  @Test("after protect the former text is in no file, and undo needs the owner")
  func protectLeavesNothing() throws {
    let needle = "hunterscombination"
    let added = try vault.mustRun(
      "add", "Old \(needle) name", "--notes", "notes with \(needle)", "--subtask", "step \(needle)")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    try vault.mustRun("edit", id, "--name", "New \(needle) name")
    #expect(try hits(needle) > 0, "the control: it is there before")
    try vault.mustRun("protect", id, "--label", "Combination")
    #expect(try hits(needle) == 0)
    #expect(try vault.reveal(id).output == "New \(needle) name\nnotes with \(needle)\n- [ ] step \(needle)\n")
    #expect(try run("undo", input: "").status == 77)
    try vault.mustRun("undo", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try vault.mustRun("show", id).contains("New \(needle) name"))
    try vault.mustRun("undo", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try vault.mustRun("show", id).contains("Old \(needle) name"))
  }

  @Test("unprotect asks afresh and brings the text into the open, and undo seals it again without a trace")
  func unprotects() throws {
    let needle = "correcthorsebattery"
    let id = try vault.addProtected("\(needle)\nmore", label: "Pass")
    #expect(try run("unprotect", id, input: "").status == 77)
    try vault.mustRun("unprotect", id, "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try vault.mustRun("list").contains(needle))
    try vault.mustRun("undo", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try vault.reveal(id).output == "\(needle)\nmore")
    #expect(try hits(needle) == 0)
  }

  @Test("a new text replaces the old one, undo brings the old one back, both only for the owner")
  func editText() throws {
    let id = try vault.addProtected("first", label: "Door")
    #expect(try run("edit", id, "--text", input: "").status == 77)
    _ = try vault.reveal(id)
    let terminal = try run("edit", id, "--name", "x")
    #expect(terminal.status == 64 && terminal.errors.contains("--text"), "\(terminal)")
  }

  @Test("a new text may come from a pipe")
  func pipedText() throws {
    let added = try vault.mustRun("add", "--protected", "--label", "Code", "-", input: "4711")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    try vault.mustRun("unlock", "--pin-stdin", "--everywhere", input: TestVault.pin + "\n")
    try vault.mustRun("edit", id, "--text", "-", input: "0815")
    #expect(try vault.reveal(id).output == "0815")
  }

  @Test("a deleted protected task comes back with its text")
  func deleteAndUndo() throws {
    let id = try vault.addProtected("still here", label: "Door")
    try vault.mustRun("delete", id)
    #expect(try run("undo", input: "").status == 77)
    try vault.mustRun("undo", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try vault.reveal(id).output == "still here")
  }

  @Test("a text that serves once is destroyed when done, undo and all")
  func destroyed() throws {
    let added = try vault.mustRun("add", "--protected", "--label", "Code", "--destroy-on", "done", "-", input: "4711")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    #expect(try vault.reveal(id).output == "4711")
    #expect(try vault.vault("done", id).errors.contains("destroyed"))
    #expect(try vault.mustRun("list", "--all").contains("Code (destroyed)"))
    let undone = try run("undo", "--pin-stdin")
    #expect(undone.status == 65 && undone.errors.contains("Nothing was taken back"), "\(undone)")
    #expect(undone.errors.contains("destroyed") && undone.output.isEmpty, "\(undone)")
    #expect(try vault.reveal(id).status == 64)
    try vault.mustRun("add", "an ordinary task")
    let both = try run("undo", "2", "--pin-stdin")
    #expect(both.status == 0 && both.output.contains("an ordinary task"), "\(both)")
    #expect(both.errors.contains("A task could not be taken back: the text was destroyed."), "\(both)")
    #expect(try vault.mustRun("list", "--all").contains("Code (destroyed)"))
  }

  @Test("a text with a date is destroyed when it comes, and its record with it", .timeLimit(.minutes(5)))
  func destroyedByDate() throws {
    let added = try vault.mustRun("add", "--protected", "--label", "Code", "--destroy-on", "in 2s", "-", input: "4711")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    try waitUntil("it is destroyed") { try vault.mustRun("list").contains("Code (destroyed)") }
    #expect(try vault.reveal(id).status == 64)
    #expect(try vault.mustRun("store", "check").contains("damaged") == false)
  }

  @Test("a date that is over destroys nothing")
  func destroyedByMistake() throws {
    let added = try vault.mustRun("add", "--protected", "--label", "Code", "-", input: "4711")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    let open = try vault.mustRun("add", "Ordinary")
    let openID = String(try #require(open.split(separator: " ").dropFirst().first?.dropLast()))
    for command in [["edit", id, "--destroy-on", "2020-01-01"], ["protect", openID, "--destroy-on", "yesterday"]] {
      let outcome = try vault.run("vault", command, input: "")
      #expect(outcome.status == 64 && outcome.errors.contains("in the past"), "\(outcome)")
    }
    #expect(try vault.reveal(id).output == "4711")
    #expect(try vault.mustRun("list").contains("Ordinary"))
  }

  @Test(
    "a text that was ordinary before it was to serve once is destroyed in the log, too, and older changes come back")
  func destroyedInLog() throws {
    try vault.mustRun("add", "kept")
    let added = try vault.mustRun("add", "4711", "--subtask", "first", "--subtask", "second")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    try vault.mustRun("protect", id, "--label", "Code", "--destroy-on", "done")
    try vault.mustRun("subtask", "delete", id, "1")
    #expect(try records() == 3)
    try vault.mustRun("done", id)
    #expect(try records() == 0, "not even of the step that was taken away before")
    #expect(try !vault.mustRun("history").contains("sealed"))
    #expect(try vault.vault("undo", "4").status == 65, "of those nothing is left to take back")
    try vault.mustRun("undo")
    #expect(try !vault.mustRun("list", "--all").contains("kept"))
  }

  @Test("of two who write a new text at once one wins, and that text stays")
  func editTextAtOnce() throws {
    let id = try vault.addProtected("first", label: "Door")
    let terminals = [try PseudoTerminal(), try PseudoTerminal()]
    var children: [Child] = []
    for terminal in terminals {
      children.append(try vault.start("edit", id, "--text", at: terminal))
      try terminal.waitForQuestion("PIN")
      terminal.type(TestVault.pin + "\r")
      try terminal.waitForQuestion("New text of Door")
    }
    terminals[0].type("of the first\r")
    #expect(try children[0].waitForEnd().status == 0, "\(terminals[0].screen.everything)")
    terminals[1].type("of the second\r")
    #expect(try children[1].waitForEnd().status == 75, "\(terminals[1].screen.everything)")
    #expect(try vault.reveal(id).output == "of the first")
  }

  @Test("protecting leaves no field of the text behind, in any file, whichever fields there are")
  func everyField() throws {
    let id = "4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b"
    let members = TaskField.all.map { #""\#($0.name)":"Zorgon-\#($0.name)""# }.joined(separator: ",")
    let task = #"{"id":"\#(id)","name":"Zorgon",\#(members)}"#
    try vault.mustRun("import", "-", input: #"{"format":"vault-tasks","version":1,"tasks":[\#n\#(task)\#n]}"#)
    for field in TaskField.all { #expect(try hits("Zorgon-\(field.name)") > 0) }
    try vault.mustRun("protect", id, "--label", "Code")
    for field in TaskField.all { #expect(try (hits("Zorgon-\(field.name)") > 0) == !field.isSealed, "\(field.name)") }
    let shown = try vault.reveal(id).output
    for field in TaskField.sealed { #expect(shown.contains("Zorgon-\(field.name)")) }
    try vault.mustRun("unprotect", id, "--pin-stdin", input: TestVault.pin + "\n")
    let opened = try vault.mustRun("show", id)
    for field in TaskField.all { #expect(opened.contains("Zorgon-\(field.name)")) }
  }

  @Test("protect tells of other tasks that say the same")
  func copies() throws {
    let added = try vault.mustRun("add", "Pay Zorgon", "--due", "2030-01-01", "--repeat", "daily")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    try vault.mustRun("done", id)
    let told = try run("protect", id, "--label", "Bill")
    #expect(told.status == 0 && (told.output + told.errors).contains("Another task of the same name"), "\(told)")
  }

  /// How many sealed texts there are in the credential store.
  private func records() throws -> Int {
    let lines = try vault.mustRun("store", "status").split(separator: "\n")
    let count = lines.first { $0.hasPrefix("Records") }?.split(separator: " ").last.flatMap { Int($0) }
    return try #require(count) - ordinaryRecords
  }

  /// How many files of the vault hold the text.
  private func hits(_ needle: String) throws -> Int {
    try vault.files().filter { try Data(contentsOf: $0).range(of: Data(needle.utf8)) != nil }.count
  }
}
