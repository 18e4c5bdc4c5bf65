import AgentAPI
import Foundation
import TaskStore
import Testing
import VaultClient
import VaultModel

@Suite("A text that somebody exchanged, who writes the files and seals to the public half")
struct ExchangedTextTests {
  private static let stores = ["sqlite", "icalendar"]

  /// A vault with a text that the owner has confirmed, and its traces before.
  private func confirmed(_ store: String = "sqlite") async throws -> (TestVault, Forger, id: String, Forger.Traces) {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    try vault.setPIN()
    let forger = Forger(vault, store)
    let id = try vault.addProtected("the true text", label: "One")
    let before = try await forger.traces()
    #expect(try vault.reveal(id).output == "the true text")
    return (vault, forger, id, before)
  }

  private func expectRefused(_ vault: TestVault, _ id: String, _ words: String) throws {
    let refused = try vault.reveal(id)
    #expect(refused.status == 65 && refused.output.isEmpty && refused.errors.contains(words), "\(refused)")
  }

  @Test("is refused when it lost the owner's mark", arguments: stores)
  func withoutMark(store: String) async throws {
    let (vault, forger, id, _) = try await confirmed(store)
    try await forger.exchangeText(of: "One", for: "a false text")
    try expectRefused(vault, id, "lost the owner's mark")
  }

  @Test("is refused when the list of confirmed texts is gone as well")
  func withoutList() async throws {
    let (vault, forger, id, _) = try await confirmed()
    try await forger.exchangeText(of: "One", for: "a false text")
    try await forger.set(nil, "owned")
    try expectRefused(vault, id, "is missing from the credential store")
    #expect(try vault.vault("reveal", id, "--plain").status == 77, "the refused unlock left nothing open")
  }

  @Test("is refused when the empty list of an earlier day is put back, and the credential store's note with it")
  func emptyList() async throws {
    let (vault, forger, id, before) = try await confirmed()
    try await forger.exchangeText(of: "One", for: "a false text")
    try await forger.set(before.list, "owned")
    try await forger.set(before.credential, "owned/generation")
    try expectRefused(vault, id, "older than it was")
  }

  @Test("is refused when an older list without it is put back")
  func olderList() async throws {
    let (vault, forger, _, _) = try await confirmed()
    try vault.mustRun("lock")
    let second = try vault.addProtected("the second text", label: "Two")
    let older = try await forger.traces()
    #expect(try vault.reveal(second).output == "the second text")
    try await forger.exchangeText(of: "Two", for: "a false text")
    try await forger.set(older.list, "owned")
    try expectRefused(vault, second, "older than it was")
  }

  @Test("is refused when the list is one that somebody wrote, of the present or the former kind")
  func forgedList() async throws {
    let (vault, forger, id, before) = try await confirmed()
    try await forger.exchangeText(of: "One", for: "a false text")
    var forged = try #require(before.list)
    // The generation, raised.
    forged[11] = 0xFF
    for list in [forged, [UInt8](repeating: 0, count: 32), []] {
      vault.killAgent()
      try await forger.set(list, "owned")
      try expectRefused(vault, id, "was not written by you")
    }
  }

  @Test("and a text whose row says something else of its seal are refused", arguments: stores)
  func changedRow(store: String) async throws {
    let (vault, forger, id, _) = try await confirmed(store)
    try await forger.change("One") { $0.destruction = .whenDone }
    try expectRefused(vault, id, "not what the owner has marked")
    try await forger.change("One") { $0.destruction = nil }
    #expect(try vault.reveal(id).output == "the true text")
    try await forger.change("One") { $0.alwaysVerify = true }
    try expectRefused(vault, id, "not what the owner has marked")
  }

