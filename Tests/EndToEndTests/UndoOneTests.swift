import Foundation
import Testing
import VaultTesting

@Suite("One change, taken back by its number")
struct UndoOneTests {
  /// What `--json` says of a change.
  private func change(in vault: TestVault, _ arguments: String...) throws -> (operation: Int, task: String) {
    let json = try vault.run("vault", arguments + ["--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any], "\(json)")
    let changes = object["changes"] as? [[String: Any]]
    let task = try #require((object["task"] ?? changes?.first?["task"]) as? [String: Any])
    return (try #require(object["operation"] as? Int), try #require(task["id"] as? String))
  }

  @Test("is taken back though others have followed, once, also by another agent", arguments: ["sqlite", "icalendar"])
  func undone(store: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    let milk = try change(in: vault, "add", "Milk")
    let tea = try change(in: vault, "add", "Tea")
    let done = try change(in: vault, "done", tea.task)
    #expect(done.operation == tea.operation + 1)

    let early = try vault.vault("undo", "--operation", "\(tea.operation)")
    #expect(early.status == 65 && early.errors.contains("Change \(done.operation)"), "\(early)")
    try vault.mustRun("agent", "stop")
    try vault.mustRun("undo", "--operation", "\(milk.operation)")
    #expect(try !vault.mustRun("list", "--all").contains("Milk"))
    #expect(try vault.mustRun("list", "--all").contains("[done] Tea"))

    try vault.mustRun("undo", "2")
    try vault.mustRun("agent", "stop")
    let oats = try change(in: vault, "add", "Oats")
    #expect(oats.operation > done.operation, "no number comes twice")
    for gone in [milk, tea, done] {
      let again = try vault.vault("undo", "--operation", "\(gone.operation)")
      #expect(again.status == 64 && again.errors.contains("no change \(gone.operation)"), "\(again)")
    }
    #expect(try vault.mustRun("list").contains("Oats"))
    #expect(try vault.vault("undo", "2", "--operation", "1").status == 64)
  }

  @Test("more than one is taken back at a terminal once the answer is yes, and at once for scripts")
  func several() throws {
    let vault = try TestVault()
    for name in ["Milk", "Tea", "Oats"] { try vault.mustRun("add", name) }
    for (answer, status, left) in [("\r", 77, 3), ("y\r", 0, 1)] as [(String, Int32, Int)] {
      let terminal = try PseudoTerminal()
      let child = try vault.start("undo", "2", at: terminal)
      try terminal.waitForQuestion("Take back these 2 changes? [y/N]")
      #expect(terminal.screen.everything.contains("Oats") && !terminal.screen.everything.contains("Milk"))
      terminal.type(answer)
      #expect(try child.waitForEnd(within: 40).status == status, "\(terminal.screen.everything)")
      let list = try vault.mustRun("list")
      #expect(["Milk", "Tea", "Oats"].count { list.contains($0) } == left)
    }
  }
}
