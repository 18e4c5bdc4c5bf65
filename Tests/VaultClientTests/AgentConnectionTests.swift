import AgentAPI
import Dispatch
import Foundation
import LinuxSystem
import Localization
import SecretMemory
import Synchronization
import Testing
import VaultModel
import VaultTesting

@testable import VaultClient

/// Answers every prompt with the same text, and writes down what it hears.
private final class RecordingResponder: AgentResponder {
  private let heardSoFar = Mutex<[String]>([])
  private let reply: String?
  private let refusal: Failure?

  init(reply: String? = nil, refusal: Failure? = nil) { (self.reply, self.refusal) = (reply, refusal) }

  var heard: [String] { heardSoFar.withLock { $0 } }

  private func hear(_ text: String) { heardSoFar.withLock { $0.append(text) } }

  func answer(_ prompt: Prompt) async throws(Failure) -> SecretBytes? {
    hear("prompt \(prompt.text)")
    if let refusal { throw refusal }
    guard let reply else { return nil }
    do { return try SecretBytes(Array(reply.utf8)) } catch { throw Failure(.internal, "\(error)") }
  }

  func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice) async throws(Failure) {
    hear("secret of \(secret.count)")
  }

  func progress(_ progress: AgentAPI.Progress) async { hear("progress \(progress.completed)") }

  func part(_ text: String) async throws(Failure) { hear("part \(text)") }
}

@Suite("A connection to the agent beside other work")
struct AgentConnectionTests {
  private func connector(_ agent: ScriptedAgent) -> AgentConnector {
    AgentConnector(
      paths: agent.paths, environment: ["VAULT_AGENT": "/nonexistent/agent", "HOME": "/h"], isInteractive: true)
  }

  private func connection(_ agent: ScriptedAgent) async throws -> AgentConnection {
    try await AgentConnection.open(connector(agent))
  }

