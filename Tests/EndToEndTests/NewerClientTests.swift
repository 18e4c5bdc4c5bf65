import AgentAPI
import Foundation
import LinuxSystem
import ProcessTesting
import Testing
import VaultClient
import VaultModel
import VaultTesting

/// What this agent does not know of a request may be a guard: a newer client that asks for one must not be served without it.
@Suite("A client that asks for what the agent does not know")
struct NewerClientTests {
  /// What the agent did not send.
  private struct Missing: Error {
    let what: String
  }

  /// A request of a newer client.
  private struct ShareTask: AgentRequest {
    typealias Reply = Acknowledgement
    static let name = "share"
    var task = "4f2a"
  }

  /// A request of today, with a guard of a newer client.
  private struct GuardedAdd: AgentRequest {
    struct Draft: Codable, Equatable {
      var name = "Milk"
      var subtasks: [String] = []
      var notify = false
      var tags: [String] = []
      var alwaysVerify = false
      var asksTwice = true
    }

    typealias Reply = TaskRow
    static let name = "add"
    var draft = Draft()
  }

  /// A word of a newer client.
  private struct VerifyByFace: AgentRequest {
    typealias Reply = Acknowledgement
    static let name = "useVerification"
    var method = "face"
  }

  @Test("is refused with 76 and the advice, by the name of what is not known, and its connection lives")
  func refused() throws {
    let vault = try TestVault()
    let agent = try TestClient.connect(to: vault)
    var person = TestClient()
    let request = #expect(throws: Failure.self) { _ = try agent.send(ShareTask(), &person) }
    #expect(request?.exitStatus == 76 && request?.hint.contains("vault agent stop") == true)
    let member = #expect(throws: Failure.self) { _ = try agent.send(GuardedAdd(), &person) }
    #expect(member?.exitStatus == 76 && member?.message.contains("draft.asksTwice") == true)
    let word = #expect(throws: Failure.self) { _ = try agent.send(VerifyByFace(), &person) }
    #expect(word?.exitStatus == 76 && word?.message.contains("method") == true)
    #expect(try agent.send(ListTasks(TaskQuery()), &person).rows.isEmpty)
    #expect(try agent.send(AddTask(TaskDraft(name: "Milk")), &person).name == "Milk")
  }

  @Test("hears of the member, whatever the request: every request has somebody who answers it")
  func everyRequest() throws {
    let vault = try TestVault()
    _ = try TestClient.connect(to: vault)
    let channel = try handshake(vault, version: AgentProtocol.version)
    guard case .welcome = try channel.receive(AgentMessage.self, deadline: .after(seconds: 20)) else {
      throw Missing(what: "a welcome")
    }
    for sample in RequestSamples.all {
      let name = type(of: sample.request).name
      try channel.send(["request": [name: ["ofANewerVersion": true]]], deadline: .after(seconds: 20))
      guard case .failure(let failure) = try channel.receive(AgentMessage.self, deadline: .after(seconds: 20)) else {
        throw Missing(what: "a failure")
      }
      #expect(failure.code == .unsupported && failure.message.contains("in that request"), "\(name): \(failure)")
    }
  }

  @Test("without ever reading what it is told is cut off, and the agent serves others")
  func neverReads() throws {
    let vault = try TestVault()
    _ = try TestClient.connect(to: vault)
    let channel = try handshake(vault, version: AgentProtocol.version)
    _ = try channel.receive(AgentMessage.self, deadline: .after(seconds: 20))
    do throws(ChannelError) {
      for _ in 0..<10_000 { try channel.send(["request": 0], deadline: .after(seconds: 20)) }
      Issue.record("it was served on and on")
    } catch {}
    #expect(try vault.mustRun("list").isEmpty)
  }

