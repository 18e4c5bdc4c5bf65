import Foundation
import Hummingbird
import Testing

@testable import VaultServer

@Suite("Requests that change something", .timeLimit(.minutes(1)))
struct WriteLimiterTests {
  @Test("of one sender wait in a row of their own, of a bounded length, and those of others pass at once")
  func rows() async throws {
    let limiter = WriteLimiter()
    let (one, other) = (PushSender.account(UUID()), PushSender.account(UUID()))
    let (free, isFree) = AsyncStream<Void>.makeStream()
    let gate = Task { for await _ in free {} }
    let (begun, waited) = (Counter(), Counter())
    let asked = 400
    let taken = WriteLimiter.each + WriteLimiter.waitingEach
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<asked {
        group.addTask {
          do {
            _ = try await limiter.withPermit(one) { hasWaited in
              begun.increment()
              if hasWaited { waited.increment() }
              await gate.value
              return Response(status: .ok)
            }
            return true
          } catch is APIFailure { return false }
        }
      }
      for _ in taken..<asked { #expect(try await group.next() == false) }
      await until { begun.value >= WriteLimiter.each }
      #expect(begun.value == WriteLimiter.each)
      let passed = try await limiter.withPermit(other) { _ in Response(status: .ok) }
      #expect(passed.status == .ok)
      isFree.finish()
      for try await isDone in group { #expect(isDone) }
    }
    #expect(begun.value == taken && waited.value == WriteLimiter.waitingEach, "those that waited are told so")
    #expect(try await limiter.withPermit(one) { _ in Response(status: .ok) }.status == .ok, "the row is empty again")
  }

  @Test("give their place back when they fail")
  func failure() async throws {
    struct Trouble: Error {}
    let limiter = WriteLimiter()
    let sender = PushSender.token(UUID())
    for _ in 0..<(WriteLimiter.each + 1) {
      await #expect(throws: Trouble.self) { try await limiter.withPermit(sender) { _ in throw Trouble() } }
    }
  }
}
