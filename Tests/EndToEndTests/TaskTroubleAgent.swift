import AgentAPI
import Dispatch
import Foundation
import Glibc
import Localization
import ProcessTesting
import SecretMemory
import VaultClient
import VaultModel

/// An agent that a test asks over its socket, request by request, and kills.
final class DrivenAgent {
  private let vault: TestVault
  private let environment: [String: String]
  private var client: AgentClient?
  private var killed: (pid: Int32, group: DispatchGroup)?

  init(_ vault: TestVault) {
    self.vault = vault
    environment = vault.environment.merging(["VAULT_AGENT": Self.program]) { $1 }
  }

  private static var program: String { TestVault.programs.appendingPathComponent("vault-agent").path }

  // MARK: Requests

  /// Runs a request as a person would who knows the PIN.
  func run<Request: AgentRequest>(_ request: Request) throws -> Request.Reply {
    var owner = Owner()
    return try connected().send(request, &owner)
  }

  /// All protected texts, by task.
  func texts() throws -> [UUID: String] {
    var owner = Owner()
    _ = try connected().send(RevealTexts(task: nil), &owner)
    return owner.texts
  }

  private func connected() throws -> AgentClient {
    if let client { return client }
    let paths = try VaultPaths(environment: environment)
    let fresh = try AgentConnector(paths: paths, environment: environment, isInteractive: true).connect()
    client = fresh
    return fresh
  }

  // MARK: Kills

  /// Has the running agent killed from another thread, so many microseconds from now.
  func killSoon(after microseconds: Int) throws {
    let pid = try connected().welcome.pid
    let group = DispatchGroup()
    group.enter()
    DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + .microseconds(microseconds)) {
      kill(pid, SIGKILL)
      group.leave()
    }
    killed = (pid, group)
  }

  /// Waits until the kill has happened and the agent is gone.
  func settle() throws {
    guard let (pid, group) = killed else { return }
    group.wait()
    (killed, client) = (nil, nil)
    var status: Int32 = 0
    guard waitpid(pid, &status, 0) != pid else { return }
    try waitUntil("the killed agent is gone") { kill(pid, 0) != 0 }
  }

  /// Starts an agent that finds work left undone by a killed one, and kills it, too.
  func killWhileStarting(after microseconds: Int) throws {
    let agent = try ChildProcess([Self.program], environment: environment, input: .silent)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(microseconds))
    agent.end()
  }
}

/// Answers for the PIN and takes what is revealed.
private struct Owner: AgentConversation {
  var texts: [UUID: String] = [:]

  mutating func answer(_ prompt: Prompt, from client: AgentClient) throws(Failure) -> SecretBytes? {
    guard [.pin, .pinOrRecoveryCode].contains(prompt.kind) else { return nil }
    do { return try SecretBytes(Array(TestVault.pin.utf8)) } catch { throw Failure(.internal, "\(error)") }
  }

  mutating func receive(
    _ secret: consuming SecretBytes, _ notice: SecretNotice, from client: AgentClient
  ) throws(Failure) {
    guard let task = notice.task else { return }
    texts[task.id] = secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  mutating func progress(_ progress: AgentAPI.Progress) {}
  mutating func part(_ text: String) throws(Failure) {}
  mutating func event(_ event: Event) {}
}
