import Foundation
import GRDB
import Glibc
import ProcessTesting
import StoreTesting
import Testing
import VaultModel

@testable import TaskStore

@Suite("A task store whose files are found unsound after they were opened")
struct UnsoundFileTests {
  private let place: ScratchPlace
  private let trial: ScratchPlace
  private let tasks = Sample.tasks(400)
  /// Another task than those.
  private let added = Sample.tasks(1, seed: 2)[0]
  private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() async throws {
    place = try ScratchPlace()
    trial = try ScratchPlace()
    let store = try SQLiteTaskStore(path: place.path)
    try await store.apply(tasks.map { TaskChange(before: nil, after: $0) }, as: "import", at: now, rewriting: nil)
    try await store.close()
  }

  /// Spoils the first page of the tasks. What stands in the rows is as before, so that only a look at the structure finds it.
  private func spoil(_ suffix: String) throws {
    try change(suffix) { bytes, start in
      // How many bytes are lost between the cells (https://www.sqlite.org/fileformat2.html#b_tree_pages).
      bytes[start + 7] += 1
    }
  }

  /// Swaps two rows, so that the keys are out of order.
  private func swapRows(_ suffix: String) throws {
    try change(suffix) { bytes, start in
      var start = start
      // Down to a page with at least two cells, by the last child.
      while bytes[start + 4] < 2 {
        start = (bytes[(start + 8)..<(start + 12)].reduce(0) { $0 << 8 | Int($1) } - 1) * 4096
      }
      let first = start + (bytes[start] == 2 ? 12 : 8)
      bytes.swapAt(first, first + 2)
      bytes.swapAt(first + 1, first + 3)
    }
  }

