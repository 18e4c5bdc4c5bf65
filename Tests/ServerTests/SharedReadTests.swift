import Foundation
import Synchronization
import Testing

@testable import VaultServer

@Suite("Shared reads")
struct SharedReadTests {
  /// Reads that end when they are told to, and count how often there were any.
  private final class Source: Sendable {
    private let state = Mutex((begun: 0, waiting: [CheckedContinuation<Void, Never>]()))

    var begun: Int { state.withLock { $0.begun } }

    /// - Returns: the number of this reading.
    func read() async -> Int {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        state.withLock {
          $0.begun += 1
          $0.waiting.append(continuation)
        }
      }
      return begun
    }

    /// Waits until so many have begun, and ends them.
    func end(_ count: Int) async {
      while begun < count { await Task.yield() }
      for continuation in state.withLock({ state in
        defer { state.waiting = [] }
        return state.waiting
      }) { continuation.resume() }
    }
  }

  @Test(
    "are one for all who ask before it begins, and nobody gets what was read before they asked", .timeLimit(.minutes(1))
  )
  func shared() async throws {
    let (reads, source) = (SharedReads<Int, Int>(), Source())
    @Sendable func value() async throws -> Int { try await reads.value(of: 1) { await source.read() } }
    async let first = value()
    while source.begun < 1 { await Task.yield() }
    let later = (0..<100).map { _ in Task { try await value() } }
    // All of them wait for the second reading: each has asked before the first one ends.
    while reads.waitingCount < 100 { await Task.yield() }
    await source.end(1)
    await source.end(2)
    #expect(try await first == 1)
    for task in later { #expect(try await task.value == 2) }
    #expect(reads.waitingCount == 0 && source.begun == 2)
  }

  @Test("of other things are others, and one that fails is none for those who ask after it")
  func failing() async throws {
    struct Failed: Error {}
    let reads = SharedReads<Int, Int>()
    await #expect(throws: Failed.self) { try await reads.value(of: 1) { throw Failed() } }
    #expect(try await reads.value(of: 1) { 5 } == 5)
    #expect(try await reads.value(of: 2) { 6 } == 6)
  }

  @Test("give everybody something that was there after they asked, whenever they ask", .timeLimit(.minutes(1)))
  func fresh() async throws {
    let reads = SharedReads<Int, Int>()
    let stored = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            let mine = stored.increment()
            let read = try await reads.value(of: 1) {
              let value = stored.value
              await Task.yield()
              return value
            }
            #expect(read >= mine)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
