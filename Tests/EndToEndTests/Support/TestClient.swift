import AgentAPI
import Foundation
import Localization
import SecretMemory
import VaultClient

/// A client that speaks with the agent itself, and takes its time with what it is sent.
struct TestClient: AgentConversation {
  /// What it answers to a question for the PIN; nil declines it.
  var pin: String?
  /// What it answers to a question for a text, once it has been asked; nil declines it.
  var text: (() throws -> String)?
  /// Called with each text that arrives, before the next is read.
  var onText: (_ text: String, _ number: Int) throws -> Void = { _, _ in }
  /// Called with each part of a document that arrives, before the next is read.
  var onPart: (_ part: String, _ number: Int) throws -> Void = { _, _ in }
  /// The texts that arrived.
  private(set) var texts: [String] = []
  /// The parts of a document that arrived.
  private(set) var parts: [String] = []

  /// Connects to the vault's agent, and starts it where needed; nothing is asked yet.
  static func connect(to vault: TestVault) throws -> AgentClient {
    let environment = vault.environment.merging(
      ["VAULT_AGENT": TestVault.programs.appendingPathComponent("vault-agent").path]) { $1 }
    return try AgentConnector(
      paths: try VaultPaths(environment: environment), environment: environment, isInteractive: true
    ).connect()
  }

  mutating func answer(_ prompt: Prompt, from client: AgentClient) throws(Failure) -> SecretBytes? {
    do {
      if prompt.kind == .protectedText { return try text.map { try SecretBytes(Array($0().utf8)) } }
      guard let pin, [.pin, .pinOrRecoveryCode].contains(prompt.kind) else { return nil }
      return try SecretBytes(Array(pin.utf8))
    } catch { throw Failure(.internal, verbatim: "\(error)") }
  }

  mutating func receive(
    _ secret: consuming SecretBytes, _ notice: SecretNotice, from client: AgentClient
  ) throws(Failure) {
    texts.append(secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    do { try onText(texts[texts.count - 1], texts.count) } catch { throw Failure(.internal, verbatim: "\(error)") }
  }

  mutating func part(_ text: String) throws(Failure) {
    parts.append(text)
    do { try onPart(text, parts.count) } catch { throw Failure(.internal, verbatim: "\(error)") }
  }

  mutating func progress(_ progress: AgentAPI.Progress) {}
  mutating func event(_ event: Event) {}
}
