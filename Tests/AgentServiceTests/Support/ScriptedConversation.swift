import AgentAPI
import Foundation
import LinuxSystem
import Localization
import SecretMemory
import Synchronization

@testable import AgentService

/// A client at which somebody answers what they were told to, and that keeps what it is shown.
final class ScriptedConversation: Conversation {
  private struct State {
    var answers: [String]
    var questions: [String] = []
    var drafts: [String?] = []
    var told: [String] = []
    var events: [Event] = []
    var shown: [String] = []
    var sent = ""
    var progress: [AgentAPI.Progress] = []
    var lockCount: UInt64 = 0
  }

  let client: ProcessIdentity
  let number: UInt64 = 2
  let hasEnded = false
  let isInteractive: Bool
  private let state: Mutex<State>
  /// Called before each question is answered.
  private let asked: @Sendable (ScriptedConversation) -> Void
  /// Called with each event; one that it does not take ends the conversation.
  private let heard: @Sendable (Event) throws(Failure) -> Void

  init(
    answers: [String], isInteractive: Bool = true, asked: @escaping @Sendable (ScriptedConversation) -> Void = { _ in },
    heard: @escaping @Sendable (Event) throws(Failure) -> Void = { _ in }
  ) throws {
    client = try ProcessIdentity(pid: ProcessInfo.processInfo.processIdentifier)
    state = Mutex(State(answers: answers))
    (self.asked, self.heard, self.isInteractive) = (asked, heard, isInteractive)
  }

  convenience init(
    _ answers: String..., isInteractive: Bool = true,
    asked: @escaping @Sendable (ScriptedConversation) -> Void = { _ in }
  ) throws { try self.init(answers: answers, isInteractive: isInteractive, asked: asked) }

  /// What it was asked.
  var questions: [String] { state.withLock { $0.questions } }
  /// What stood in the answers already.
  var drafts: [String?] { state.withLock { $0.drafts } }
  /// What it was told, without a question: messages and errors.
  var told: [String] { state.withLock { $0.told } }
  /// What happened meanwhile, as far as it was told.
  var events: [Event] { state.withLock { $0.events } }
  /// The secrets that it was shown.
  var shown: [String] { state.withLock { $0.shown } }
  /// The document that it was sent.
  var sent: String { state.withLock { $0.sent } }
  /// How far it was told that its request is.
  var progress: [AgentAPI.Progress] { state.withLock { $0.progress } }
  var lockCount: UInt64 { state.withLock { $0.lockCount } }

  /// Tells it of a lock.
  func lock() { state.withLock { $0.lockCount += 1 } }

  func ask(_ prompt: Prompt, unlessLockedSince count: UInt64?) throws(Failure) -> SharedSecret? {
    asked(self)
    let answer: String? = try state.withLock { (state) throws(Failure) in
      if let count, count != state.lockCount { throw .lockedMeanwhile }
      guard prompt.kind != .information, prompt.kind != .error else {
        state.told.append(prompt.text)
        return nil
      }
      state.questions.append(prompt.text)
      state.drafts.append(prompt.draft)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else { return nil }
    do { return SharedSecret(try SecretBytes(Array(answer.utf8))) } catch { throw Failure(.tryLater, "memory") }
  }

  func show(_ secret: SharedSecret, as notice: SecretNotice, unlessLockedSince count: UInt64) throws(Failure) {
    try state.withLock { (state) throws(Failure) in
      guard count == state.lockCount else { throw .lockedMeanwhile }
      state.shown.append(secret.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    }
  }

  func send(_ part: String, unlessLockedSince count: UInt64?) throws(Failure) {
    try state.withLock { (state) throws(Failure) in
      if let count, count != state.lockCount { throw .lockedMeanwhile }
      state.sent += part
    }
  }

  func notify(_ event: Event) throws(Failure) {
    state.withLock { $0.events.append(event) }
    try heard(event)
  }

  func report(_ progress: AgentAPI.Progress) { state.withLock { $0.progress.append(progress) } }
}