  @Test("under the label of a task that was deleted says that it is not confirmed", arguments: stores)
  func addedAgain(store: String) async throws {
    let (vault, forger, _, _) = try await confirmed(store)
    try await forger.delete("One")
    try await forger.add("a false text", label: "One")
    let id = String(try #require(try vault.mustRun("list").split(separator: " ").first))
    #expect(try vault.mustRun("list").contains("[not yet confirmed]"))
    let shown = try vault.reveal(id)
    #expect(shown.status == 0 && shown.errors.contains("not yet confirmed"), "\(shown)")
    #expect(shown.errors.contains("it is not known when"), "\(shown)")
  }

  @Test("steps that were taken away, moved or put back are shown with these words, and are the owner's once they were")
  func steps() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let pin = TestVault.pin + "\n"
    let added = try vault.mustRun(
      "add", "--protected", "--label", "Plan", "--subtasks", "-", input: "plan\n- never to 222\n- always to 111\n")
    let id = try TestVault.shortID(in: added)
    let words = "its subtasks are not those that you were shown last"
    #expect(try !vault.reveal(id).errors.contains(words))
    #expect(try !vault.reveal(id).errors.contains(words))
    let forger = Forger(vault)
    var whole: TodoTask?
    try await forger.change("Plan") { task in
      whole = task
      task.subtasks.removeFirst()
    }
    let cut = try vault.reveal(id)
    #expect(cut.status == 0 && cut.errors.contains(words) && !cut.output.contains("222"), "\(cut)")
    #expect(try !vault.reveal(id).errors.contains(words), "seen once, they count")
    try await forger.change("Plan") { task in
      task = try #require(whole)
      task.subtasks.swapAt(0, 1)
    }
    #expect(try vault.reveal(id).errors.contains(words))
    // What the owner does at an unlocked terminal is no news.
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    try vault.mustRun("subtask", "delete", id, "1")
    #expect(try !vault.vault("reveal", id, "--plain").errors.contains(words))
    try vault.mustRun("lock")
    #expect(try !vault.reveal(id).errors.contains(words))
  }

  @Test("an undo that was made up takes no confirmed text off the list by a ticket")
  func madeUpUndo() async throws {
    let (vault, forger, id, _) = try await confirmed()
    var (first, second): (TodoTask?, TodoTask?)
    try await forger.change("One") { first = $0 }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    try vault.mustRun("edit", id, "--text", "-", input: "the new text")
    try await forger.change("One") { second = $0 }
    var former = try #require(first)
    former.seal?.mark = nil
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    // Only what the change begins from is looked at, so it is put there for a moment.
    try await store.update(former)
    try await store.apply([TaskChange(before: former, after: second)], as: "edit", at: Date(), rewriting: nil)
    try await store.close()
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    let undone = try vault.withoutTerminal("undo")
    #expect(undone.status == 77, "what it would bring back is not confirmed: \(undone)")
    try await forger.change("One") { $0 = former }
    try expectRefused(vault, id, "lost the owner's mark")
  }

  @Test("a step that somebody takes away while the owner types another is told, too")
  func stepsMeanwhile() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let added = try vault.mustRun(
      "add", "--protected", "--label", "Plan", "--subtasks", "-", input: "plan\n- ask Bob first\n- send it\n")
    let id = try TestVault.shortID(in: added)
    #expect(try vault.reveal(id).status == 0)
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    let (asked, isAsked) = AsyncStream<Void>.makeStream()
    let (ended, hasEnded) = AsyncStream<Void>.makeStream()
    let isTakenAway = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [vault] in
      var client = TestClient()
      client.text = {
        isAsked.yield()
        _ = isTakenAway.wait(timeout: .now() + 60)
        return "tell Carol"
      }
      // Whether it is refused or done is no matter here.
      _ = try? TestClient.connect(to: vault).send(
        AddSubtask(task: id, subtask: SubtaskDraft(name: "", notify: false)), &client)
      isAsked.finish()
      hasEnded.finish()
    }
    for await _ in asked { break }
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    var task = try #require(try await store.all().first)
    task.subtasks.removeFirst()
    try await store.update(task)
    try await store.close()
    isTakenAway.signal()
    for await _ in ended {}
    let shown = try vault.reveal(id)
    #expect(shown.output.contains("tell Carol") && !shown.output.contains("Bob"), "the control: \(shown)")
    #expect(shown.errors.contains("its subtasks are not those that you were shown last"), "\(shown)")
  }
}
