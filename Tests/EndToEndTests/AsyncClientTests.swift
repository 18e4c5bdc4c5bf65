import AgentAPI
import Foundation
import Localization
import SecretMemory
import Synchronization
import Testing
import VaultClient
import VaultModel
import VaultTesting

@Suite("A program that speaks with the agent beside other work")
struct AsyncClientTests {
  /// Types the PIN and a text, and keeps what is revealed.
  private final class Person: AgentResponder {
    private let revealed = Mutex<[String]>([])
    var texts: [String] { revealed.withLock { $0 } }

    func answer(_ prompt: Prompt) async throws(Failure) -> SecretBytes? {
      let text = prompt.kind == .protectedText ? "the safe is behind the door" : TestVault.pin
      do { return try SecretBytes(Array(text.utf8)) } catch { throw Failure(.internal, "\(error)") }
    }

    func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice) async throws(Failure) {
      let text = secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      revealed.withLock { $0.append(text) }
    }
  }

  private let vault: TestVault

  init() throws { vault = try TestVault() }

  private func connector() throws -> AgentConnector {
    let environment = vault.environment.merging(
      ["VAULT_AGENT": TestVault.programs.appendingPathComponent("vault-agent").path]) { $1 }
    return AgentConnector(
      paths: try VaultPaths(environment: environment), environment: environment, isInteractive: true)
  }

  @Test("adds, lists, takes back that very change, and hears of a lock on the same connection")
  func requests() async throws {
    let connection = try await AgentConnection.open(connector())
    let milk = try await connection.send(AddTask(TaskDraft(name: "Milk")))
    async let tea = connection.send(AddTask(TaskDraft(name: "Tea")))
    async let oats = connection.send(AddTask(TaskDraft(name: "Oats")))
    let added = try await [milk, tea, oats]
    #expect(Set(added.compactMap(\.operation)).count == 3)
    let report = try await connection.send(UndoOperation(operation: try #require(milk.operation)))
    #expect(report.lines.map(\.task.name) == ["Milk"])
    let left = try await connection.send(ListTasks(TaskQuery(order: .name)))
    #expect(left.rows.map(\.name) == ["Oats", "Tea"])
    try vault.mustRun("lock")
    for await event in connection.events {
      guard case .locked = event else { continue }
      break
    }
  }

  @Test("a protected text comes straight into secret memory, once the person has typed the PIN")
  func reveal() async throws {
    try vault.mustRun("pin", "set", "--pin-stdin", input: TestVault.pin + "\n")
    let connection = try await AgentConnection.open(connector())
    let person = Person()
    var draft = TaskDraft()
    draft.label = "Safe"
    let task = try await connection.send(AddProtectedTask(draft: draft, hasSubtasks: false), person)
    await #expect(throws: Failure.self, "nobody types the PIN") {
      try await connection.send(RevealTexts(task: task.shortID))
    }
    _ = try await connection.send(RevealTexts(task: task.shortID), person)
    #expect(person.texts == ["the safe is behind the door"])
  }

  @Test("a live view sees what other programs add, while requests go on", arguments: ["sqlite", "icalendar"])
  func liveTasks(store: String) async throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    let environment = vault.environment.merging(
      ["VAULT_AGENT": TestVault.programs.appendingPathComponent("vault-agent").path]) { $1 }
    let connection = try await AgentConnection.open(
      AgentConnector(paths: try VaultPaths(environment: environment), environment: environment, isInteractive: false))
    var steps = 0
    for try await page in connection.tasks(TaskQuery(order: .name)) {
      let names = page.rows.compactMap(\.name)
      if steps == 0, names.isEmpty {
        try vault.mustRun("add", "Milk")
        steps = 1
      } else if steps == 1, names == ["Milk"] {
        _ = try await connection.send(AddTask(TaskDraft(name: "Tea")))
        steps = 2
      } else if steps == 2, names == ["Milk", "Tea"] {
        break
      }
    }
    #expect(steps == 2)
  }
}
