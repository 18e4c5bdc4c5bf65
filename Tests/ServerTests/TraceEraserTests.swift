import Testing

@testable import VaultServer

@Suite("Erasing what was redacted")
struct TraceEraserTests {
  @Test("all who come while one run is under way wait for one more, and not each for a run of their own")
  func together() async throws {
    let runs = Counter()
    let (begun, hasBegun) = AsyncStream<Void>.makeStream()
    let (free, isFree) = AsyncStream<Void>.makeStream()
    let pauses = Counter()
    let eraser = TraceEraser {
      guard runs.increment() == 1 else { return }
      hasBegun.yield()
      for await _ in free { break }
    } pause: { _ in
      pauses.increment()
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await eraser.eraseTraces() }
      for await _ in begun { break }
      for _ in 0..<100 { group.addTask { try await eraser.eraseTraces() } }
      // Those that have come by now share the second run; one that comes later would begin a third.
      while await eraser.waitingCount < 100 { await Task.yield() }
      isFree.finish()
      try await group.waitForAll()
    }
    #expect(runs.value == 2)
    #expect(pauses.value == 1, "others have their turn between the two")
  }

  @Test("a run that fails tells those who waited for it, and the next one is tried")
  func failure() async throws {
    struct Trouble: Error {}
    let runs = Counter()
    let eraser = TraceEraser {
      if runs.increment() == 1 { throw Trouble() }
    }
    await #expect(throws: Trouble.self) { try await eraser.eraseTraces() }
    try await eraser.eraseTraces()
    #expect(runs.value == 2)
  }
}
