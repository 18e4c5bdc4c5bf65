import Foundation
import PrivateDesktop
import ProcessTesting
import Testing

@Suite("Reminders, on a real desktop's notification service")
struct ReminderTests {
  private let desktop: TestDesktop
  private var bus: PrivateBus { desktop.bus }
  private var display: PrivateDisplay { desktop.display }
  private var vault: TestVault { desktop.vault }

  init() throws { desktop = try TestDesktop() }

  private func add(_ arguments: String...) throws -> String {
    let outcome = try vault.run("vault", ["add"] + arguments)
    guard let id = outcome.output.split(separator: " ").dropFirst().first?.dropLast() else {
      throw ChildProcess.Failure("no id: \(outcome)")
    }
    return String(id)
  }

  private func isDone(_ id: String) throws -> Bool {
    try vault.mustRun("show", id, "--json").contains("\"isDone\" : true")
  }

  @Test("a reminder is shown at its time, and its button makes the task done", .timeLimit(.minutes(2)))
  func doneButton() throws {
    let dunst = try Dunst(on: bus, display)
    let id = try add("Call Ada", "--due", "in 2s", "--notify")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    #expect(try !isDone(id))
    try dunst.choose("done")
    try waitUntil("the task is done") { try isDone(id) }
    try waitUntil("nothing is shown any more") { try dunst.displayedCount() == 0 }
    #expect(try dunst.history().contains("Call Ada"))
  }

  @Test("a click opens a terminal with the task", .timeLimit(.minutes(2)))
  func click() throws {
    let dunst = try Dunst(on: bus, display)
    let id = try add("Call Ada", "--due", "in 1s", "--notify")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    try dunst.click()
    let words = try desktop.openedWords()
    #expect(words.contains("vault show \(id)"), "\(words)")
    #expect(try !isDone(id))
  }

  @Test("what is done, deleted, moved or switched off is taken down", .timeLimit(.minutes(2)))
  func takenDown() throws {
    let dunst = try Dunst(on: bus, display)
    for command in [["done"], ["delete"], ["edit", "--due", "tomorrow"], ["notify", "off"]] {
      let id = try add("Task for \(command[0])", "--due", "in 1s", "--notify")
      try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
      let arguments = command[0] == "notify" ? command + [id] : [command[0], id] + command.dropFirst()
      let outcome = try vault.run("vault", arguments)
      #expect(outcome.status == 0, "\(outcome)")
      try waitUntil("\(command[0]) takes it down") { try dunst.displayedCount() == 0 }
    }
  }

  @Test("a protected task is reminded of by its label, and its steps without their text", .timeLimit(.minutes(2)))
  func protectedTask() throws {
    let dunst = try Dunst(on: bus, display)
    try vault.setPIN()
    try vault.mustRun(
      "add", "--protected", "--label", "Safe", "--due", "in 1s", "--notify", "-", input: "the combination")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    try dunst.dismiss()
    try waitUntil("it is in the history") { try dunst.history().contains("Safe") }
    #expect(try !dunst.history().contains("combination"))
  }

  @Test("without a notification service the next command tells it, once", .timeLimit(.minutes(2)))
  func told() throws {
    let id = try add("Call Ada", "--due", "in 4s", "--notify")
    try waitUntil("a command tells it") { try vault.vault("list").errors.contains("Call Ada") }
    #expect(try !vault.vault("list").errors.contains("Call Ada"))
    #expect(try !isDone(id))
  }

  @Test(
    "what was due while no agent ran is shown later, and after a restart in place of the old", .timeLimit(.minutes(2)))
  func restart() throws {
    // Later than the command takes, or it would tell it itself.
    let id = try add("Call Ada", "--due", "in 4s", "--notify")
    vault.killAgent()
    let dunst = try Dunst(on: bus, display)
    try vault.mustRun("status")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    let first = try dunst.history()
    try desktop.killAgentThatHasNoted()
    try vault.mustRun("status")
    // The old one goes into the history, and the new one stands in its place.
    try waitUntil("the old one is taken down") { try dunst.history() != first }
    try waitUntil("one is shown") { try dunst.displayedCount() == 1 }
    try dunst.choose("done")
    try waitUntil("the task is done") { try isDone(id) }
    try waitUntil("nothing is shown") { try dunst.displayedCount() == 0 }
  }
}