  /// Changes the bytes of a file, given where the first page of a table begins.
  private func change(_ suffix: String, of table: String = "task", _ body: (inout [UInt8], Int) throws -> Void) throws {
    let queue = try DatabaseQueue(path: place.path + suffix)
    let root = try queue.read {
      try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table])
    }
    try queue.close()
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: place.path + suffix)))
    try body(&bytes, (try #require(root) - 1) * 4096)
    let descriptor = open(place.path + suffix, O_WRONLY)
    defer { Glibc.close(descriptor) }
    try #require(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
  }

  private func expectAll(_ expected: [TodoTask], repairCount: Int) async throws {
    let again = try SQLiteTaskStore(path: place.path)
    let health = try await again.health()
    #expect(health.repairs.count == repairCount, "\(health)")
    #expect(try await again.all() == expected.sorted(by: TodoTask.isListedBefore))
    for task in expected { #expect(try await again.task(task.id) == task) }
    try await again.close()
  }

  @Test("a first change is written into files that were put right before", arguments: ["", ".copy"])
  func change(suffix: String) async throws {
    try spoil(suffix)
    let store = try SQLiteTaskStore(path: place.path)
    try await store.create(added)
    #expect(try await store.knownHealth().repairs.count == 1)
    try await store.close()
    try await expectAll(tasks + [added], repairCount: 0)
  }

  @Test("what the check finds is put right by the next question, without any change", arguments: ["", ".copy"])
  func question(suffix: String) async throws {
    try spoil(suffix)
    let store = try SQLiteTaskStore(path: place.path)
    await store.openingCheckEnded()
    let health = try await store.knownHealth()
    #expect(health.repairs.count == 1)
    #expect(health.isWhole)
    try await store.close()
    try await expectAll(tasks, repairCount: 0)
  }

  @Test(
    "rows that are out of order, which SQLite's check does not see, are found and put right", arguments: ["", ".copy"])
  func disorder(suffix: String) async throws {
    try swapRows(suffix)
    let store = try SQLiteTaskStore(path: place.path)
    for task in tasks { #expect(try await store.task(task.id) == task) }
    #expect(try await store.health().repairs.count == 1)
    try await store.close()
    try await expectAll(tasks, repairCount: 0)
  }

  @Test("a task that an order of the index lacks is back once the checks have ended")
  func lackingOrder() async throws {
    let queue = try DatabaseQueue(path: place.path)
    // SQLite takes the second for the first, and its quick check sees no difference.
    try await queue.write { database in
      let sql = try String.fetchOne(database, sql: "SELECT sql FROM sqlite_master WHERE name = 'listing_urgency'")!
      try database.execute(
        sql: """
          DROP INDEX listing_urgency; \(sql) WHERE number > 9; PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = '\(sql)' WHERE name = 'listing_urgency'; PRAGMA writable_schema = OFF;
          """)
    }
    try queue.close()
    let store = try SQLiteTaskStore(path: place.path)
    await store.openingChecksEnded()
    let query = TaskQuery(TaskFilter(state: .any), order: .urgency, limit: 500)
    #expect(try await store.tasks(query) == query.result(in: tasks))
    #expect(try await store.knownHealth().repairs.count == 1)
    try await store.close()
  }

  @Test("rows behind a page that neither file can show are kept, and how many are missing is told")
  func pageLostInBoth() async throws {
    for suffix in ["", ".copy"] {
      try change(suffix) { bytes, root in
        // Down to the first leaf by the first child of each page.
        var page = root
        while bytes[page] == 2 {
          let cell = page + (Int(bytes[page + 12]) << 8 | Int(bytes[page + 13]))
          page = (bytes[cell..<(cell + 4)].reduce(0) { $0 << 8 | Int($1) } - 1) * 4096
        }
        try #require(page != root)
        for place in page..<(page + 4096) { bytes[place] = 0 }
      }
    }
    let store = try SQLiteTaskStore(path: place.path)
    let health = try await store.health()
    let found = try await store.all()
    #expect(found.count > tasks.count / 2 && found.count < tasks.count)
    #expect(health.damagedRows == ["\(tasks.count - found.count) rows of task"] && !health.isWhole)
    #expect(health.filesSetAside.count == 2)
    try await store.close()
  }

  @Test("an erasing that is due is not forgotten where damage hides that it is", arguments: ["", ".copy"])
  func hiddenMark(suffix: String) async throws {
    let store = try SQLiteTaskStore(path: place.path)
    let plain = TodoTask(id: UUID(), name: "qxwombat", createdAt: now)
    var sealed = plain
    sealed.removeText()
    (sealed.label, sealed.seal) = ("Something", SealReference(version: 1, digest: [UInt8](repeating: 1, count: 32)))
    try await store.apply([TaskChange(before: nil, after: plain)], as: "add", at: now, rewriting: nil)
    // As an agent leaves it that ends between the change and the erasing.
    _ = try await store.commit([TaskChange(before: plain, after: sealed)], as: "protect", at: now) { operation in
      var operation = operation
      operation.record = .sealed([1])
      return operation
    }
    try await store.close()
    #expect(try place.files(holding: "qxwombat") != [])
    try change(suffix, of: "vaultState") { bytes, start in (bytes[start + 3], bytes[start + 4]) = (0, 0) }
    let again = try SQLiteTaskStore(path: place.path)
    #expect(await again.pendingErasureError() == nil)
    #expect(try place.files(holding: "qxwombat") == [])
    try await again.close()
  }

  @Test("the check takes away no lock: another program that leaves does not take the log of changes for its own")
  func locks() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    await store.openingCheckEnded()
    try await store.create(added)
    for file in place.files {
      let program =
        "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM task').fetchone())"
      #expect(try ChildProcess.run(["python3", "-c", program, file]).hasPrefix("\(tasks.count + 1)"))
      #expect(access(file + "-wal", F_OK) == 0, "the other program was the last one to close it")
    }
    #expect(try await store.task(added.id) == added)
    try await store.close()
  }

  @Test("a store that is closed at once waits for its check, and the next one finds the same")
  func closed() async throws {
    try spoil(".copy")
    try await SQLiteTaskStore(path: place.path).close()
    try await expectAll(tasks, repairCount: 1)
  }

  @Test("a first change loses nothing, wherever a byte is flipped", arguments: ["", ".copy"])
  func flipped(suffix: String) async throws {
    let count = ScratchPlace.byteCount(place.path + suffix)
    for offset in stride(from: 0, to: count, by: count / 20 | 1) {
      try trial.copyAll(from: place)
      try ScratchPlace.flip(trial.path + suffix, at: offset, by: offset % 2 == 0 ? 0xFF : 0x01)
      let store = try SQLiteTaskStore(path: trial.path)
      try await store.create(added)
      #expect(
        try await store.all() == (tasks + [added]).sorted(by: TodoTask.isListedBefore), "byte \(offset) of \(count)")
      #expect(try await store.health().isWhole, "byte \(offset) of \(count)")
      try await store.close()
      let again = try SQLiteTaskStore(path: trial.path)
      #expect(try await again.health().repairs.isEmpty, "byte \(offset) of \(count), repaired again")
      try await again.close()
    }
  }
}
