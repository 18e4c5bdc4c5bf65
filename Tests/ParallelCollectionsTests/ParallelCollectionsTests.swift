import ParallelCollections
import Testing

@Suite("Work on all cores")
struct ParallelCollectionsTests {
  private struct Stop: Error {}

  @Sendable
  private static func doubled(_ number: Int) -> Int { 2 * number }

  @Test("a concurrent map is a map", arguments: [0, 1, 7, 999, 1000, 1001, 12_345])
  func concurrentMap(count: Int) {
    let numbers = Array(0..<count)
    #expect(numbers.concurrentMap { "\($0)" } == numbers.map { "\($0)" })
  }

  @Test("working ahead gives each result once and in order", arguments: [0, 1, 250, 999, 1000, 1249, 1250, 12_345])
  func pipelining(count: Int) {
    var results: [Int] = []
    Array(0..<count).forEach(pipelining: Self.doubled) { results.append($0) }
    #expect(results == (0..<count).map(Self.doubled))
  }

  @Test("an error ends the work at its element", arguments: [10, 5000])
  func error(count: Int) {
    var results: [Int] = []
    #expect(throws: Stop.self) {
      try Array(0..<count).forEach(pipelining: Self.doubled) {
        guard $0 < 14 else { throw Stop() }
        results.append($0)
      }
    }
    #expect(results == (0..<7).map(Self.doubled))
  }
}
