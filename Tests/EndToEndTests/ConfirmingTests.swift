import Foundation
import ProcessTesting
import Testing

@Suite("Texts that were added while locked are confirmed when they are shown")
struct ConfirmingTests {
  private static let stores = ["sqlite", "icalendar"]
  private static let pin = TestVault.pin + "\n"
  private static let mark = "[not yet confirmed]"

  private func vault(_ store: String = "sqlite") async throws -> TestVault {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    try vault.setPIN()
    return vault
  }

  /// The field `unconfirmed` of the only task.
  private func unconfirmed(_ vault: TestVault) throws -> [String: Any]? {
    let json = try JSONSerialization.jsonObject(with: Data(try vault.mustRun("list", "--json").utf8))
    let tasks = try #require((json as? [String: Any])?["tasks"] as? [[String: Any]])
    let field = try #require(tasks.first?["unconfirmed"])
    return field as? [String: Any]
  }

  @Test("once with words that say when and by whom, and then without", arguments: stores)
  func once(store: String) async throws {
    let vault = try await vault(store)
    let id = try vault.addProtected("written while locked")
    #expect(try vault.mustRun("list").contains(Self.mark))
    let field = try #require(try unconfirmed(vault))
    #expect((field["by"] as? String)?.hasSuffix("/vault") == true && field["addedAt"] is String, "\(field)")
    let first = try vault.reveal(id)
    #expect(first.output == "written while locked")
    #expect(first.errors.contains("\(id): added while locked, on 2"), "\(first)")
    #expect(first.errors.contains("/vault; not yet confirmed"), "\(first)")
    #expect(try !vault.mustRun("list").contains(Self.mark))
    #expect(try unconfirmed(vault) == nil)
    vault.killAgent()
    let second = try vault.reveal(id)
    #expect(second.output == "written while locked" && second.errors.isEmpty, "\(second)")
  }

  @Test("one by one: an unlock confirms none, and a reveal only what it shows")
  func neverInBulk() async throws {
    let vault = try await vault()
    let shown = try vault.addProtected("one", label: "One")
    let other = try vault.addProtected("two", label: "Two")
    try vault.mustRun("unlock", "--pin-stdin", input: Self.pin)
    #expect(try vault.mustRun("list").components(separatedBy: Self.mark).count == 3)
    #expect(try vault.reveal(shown).output == "one")
    try vault.mustRun("lock")
    try vault.mustRun("unlock", "--pin-stdin", input: Self.pin)
    let list = try vault.mustRun("list").split(separator: "\n")
    #expect(list.filter { $0.contains(Self.mark) }.map { String($0.prefix(4)) } == [String(other.prefix(4))], "\(list)")
  }

  @Test("all of those that one reveal shows, steps too", arguments: stores)
  func all(store: String) async throws {
    let vault = try await vault(store)
    for number in 0..<12 { _ = try vault.addProtected("text \(number)", label: "Label \(number)") }
    try vault.mustRun("add", "--protected", "--label", "Safe", "--subtasks", "-", input: "Left\n- [ ] twelve\n")
    let shown = try vault.vault("reveal", "--all", "--plain", "--pin-stdin", input: Self.pin)
    #expect(shown.status == 0 && shown.output.split(separator: "\0").count == 13, "\(shown)")
    #expect(shown.errors.components(separatedBy: "not yet confirmed").count == 14, "\(shown)")
    #expect(try !vault.mustRun("list").contains(Self.mark))
    vault.killAgent()
    let again = try vault.vault("reveal", "--all", "--plain", "--pin-stdin", input: Self.pin)
    #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
  }

  @Test("unless they come from a terminal that is unlocked: those are the owner's at once")
  func unlocked() async throws {
    let vault = try await vault()
    try vault.mustRun("unlock", "--pin-stdin", input: Self.pin)
    let id = try vault.addProtected("typed by the owner")
    #expect(try !vault.mustRun("list").contains(Self.mark))
    try vault.mustRun("lock")
    let shown = try vault.reveal(id)
    #expect(shown.output == "typed by the owner" && shown.errors.isEmpty, "\(shown)")
  }

  @Test("and whatever passes them on before that says so", arguments: stores)
  func passedOn(store: String) async throws {
    let vault = try await vault(store)
    try vault.mustRun("recovery", "create", "--pin-stdin", input: Self.pin)
    let id = try vault.addProtected("Four\nseven")
    let export = try vault.vault("export", "--include-protected", "--pin-stdin", input: Self.pin)
    #expect(export.status == 0 && export.errors.contains("1 task is not yet confirmed"), "\(export)")
    let file = vault.root.appendingPathComponent("a.backup").path
    let backup = try vault.vault("backup", file, "--pin-stdin", input: Self.pin)
    #expect(
      backup.status == 0 && backup.errors.contains("not yet confirmed") && backup.errors.contains(id), "\(backup)")
    let opened = try vault.vault("unprotect", id, "--json", "--pin-stdin", input: Self.pin)
    #expect(opened.status == 0 && opened.output.contains("not yet confirmed"), "\(opened)")
  }

  @Test("and one that is sealed anew without being shown is not", arguments: stores)
  func sealedAnew(store: String) async throws {
    let vault = try await vault(store)
    let id = try vault.addProtected("unseen")
    try vault.mustRun("unlock", "--pin-stdin", input: Self.pin)
    try vault.mustRun("edit", id, "--always-verify")
    #expect(try vault.mustRun("list").contains(Self.mark))
    let shown = try vault.reveal(id)
    #expect(shown.output == "unseen" && shown.errors.contains("not yet confirmed"), "\(shown)")
    #expect(try !vault.mustRun("list").contains(Self.mark))
  }

  @Test("when a confirmed text is destroyed is changed by the owner alone, and taken back", arguments: stores)
  func destruction(store: String) async throws {
    let vault = try await vault(store)
    let id = try vault.addProtected("4711")
    try vault.mustRun("edit", id, "--destroy-on", "2090-01-01")
    #expect(try vault.reveal(id).output == "4711")
    try vault.mustRun("lock")
    #expect(try vault.vault("edit", id, "--destroy-on", "done").status == 77)
    try vault.mustRun("unlock", "--pin-stdin", input: Self.pin)
    try vault.mustRun("edit", id, "--destroy-on", "done")
    #expect(try vault.reveal(id).output == "4711")
    for _ in 0..<2 {
      try vault.mustRun("undo")
      #expect(try vault.reveal(id).output == "4711")
    }
    #expect(try !vault.mustRun("list").contains(Self.mark))
  }

  @Test("and a new text that replaced one unseen can be taken back, to be confirmed then", arguments: stores)
  func replaced(store: String) async throws {
    let vault = try await vault(store)
    let id = try vault.addProtected("unseen")
    try vault.mustRun("unlock", "--pin-stdin", "--everywhere", input: Self.pin)
    try vault.mustRun("edit", id, "--text", "-", input: "new")
    #expect(try vault.reveal(id).errors.isEmpty)
    #expect(try vault.withoutTerminal("undo").status == 77, "by a ticket no text counts as unseen again")
    try vault.mustRun("undo", "--pin-stdin", input: Self.pin)
    let shown = try vault.reveal(id)
    #expect(shown.output == "unseen" && shown.errors.contains("not yet confirmed"), "\(shown)")
  }
}
