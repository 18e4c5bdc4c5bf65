import AgentAPI
import Foundation
import SecretMemory
import Testing
import VaultClient
import VaultTesting

/// A request that is safe goes along with the hello, and may be sent twice.
@Suite("Requests that change nothing")
struct SafeRequestTests {
  /// Remembers what it was asked, and declines.
  private struct Person: AgentConversation {
    private(set) var questions: [String] = []

    mutating func answer(_ prompt: Prompt, from client: AgentClient) -> SecretBytes? {
      questions.append(prompt.text)
      return nil
    }

    mutating func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice, from client: AgentClient) {
      questions.append("a secret came")
    }

    mutating func part(_ text: String) {}
    mutating func progress(_ progress: AgentAPI.Progress) {}
    mutating func event(_ event: Event) {}
  }

  /// Everything that such a request might have left behind.
  private func traces(_ vault: TestVault) throws -> [String] {
    try [["log", "--limit", "0"], ["history"], ["list", "--all"], ["settings"], ["status"]].map { words in
      let outcome = try vault.run("vault", words + ["--json"])
      #expect(outcome.status == 0, "\(words): \(outcome)")
      return outcome.output
    }
  }

  @Test("ask nothing of a vault that is locked, and leave neither an entry in its log nor an operation")
  func safe() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let task = try vault.addProtected("4711")
    try vault.mustRun("add", "Milk", "--due", "tomorrow", "--notify")
    _ = try vault.reveal(task, pin: "a wrong pin")
    try vault.mustRun("lock")
    let before = try traces(vault)
    let agent = try TestClient.connect(to: vault)
    var person = Person()
    let safe = RequestSamples.all.map(\.request).filter { type(of: $0).traits.contains(.isSafe) }
    #expect(safe.count > 7)
    for request in safe + [ShowTask(task: task)] {
      for _ in 1...2 { try send(request, to: agent, &person) }
      #expect(person.questions.isEmpty, "\(type(of: request).name): \(person.questions)")
    }
    #expect(try traces(vault) == before)
  }

  /// Sends a request, which the vault may have to refuse: what samples name is not in it.
  private func send(_ request: some AgentRequest, to agent: AgentClient, _ person: inout Person) throws {
    do throws(Failure) { _ = try agent.send(request, &person) } catch {
      #expect([.usage, .refused].contains(error.code), "\(type(of: request).name): \(error)")
    }
  }
}
