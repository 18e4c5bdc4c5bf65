import AgentAPI
import Foundation
import TaskStore
import Testing
import VaultClient
import VaultModel

@Suite("A text that asks at every reveal, and rows that say it does not")
struct AskingTextsTests {
  private let vault: TestVault

  init() throws {
    vault = try TestVault()
    try vault.setPIN()
  }

  @Test("stays closed to a ticket when its row is exchanged while texts before it are shown")
  func exchangedMeanwhile() async throws {
    try vault.mustRun("add", "--protected", "--always-verify", "--label", "Asking", "-", input: "asks every time")
    // Shown before it, the newest first; more than lies between an agent and a client that does not read.
    for _ in 0..<12 { _ = try vault.addProtected(String(repeating: "x", count: 60_000), label: "Large") }
    var truth: TodoTask?
    try await Forger(vault).change("Asking") { truth = $0 }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    // Any program of the user writes the row while the agent runs: it asks no more and has no mark, so it is read again later.
    let former = try #require(truth)
    var forged = former
    forged.alwaysVerify = false
    forged.seal?.mark = nil
    try await write(forged)

    let (shown, isShown) = AsyncStream<Void>.makeStream()
    let (ended, hasEnded) = AsyncStream<[String]>.makeStream()
    let isPutBack = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [vault] in
      var client = TestClient()
      client.onText = { _, number in
        guard number == 1 else { return }
        isShown.yield()
        _ = isPutBack.wait(timeout: .now() + 60)
      }
      // What it ends with is no matter here.
      _ = try? TestClient.connect(to: vault).send(RevealTexts(task: nil), &client)
      isShown.finish()
      hasEnded.yield(client.texts)
    }
    for await _ in shown { break }
    try await write(former)
    isPutBack.signal()
    for await texts in ended {
      #expect(texts.count == 12 && !texts.contains("asks every time"), "\(texts.count)")
      break
    }
  }

  /// Writes a task's row, whether or not the agent runs.
  private func write(_ task: TodoTask) async throws {
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    try await store.update(task)
    try await store.close()
  }

  @Test("asks when the row of before it did is put back")
  func formerRow() async throws {
    let pin = TestVault.pin + "\n"
    let id = try vault.addProtected("asks since", label: "Asking")
    #expect(try vault.reveal(id).output == "asks since")
    var former: TodoTask?
    let forger = Forger(vault)
    try await forger.change("Asking") { former = $0 }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    try vault.mustRun("edit", id, "--always-verify")
    try await forger.change("Asking") { task in task = try #require(former) }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    let refused = try vault.vault("reveal", id, "--plain")
    #expect(refused.status == 77 && refused.output.isEmpty, "\(refused)")
    try vault.mustRun("recovery", "create", "--pin-stdin", input: pin)
    let kept = "\(vault.root.path)/kept"
    let backup = try vault.vault("backup", kept, "--pin-stdin", input: pin)
    let refuses = backup.status == 65 && backup.errors.contains("--always-verify")
    #expect(refuses, "it would ask less where it is restored: \(backup)")
    // It is the owner's own text: they may have it back.
    #expect(try vault.reveal(id).output == "asks since")
    try vault.mustRun("edit", id, "--always-verify", "--pin-stdin", input: pin)
    try vault.mustRun("backup", kept, "--pin-stdin", input: pin)
  }

  @Test("asks no more once the owner says so, and again after an undo")
  func noMore() throws {
    let pin = TestVault.pin + "\n"
    let id = try vault.addProtected("asks", label: "Asking")
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    try vault.mustRun("edit", id, "--always-verify")
    try vault.mustRun("edit", id, "--no-always-verify", "--pin-stdin", input: pin)
    #expect(try vault.mustRun("reveal", id, "--plain") == "asks")
    // It brings back a text that nobody has seen as it was then.
    try vault.mustRun("undo", "--pin-stdin", input: pin)
    #expect(try vault.withoutTerminal("reveal", id, "--plain").status == 77)
    try vault.mustRun("undo", "--pin-stdin", input: pin)
    #expect(try vault.mustRun("reveal", id, "--plain") == "asks")
  }

  @Test("asks when nobody had seen it before it did, and after its steps were moved beside an older row")
  func formerRowUnseen() async throws {
    let pin = TestVault.pin + "\n"
    let added = try vault.mustRun(
      "add", "--protected", "--label", "Asking", "--subtasks", "-", input: "asks since\n- one\n- two\n")
    let id = try TestVault.shortID(in: added)
    var former: TodoTask?
    try await Forger(vault).change("Asking") { former = $0 }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    try vault.mustRun("edit", id, "--always-verify")
    try await Forger(vault).change("Asking") { task in task = try #require(former) }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    #expect(try vault.vault("reveal", id, "--plain").status == 77)
    try vault.mustRun("subtask", "move", id, "1", "2")
    #expect(try vault.vault("reveal", id, "--plain").status == 77)
    // The operation that made it ask, forged to say that it did nothing of the kind, is not taken back by a ticket either.
    let undone = try vault.vault("undo", "2")
    let after = try vault.vault("reveal", id, "--plain")
    #expect(after.status == 77, "\(undone), \(after)")
  }

  /// A text that was read once and asks since then: its task, and that task's row of before.
  private func madeToAsk(_ forger: Forger) async throws -> (id: String, former: TodoTask) {
    let id = try vault.addProtected("asks since", label: "Asking")
    #expect(try vault.reveal(id).output == "asks since")
    var former: TodoTask?
    try await forger.change("Asking") { former = $0 }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    try vault.mustRun("edit", id, "--always-verify")
    return (id, try #require(former))
  }

  @Test("asks when an undo that was made up had its task gone for a moment")
  func goneForAMoment() async throws {
    let pin = TestVault.pin + "\n"
    let forger = Forger(vault)
    let (id, former) = try await madeToAsk(forger)
    let name = "task/\(former.id.uuidString.lowercased())"
    let record = try await forger.record(name)
    // Its row of before, and an operation that says to have added that.
    try await forger.change("Asking") { $0 = former }
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    try await store.delete(former.id)
    try await store.apply([TaskChange(before: nil, after: former)], as: "add", at: Date(), rewriting: nil)
    try await store.close()
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    try vault.mustRun("undo")
    #expect(try await forger.labels().isEmpty, "the control: the task is gone")
    try await forger.set(record, name)
    let again = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    try await again.create(former)
    try await again.close()
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    let refused = try vault.vault("reveal", id, "--plain")
    #expect(refused.status == 77 && refused.output.isEmpty, "\(refused)")
  }

  @Test("asks after the undo of an operation that was made up, beside a row of before it asked")
  func madeUpOperation() async throws {
    let pin = TestVault.pin + "\n"
    let forger = Forger(vault)
    let (id, former) = try await madeToAsk(forger)
    var asking: TodoTask?
    try await forger.change("Asking") { asking = $0 }
    // It says that the text asked before it, too: so nobody seems to take the question away.
    var before = former
    before.alwaysVerify = true
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    let changes = [TaskChange(before: before, after: asking)]
    try await store.undo(try #require(try await store.history(1).first).id, changes, erasing: false)
    try await store.apply(changes, as: "edit", at: Date(), rewriting: nil)
    try await store.update(former)
    try await store.close()
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    try vault.mustRun("undo")
    let refused = try vault.vault("reveal", id, "--plain")
    #expect(refused.status == 77 && refused.output.isEmpty, "\(refused)")
  }
}