  private func isSignalled(_ semaphore: DispatchSemaphore) async -> Bool {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: semaphore.wait(timeout: .now() + 10) == .success) }
    }
  }

  private func failure(of body: () async throws -> Void) async -> Failure? {
    do { try await body() } catch { return error as? Failure }
    return nil
  }

  @Test("a request is seen through: prompts answered, secrets, progress and parts passed on, the reply returned")
  func conversation() async throws {
    let agent = try ScriptedAgent { talk in
      #expect(try talk.request() == RevealTexts(task: "4f"))
      #expect(try talk.ask(.pin, "PIN") == "123456")
      try talk.send(.progress(AgentAPI.Progress(activity: "a", completed: 2, total: 3)))
      try talk.send(.unknown)
      try talk.send(SecretNotice(kind: .protectedText), [1, 2, 3])
      try talk.send(.part("x"))
      try talk.reply(Acknowledgement("ok"))
      #expect(try talk.request() == ListTasks(TaskQuery()))
      try talk.send(.failure(Failure(.tryLater, "later")))
    }
    let connection = try await connection(agent)
    let person = RecordingResponder(reply: "123456")
    #expect(try await connection.send(RevealTexts(task: "4f"), person) == Acknowledgement("ok"))
    #expect(person.heard == ["prompt PIN", "progress 2", "secret of 3", "part x"])
    #expect(await failure { _ = try await connection.send(ListTasks(TaskQuery())) } == Failure(.tryLater, "later"))
    #expect(agent.problems.isEmpty)
  }

  @Test("requests of many tasks follow each other, and each gets its own reply")
  func order() async throws {
    let agent = try ScriptedAgent { talk in
      while true {
        guard let asked = try talk.request().decoded(as: ShowTask.self) else { return }
        #expect(!talk.channel.isReadable, "the next one comes after the reply")
        try talk.reply(TaskRow(shortID: asked.task, task: TodoTask(id: UUID(), name: asked.task, createdAt: Date())))
      }
    }
    let connection = try await connection(agent)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          let row = try await connection.send(ShowTask(task: "\(number)"))
          #expect(row.shortID == "\(number)")
        }
      }
      try await group.waitForAll()
    }
    connection.close()
  }

  @Test("nobody answers prompts by default, and secrets are dropped")
  func unattended() async throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      #expect(try talk.ask(.pin, "PIN") == nil)
      try talk.send(SecretNotice(kind: .protectedText), [1])
      try talk.reply(Acknowledgement("ok"))
    }
    #expect(try await connection(agent).send(RevealTexts(task: nil)) == Acknowledgement("ok"))
    #expect(agent.problems.isEmpty)
  }

  @Test("events are told with and without a request, and a lock also while a prompt is open")
  func events() async throws {
    let hasHeard = DispatchSemaphore(value: 0)
    let agent = try ScriptedAgent { talk in
      try talk.send(.event(.changed))
      _ = try talk.request()
      try talk.send(.prompt(Prompt(.pin, text: "PIN")))
      try talk.send(.event(.locked(reason: "idle")))
      #expect(hasHeard.wait(timeout: .now() + 10) == .success)
      _ = try talk.channel.receive(ClientMessage.self, deadline: .after(seconds: 10))
      try talk.reply(Acknowledgement("ok"))
    }
    /// Answers once the lock has been heard.
    struct Waiting: AgentResponder {
      let events: AsyncStream<Event>
      let hasHeard: DispatchSemaphore
      func answer(_ prompt: Prompt) async throws(Failure) -> SecretBytes? {
        var heard: [Event] = []
        for await event in events {
          heard.append(event)
          if heard.count == 2 { break }
        }
        #expect(heard == [.changed, .locked(reason: "idle")])
        hasHeard.signal()
        return nil
      }
    }
    let connection = try await connection(agent)
    let person = Waiting(events: connection.events, hasHeard: hasHeard)
    #expect(try await connection.send(RevealTexts(task: nil), person) == Acknowledgement("ok"))
  }

  @Test("of many events that nobody takes the newest are kept, and a lock whatever came after it")
  func manyEvents() async throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.send(.event(.locked(reason: "sleep")))
      for _ in 0..<100 { try talk.send(.event(.changed)) }
      try talk.send(.event(.stopping))
      try talk.reply(Acknowledgement("ok"))
    }
    let connection = try await connection(agent)
    _ = try await connection.send(LockVault())
    connection.close()
    var heard: [Event] = []
    for await event in connection.events { heard.append(event) }
    #expect(heard.count == 16 && heard.contains(.locked(reason: "sleep")) && heard.contains(.stopping))
  }

  @Test("a cancelled task is let go at once, its prompts are declined, and the connection goes on")
  func cancellation() async throws {
    let isAsked = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      isAsked.signal()
      #expect(mayGoOn.wait(timeout: .now() + 10) == .success)
      #expect(try talk.ask(.pin, "PIN") == nil)
      try talk.send(SecretNotice(kind: .protectedText), [1])
      try talk.reply(Acknowledgement("first"))
      #expect(try talk.request() == LockVault())
      try talk.reply(Acknowledgement("second"))
    }
    let connection = try await connection(agent)
    let person = RecordingResponder(reply: "123456")
    let first = Task { try await connection.send(RevealTexts(task: nil), person) }
    #expect(await isSignalled(isAsked))
    let queued = Task { try await connection.send(ListTasks(TaskQuery())) }
    queued.cancel()
    first.cancel()
    for outcome in [await first.result.map { _ in }, await queued.result.map { _ in }] {
      #expect(throws: Failure.self) { try outcome.get() }
    }
    mayGoOn.signal()
    #expect(try await connection.send(LockVault()) == Acknowledgement("second"), "what was queued was never sent")
    #expect(person.heard.isEmpty && agent.problems.isEmpty)
  }

  @Test("a responder that fails ends the request for its sender, and the rest of it is passed over")
  func refusingResponder() async throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      #expect(try talk.ask(.pin, "PIN") == nil)
      for number in 0..<100 { try talk.send(.part("\(number)")) }
      try talk.reply(Acknowledgement("first"))
      _ = try talk.request()
      try talk.reply(Acknowledgement("second"))
    }
    let connection = try await connection(agent)
    let person = RecordingResponder(refusal: Failure(.refused, "no"))
    #expect(await failure { _ = try await connection.send(RevealTexts(task: nil), person) } == Failure(.refused, "no"))
    #expect(try await connection.send(LockVault()) == Acknowledgement("second"))
    #expect(person.heard == ["prompt PIN"])
  }

  @Test("with the agent's end every request fails that waits, and every later one, and the events end")
  func end() async throws {
    let agent = try ScriptedAgent { talk in _ = try talk.request() }
    let connection = try await connection(agent)
    let waiting = (0..<5).map { _ in Task { try await connection.send(ListTasks(TaskQuery())) } }
    for task in waiting {
      #expect(await failure { _ = try await task.value }?.code == .unavailable)
    }
    #expect(await failure { _ = try await connection.send(LockVault()) }?.code == .unavailable)
    for await _ in connection.events {}
  }

  @Test("an agent that says nothing for too long is given up, one that babbles at once")
  func silence() async throws {
    let silent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.waitForEnd()
    }
    let connector = connector(silent)
    let connection = AgentConnection(connector, try await AgentConnection.connected(connector), silenceSeconds: 0.05)
    #expect(
      await failure { _ = try await connection.send(ListTasks(TaskQuery())) }?.message.contains("in time") == true)
    let babbling = try ScriptedAgent { talk in
      _ = try talk.request()
      _ = write(talk.channel.descriptor, "HTTP/1.1 200 OK\r\n\r\n", 19)
      try talk.waitForEnd()
    }
    let other = try await self.connection(babbling)
    let odd = await failure { _ = try await other.send(LockVault()) }
    #expect(odd?.code == .unsupported || odd?.code == .badData)
  }

  @Test("whoever waits for events waits as long as nothing happens")
  func quietWatch() async throws {
    let isLater = DispatchSemaphore(value: 0)
    let quiet = try ScriptedAgent { talk in
      guard try talk.request() == WatchEvents() else { return }
      _ = isLater.wait(timeout: .now() + 10)
      try talk.send(.event(.changed))
      try talk.waitForEnd()
    }
    let watching = connector(quiet)
    let watch = AgentConnection(watching, try await AgentConnection.connected(watching), silenceSeconds: 0.01)
    let waits = Task { try await watch.send(WatchEvents()) }
    let silent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.waitForEnd()
    }
    let other = connector(silent)
    let asking = AgentConnection(other, try await AgentConnection.connected(other), silenceSeconds: 0.5)
    #expect(await failure { _ = try await asking.send(LockVault()) }?.message.contains("in time") == true)
    isLater.signal()
    var events = watch.events.makeAsyncIterator()
    #expect(await events.next() == .changed)
    waits.cancel()
  }

  @Test("a request that is too long fails alone, and so does an answer")
  func tooLong() async throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      #expect(try talk.ask(.protectedText, "Text") == nil)
      try talk.reply(Acknowledgement("done"))
      _ = try talk.request()
      try talk.reply(Acknowledgement("ok"))
    }
    let connection = try await connection(agent)
    let long = String(repeating: "x", count: AgentProtocol.maximumMessageByteCount)
    #expect(await failure { _ = try await connection.send(ShowTask(task: long)) }?.code == .badData)
    let person = RecordingResponder(reply: String(repeating: "x", count: AgentProtocol.maximumSecretByteCount + 1))
    #expect(await failure { _ = try await connection.send(RevealTexts(task: nil), person) }?.code == .badData)
    #expect(try await connection.send(LockVault()) == Acknowledgement("ok"))
  }

  @Test("a live view is told of every page, the newest where one is slow, and closes its connection when it ends")
  func liveTasks() async throws {
    let hasLeft = DispatchSemaphore(value: 0)
    let agent = try ScriptedAgent { talk in
      guard try talk.request() == ObserveTasks(TaskQuery(limit: 3)) else { return }
      for total in 0...20 { try talk.send(.event(.tasks(TaskPage(rows: [], total: total)))) }
      try talk.waitForEnd()
      hasLeft.signal()
    }
    let connection = try await connection(agent)
    var totals: [Int] = []
    for try await page in connection.tasks(TaskQuery(limit: 3)) {
      totals.append(page.total)
      if page.total == 20 { break }
    }
    #expect(totals == totals.sorted() && totals.last == 20)
    #expect(await isSignalled(hasLeft))
  }

  @Test("a live view whose agent ends says why")
  func endOfLiveTasks() async throws {
    let agent = try ScriptedAgent { talk in
      guard try talk.request() == ObserveTasks(TaskQuery()) else { return }
      try talk.send(.failure(Failure(.badData, "damaged")))
    }
    let connection = try await connection(agent)
    let found = connection.tasks(TaskQuery())
    #expect(await failure { for try await _ in found {} } == Failure(.badData, "damaged"))
  }
}
