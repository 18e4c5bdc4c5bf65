import Synchronization
import Testing

@testable import vault_server

@Suite("Erasing what was redacted")
struct TraceEraserTests {
  private final class Runs: Sendable {
    let count = Atomic<Int>(0)
  }

  @Test("all who come while one run is under way wait for one more, and not each for a run of their own")
  func together() async throws {
    let runs = Runs()
    let (begun, hasBegun) = AsyncStream<Void>.makeStream()
    let (free, isFree) = AsyncStream<Void>.makeStream()
    let pauses = Runs()
    let eraser = TraceEraser {
      guard runs.count.add(1, ordering: .relaxed).newValue == 1 else { return }
      hasBegun.yield()
      for await _ in free { break }
    } pause: { _ in
      pauses.count.add(1, ordering: .relaxed)
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
    #expect(runs.count.load(ordering: .relaxed) == 2)
    #expect(pauses.count.load(ordering: .relaxed) == 1, "others have their turn between the two")
  }

  @Test("a run that fails tells those who waited for it, and the next one is tried")
  func failure() async throws {
    struct Trouble: Error {}
    let runs = Runs()
    let eraser = TraceEraser {
      if runs.count.add(1, ordering: .relaxed).newValue == 1 { throw Trouble() }
    }
    await #expect(throws: Trouble.self) { try await eraser.eraseTraces() }
    try await eraser.eraseTraces()
    #expect(runs.count.load(ordering: .relaxed) == 2)
  }
}
