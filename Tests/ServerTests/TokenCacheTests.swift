import Testing

@testable import VaultServer

@Suite("What tokens open, kept for seconds")
struct TokenCacheTests {
  private let clock = ManualClock()
  private let figures = CacheFigures()
  private let feed = FeedGenerations()
  private let cache: TokenCache<Int>
  private let token: [UInt8] = [1]

  init() { cache = TokenCache(feed, clock: clock.serverClock, figures: figures) }

  private func look(_ value: Int?) async throws -> Int? { try await cache.value(of: token) { value } }

  @Test("counts for five seconds since it was looked up, and no longer")
  func lifetime() async throws {
    feed.hear(until: clock.serverClock.uptime())
    #expect(try await look(1) == 1)
    for _ in 0..<5 {
      #expect(try await look(2) == 1)
      clock.advance(by: .seconds(1))
      feed.hear(until: clock.serverClock.uptime())
    }
    #expect(try await look(2) == 1)
    clock.advance(by: .milliseconds(1))
    #expect(try await look(2) == 2)
    #expect(figures.hits.current == 6 && figures.misses.current == 2)
  }

  @Test("counts only while the feed was heard in the last five seconds")
  func feed() async throws {
    #expect(try await look(1) == 1)
    #expect(try await look(2) == 2, "it was never heard")
    feed.hear(until: .zero)
    clock.advance(by: .seconds(4))
    cache.removeAll()
    #expect(try await look(3) == 3)
    clock.advance(by: .seconds(1))
    #expect(try await look(4) == 3)
    clock.advance(by: .milliseconds(1))
    #expect(try await look(5) == 5)
    feed.hear(until: clock.serverClock.uptime())
    #expect(try await look(6) == 3, "the feed has said nothing of an ending")
  }

  @Test("what is looked up while something ends does not count")
  func endings() async throws {
    feed.hear(until: .zero)
    let first = try await cache.value(of: token) {
      cache.removeAll()
      return 1
    }
    #expect(first == 1)
    #expect(try await look(2) == 2)
    cache.removeAll { $0 == 3 }
    #expect(try await look(4) == 2)
    cache.removeAll { $0 == 2 }
    #expect(try await look(5) == 5)
  }

  @Test("what opens nothing is asked for each time, and no number of tokens takes memory without end")
  func bounded() async throws {
    feed.hear(until: .zero)
    #expect(try await look(nil) == nil)
    #expect(try await look(1) == 1)
    for number in 0..<10_000 {
      let token = [UInt8(number & 0xFF), UInt8(number >> 8), 0]
      _ = try await cache.value(of: token) { number }
    }
    #expect(cache.value(of: token) == nil)
    #expect(cache.value(of: [0x0F, 0x27, 0]) == 9_999)
  }
}