  @Test("may only have it end, whatever it was built for")
  func restricted() throws {
    let vault = try TestVault()
    let pid = try #require(try TestClient.connect(to: vault).welcome.pid as Int32?)
    let newer = try handshake(vault, version: AgentProtocol.version + 1)
    _ = try newer.receive(AgentMessage.self, deadline: .after(seconds: 20))
    try newer.send(RequestMessage(ListTasks(TaskQuery())), deadline: .after(seconds: 20))
    guard case .failure(let failure) = try newer.receive(AgentMessage.self, deadline: .after(seconds: 20)) else {
      throw Missing(what: "a failure")
    }
    #expect(failure.code == .unsupported)
    #expect(try vault.mustRun("lock") == "Locked.\n" && vault.agentPID == pid)
  }

  @Test("with a text that takes long to compare is told so, holds up no lock, and goes on")
  func overmarked() throws {
    let vault = try TestVault()
    let pid = try #require(try TestClient.connect(to: vault).welcome.pid as Int32?)
    // Three such texts kept a lock out for minutes.
    let marks = String(repeating: "\u{301}\u{323}", count: 100_000)
    for _ in 0..<3 {
      let channel = try handshake(vault, version: AgentProtocol.version)
      _ = try channel.receive(AgentMessage.self, deadline: .after(seconds: 20))
      let export = ExportTasks(format: "j" + marks, filter: TaskFilter(), includesProtected: false)
      try channel.send(RequestMessage(export), deadline: .after(seconds: 20))
      guard case .failure(let failure) = try channel.receive(AgentMessage.self, deadline: .after(seconds: 20)) else {
        throw Missing(what: "a failure")
      }
      #expect(failure.code == .usage && failure.message.contains("more than 30 marks"))
      try channel.send(RequestMessage(ListTasks(TaskQuery())), deadline: .after(seconds: 20))
      _ = try channel.receive(ReplyMessage<ListTasks.Reply>.self, deadline: .after(seconds: 20))
    }
    let hello = try handshake(vault, version: AgentProtocol.version, build: marks)
    guard case .failure = try hello.receive(AgentMessage.self, deadline: .after(seconds: 20)) else {
      throw Missing(what: "a failure")
    }
    let typed = try vault.vault("add", "Milk" + String(repeating: "\u{301}", count: 31))
    #expect(typed.status == 64 && typed.errors.contains("more than 30 marks"), "\(typed)")
    #expect(try vault.mustRun("lock") == "Locked.\n" && vault.agentPID == pid)
  }

  @Test("and an older one can lock the vault, and nothing else")
  func olderClient() throws {
    let vault = try TestVault()
    try vault.setPIN()
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    let refused = try handshake(vault, version: AgentProtocol.version - 1)
    guard case .failure(let failure) = try refused.receive(AgentMessage.self, deadline: .after(seconds: 20)) else {
      throw Missing(what: "a failure")
    }
    #expect(failure.code == .unsupported && failure.message.contains("older"))
    let locking = try handshake(vault, version: AgentProtocol.version - 1, onlyLocks: true)
    guard case .welcome = try locking.receive(AgentMessage.self, deadline: .after(seconds: 20)) else {
      throw Missing(what: "a welcome")
    }
    try locking.send(RequestMessage(LockVault()), deadline: .after(seconds: 20))
    try waitUntil("the vault is locked") { try vault.isLocked }
  }

  /// Says hello as a client of that protocol.
  private func handshake(
    _ vault: TestVault, version: Int, build: String = "0.1.0", onlyLocks: Bool = false
  ) throws -> FrameChannel {
    let paths = try VaultPaths(environment: vault.environment)
    let channel = FrameChannel(descriptor: try UnixSocket.connect(to: paths.socket))
    let settings = vault.environment.filter { AgentProtocol.settingVariables.contains($0.key) }
    let hello = Hello(
      protocolVersion: version, build: build, vault: try VaultIdentity(ofDirectory: paths.data),
      settings: settings, isInteractive: false, onlyLocks: onlyLocks)
    try channel.send(ClientMessage.hello(hello), deadline: .after(seconds: 20))
    return channel
  }
}
