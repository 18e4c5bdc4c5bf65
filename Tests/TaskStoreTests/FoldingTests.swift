import Foundation
import Testing
import VaultModel

@testable import TaskStore

@Suite("The write-ahead log of large changes", .timeLimit(.minutes(2)))
struct FoldingTests {
  private let place: ScratchPlace
  private let now = Date(timeIntervalSinceReferenceDate: 1000)

  init() throws { place = try ScratchPlace() }

  private var logs: [Int] { place.files.map { ScratchPlace.byteCount($0 + "-wal") } }

  /// Adds as many tasks as a large change has, each with a note of so many bytes.
  private func add(to store: SQLiteTaskStore, noteByteCount: Int) async throws {
    let note = String(repeating: "n", count: noteByteCount)
    let tasks = (0..<600).map { number in
      var task = TodoTask(id: UUID(), name: "task \(number)", createdAt: now)
      task.notes = note
      return task
    }
    try await store.apply(tasks.map { TaskChange(before: nil, after: $0) }, as: "add", at: now, rewriting: nil)
  }

  @Test("is folded into both files once no more follow, though nothing else is done")
  func quiet() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    for _ in 1...3 { try await add(to: store, noteByteCount: 100) }
    while logs != [0, 0] { try await Task.sleep(for: .milliseconds(50)) }
    #expect(try await store.all().count == 1800)
  }

  @Test("stays short however many follow each other")
  func many() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    var longest = 0
    for _ in 1...6 {
      try await add(to: store, noteByteCount: 4000)
      longest = max(longest, logs.max() ?? 0)
    }
    // A long one, and the change that came after it.
    let byteCount = place.files.map(ScratchPlace.byteCount)
    #expect(longest < 24_000_000 && byteCount.allSatisfy { $0 > longest }, "\(byteCount), log \(longest)")
  }
}
