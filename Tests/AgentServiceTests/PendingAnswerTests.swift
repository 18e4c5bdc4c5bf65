internal import SecretMemory
internal import Testing

@testable internal import AgentService

@Suite("Waiting for an answer")
struct PendingAnswerTests {
  private func secret(_ text: String) throws -> SharedSecret { SharedSecret(try SecretBytes(Array(text.utf8))) }

  @Test("an answer to an earlier question never meets the next one")
  func late() async throws {
    let pending = PendingAnswer()
    let password = try secret("for the system")
    let pin = try secret("for the vault")
    var first: UInt64 = 0
    let outcome = await pending.wait(deadlineSeconds: 20) { number in
      first = number
      pending.resolve(.timedOut, number: number)
    }
    guard case .timedOut = outcome else { return #expect(Bool(false), "\(outcome)") }
    let next = await pending.wait(deadlineSeconds: 20) { number in
      #expect(number != first)
      pending.resolve(.answered(password), number: first)
      pending.resolve(.answered(pin), number: number)
    }
    guard case .answered(let answer) = next else { return #expect(Bool(false), "\(next)") }
    #expect(answer === pin)
  }

  @Test("a question in force ends at a lock only where a lock concerns it")
  func lock() async throws {
    let pending = PendingAnswer()
    let ended = await pending.wait(deadlineSeconds: 20, endsAtLock: true) { _ in pending.lock() }
    guard case .locked = ended else { return #expect(Bool(false), "\(ended)") }
    let kept = await pending.wait(deadlineSeconds: 20) { number in
      pending.lock()
      pending.resolve(.declined, number: number)
    }
    guard case .declined = kept else { return #expect(Bool(false), "\(kept)") }
  }

  @Test("once the client has gone, no question is put")
  func gone() async {
    let pending = PendingAnswer()
    pending.disconnect()
    let outcome = await pending.wait(deadlineSeconds: 20) { _ in #expect(Bool(false), "asked all the same") }
    guard case .disconnected = outcome else { return #expect(Bool(false), "\(outcome)") }
  }
}
