import FoundationEssentials
import GRDB
import Glibc
import Testing
import VaultModel

@testable import TaskStore

@Suite("A former text that can't be erased at once")
struct DueErasureTests {
  private static let kinds = [Kind.sqlite, .icalendar]
  private let place: ScratchPlace
  private let now = Date(timeIntervalSinceReferenceDate: 77)
  private let word = "qxwombat"

  init() throws { place = try ScratchPlace() }

  private var task: TodoTask {
    TodoTask(id: UUID(bytes: [UInt8](repeating: 0x42, count: 16))!, name: "the \(word)", createdAt: now)
  }

  private var protected: TodoTask {
    var task = task
    (task.name, task.label) = (nil, "Something")
    task.seal = SealReference(version: 1, digest: [UInt8](repeating: 1, count: 32))
    task.modifiedAt += 9
    return task
  }

  private let sealing: OperationRewriting = { operation in
    var sealed = operation
    sealed.record = .sealed([1, 2, 3])
    return sealed
  }

  private func isOnDisk() -> Bool {
    place.files.flatMap { [$0, $0 + "-wal"] }.contains { path in
      FileManager.default.contents(atPath: path)?.firstRange(of: Data(word.utf8)) != nil
    }
  }

  /// Another program that reads one of the two files, and goes on as long as it is there.
  private final class Reader {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase { database in
        try database.execute(sql: "BEGIN")
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM operation")
      }
    }

    func leave() throws { try queue.close() }
  }

  /// A store with the protected task, whose former text a reader of the file keeps from being erased.
  private func hindered(_ kind: Kind, reading suffix: String = "") async throws -> (any TaskStore, Reader) {
    let store = try kind.store(in: place)
    try await store.apply([TaskChange(before: nil, after: task)], as: "add", at: now, rewriting: nil)
    let reader = try Reader(place.path + suffix)
    try await store.apply([TaskChange(before: task, after: protected)], as: "protect", at: now, rewriting: sealing)
    return (store, reader)
  }

  @Test(
    "while another program reads the file stays due, with the reason, and is erased once that is gone",
    arguments: kinds, ["", ".copy"])
  func heldFile(kind: Kind, suffix: String) async throws {
    let (store, reader) = try await hindered(kind, reading: suffix)
    #expect(try await store.task(task.id) == protected, "the change is made")
    #expect(await store.pendingErasureError()?.code == .busy)
    #expect(isOnDisk())
    await store.eraseStalePlaintext()
    #expect(await store.pendingErasureError()?.code == .busy)
    try reader.leave()
    await store.eraseStalePlaintext()
    #expect(await store.pendingErasureError() == nil)
    #expect(!isOnDisk())
    #expect(try await store.history(9).count == 2)
  }

  @Test("is erased with the next change", arguments: kinds)
  func nextChange(kind: Kind) async throws {
    let (store, reader) = try await hindered(kind)
    var other = TodoTask(id: UUID(), name: "another", createdAt: now)
    try await store.apply([TaskChange(before: nil, after: other)], as: "add", at: now, rewriting: nil)
    #expect(await store.pendingErasureError()?.code == .busy, "the change goes on meanwhile")
    try reader.leave()
    let before = other
    other.name = "changed"
    other.modifiedAt += 1
    try await store.apply([TaskChange(before: before, after: other)], as: "edit", at: now, rewriting: nil)
    #expect(await store.pendingErasureError() == nil)
    #expect(!isOnDisk())
  }

  @Test("keeps no store from being opened, and is erased then or later", arguments: kinds)
  func opening(kind: Kind) async throws {
    let reader: Reader
    do { (_, reader) = try await hindered(kind) }
    var store = try kind.store(in: place)
    #expect(try await store.task(task.id) == protected)
    #expect(await store.pendingErasureError()?.code == .busy)
    try reader.leave()
    store = try kind.store(in: place)
    #expect(await store.pendingErasureError() == nil)
    #expect(!isOnDisk())
  }
}
