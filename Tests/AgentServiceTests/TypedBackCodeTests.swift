import AgentAPI
import OwnerVerification
import SecretMemory
import Synchronization
import Testing

@testable import AgentService

@Suite("A recovery code that is typed back")
struct TypedBackCodeTests {
  private static func code() throws -> (secret: SharedSecret, text: String) {
    let secret = SharedSecret(try RecoveryCode().text())
    return (secret, secret.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
  }

  @Test("may be mistyped as often as it takes, and each time that is said")
  func manyTries() async throws {
    let (secret, text) = try Self.code()
    let conversation = try ScriptedConversation(
      answers: ["ABCD", "", "0000-0000"] + Array(repeating: text + "X", count: 20) + [text.lowercased()])
    try await TypedBackCode(code: secret).ask(conversation, unlessLockedSince: conversation.lockCount)
    #expect(conversation.questions.count == 24)
    #expect(conversation.told == Array(repeating: "That is not the code that was shown.", count: 23))
  }

  @Test("is not asked for any more after half an hour, or a lock")
  func ends() async throws {
    let secret = try Self.code().secret
    let time = Mutex(ContinuousClock.now)
    let late = try ScriptedConversation(
      answers: Array(repeating: "ABCD", count: 10), asked: { _ in time.withLock { $0 += .seconds(250) } })
    let failure = await #expect(throws: Failure.self) {
      try await TypedBackCode(code: secret).ask(
        late, unlessLockedSince: late.lockCount, now: { time.withLock { $0 } })
    }
    #expect(failure?.message == "The recovery code was not typed back; nothing was changed.")
    // A question and what was wrong with its answer: 500 seconds here.
    #expect(late.questions.count == 4)
    let locked = try ScriptedConversation(
      answers: Array(repeating: "ABCD", count: 10), asked: { if $0.questions.count == 5 { $0.lock() } })
    await #expect(throws: Failure.lockedMeanwhile) {
      try await TypedBackCode(code: secret).ask(locked, unlessLockedSince: 0)
    }
  }
}
