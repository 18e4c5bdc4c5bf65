import Testing

@testable import VaultServer

@Suite("Throttling")
struct RateLimiterTests {
  private let limit = RateLimit(burst: 3, interval: .seconds(10))

  @Test("a burst is free, then there is one attempt an interval")
  func burstThenPace() {
    var limiter = RateLimiter(limit)
    for _ in 0..<3 {
      #expect(limiter.wait(for: "a", now: .zero) == nil)
      limiter.charge("a", now: .zero)
    }
    #expect(limiter.wait(for: "a", now: .zero) == .seconds(10))
    #expect(limiter.wait(for: "a", now: .seconds(4)) == .seconds(6))
    #expect(limiter.wait(for: "a", now: .seconds(10)) == nil)
    #expect(limiter.wait(for: "b", now: .zero) == nil)
  }

  @Test("a refund makes an attempt undone")
  func refund() {
    var limiter = RateLimiter(limit)
    for _ in 0..<3 { limiter.charge("a", now: .zero) }
    limiter.refund("a", now: .zero)
    #expect(limiter.wait(for: "a", now: .zero) == nil)
    limiter.refund("a", now: .zero)
    limiter.refund("a", now: .zero)
    #expect(limiter.count == 0)
  }

  @Test("a flood of new keys takes no more memory, and does not push out the key under attack")
  func bounded() {
    var limiter = RateLimiter(limit, capacity: 100)
    for _ in 0..<3 { limiter.charge("victim", now: .zero) }
    for number in 0..<10_000 { limiter.charge("key-\(number)", now: .zero) }
    #expect(limiter.count <= 100)
    #expect(limiter.wait(for: "victim", now: .zero) != nil)
  }

  @Test("keys that have rested are forgotten first")
  func forgetting() {
    var limiter = RateLimiter(limit, capacity: 10)
    for number in 0..<10 { limiter.charge("old-\(number)", now: .zero) }
    limiter.charge("new", now: .seconds(60))
    #expect(limiter.count == 1)
  }

  @Test("attempts at work make others wait for a second; those that prove wrong, as long as any")
  func atWork() {
    var counter = AttemptCounter(RateLimiter(limit))
    for _ in 0..<3 { counter.begin("a", now: .zero) }
    #expect(counter.wait(for: "a", now: .zero) == .seconds(1))
    counter.recordOutcome("a", isWrong: false, now: .zero)
    #expect(counter.wait(for: "a", now: .zero) == nil)
    for _ in 0..<2 { counter.recordOutcome("a", isWrong: true, now: .zero) }
    counter.begin("a", now: .zero)
    counter.recordOutcome("a", isWrong: true, now: .zero)
    #expect(counter.wait(for: "a", now: .zero) == .seconds(10))
  }
}
