import FoundationEssentials
import GRDB
import Testing
import VaultModel

@testable import TaskStore

/// What fits its checksum and was never written by a store.
@Suite("A task store whose files somebody made")
struct ForgedFileTests {
  private let place: ScratchPlace
  private let tasks = Sample.tasks(3)

  init() throws { place = try ScratchPlace() }

  private func fill() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    for task in tasks { try await store.create(task) }
    try await store.close()
  }

  private func change(_ path: String, _ body: (Database) throws -> Void) throws {
    // A store that is open may be writing its log back in this very moment.
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write(body)
    try queue.close()
  }

  private func expectWhole() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    #expect(try await store.all() == tasks)
    #expect(try await store.tasks(TaskQuery(TaskFilter(state: .any))).count == tasks.count)
    #expect(try await store.health().isWhole)
    try await store.create(TodoTask(id: UUID(), name: "one more", createdAt: Date(timeIntervalSince1970: 1)))
    #expect(try await store.count() == tasks.count + 1)
    try await store.close()
  }

  /// What somebody adds to a file that makes it another one, while all of its rows are as they were written.
  enum Bend: CaseIterable {
    case view, endlessView, trigger, constraint

    var sql: String {
      switch self {
      case .view: "ALTER TABLE task RENAME TO other; CREATE VIEW task AS SELECT * FROM other"
      case .endlessView:
        """
        ALTER TABLE task RENAME TO other;
        CREATE VIEW task AS WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT other.* FROM other, more
        """
      case .trigger: "CREATE TRIGGER bent AFTER INSERT ON task BEGIN DELETE FROM task; END"
      // All that is there meets it, and nothing that comes.
      case .constraint:
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(sql, 'name BLOB', 'name BLOB CHECK (revision <= (3))') WHERE name = 'task'
        """
      }
    }
  }

  @Test(
    "views, triggers and constraints that no store made are gone, and all tasks are there", arguments: Bend.allCases,
    [0, 1]
  )
  func bent(_ bend: Bend, file: Int) async throws {
    try await fill()
    try change(place.files[file]) { try $0.execute(sql: bend.sql) }
    try await expectWhole()
    let store = try SQLiteTaskStore(path: place.path)
    #expect(try await store.count() == tasks.count + 1)
    #expect(try await store.health() == StoreHealth())
    try await store.close()
    for path in place.files {
      try change(path) { db in
        let sql = "SELECT count(*) FROM sqlite_master WHERE type = 'view' OR sql LIKE '%bent%' OR sql LIKE '%(3)%'"
        let count = try Int.fetchOne(db, sql: sql)
        #expect(count == 0)
      }
    }
  }

  @Test("a summary of fewer or more tables than there are is damage like any other", arguments: [0, 1, 4, 6, 64])
  func summary(tableCount: Int) async throws {
    try await fill()
    for path in place.files {
      try change(path) { db in
        var summary = try #require(try db.summary())
        let tallies = summary.tallies + Array(repeating: Tally(), count: 64)
        summary.tallies = Array(tallies.prefix(tableCount))
        try db.save(summary)
      }
    }
    try await expectWhole()
  }

  @Test("a summary of an older format with more tables than there are is damage like any other")
  func olderSummary() async throws {
    try await fill()
    try change(place.path) { db in
      var summary = try #require(try db.summary())
      summary.format -= 1
      summary.tallies += Array(repeating: Tally(), count: 59)
      try db.save(summary)
      try db.execute(sql: "PRAGMA user_version = \(summary.format)")
    }
    try await expectWhole()
  }

  @Test("a summary that is changed while the store is open is damage like any other")
  func openSummary() async throws {
    try await fill()
    let store = try SQLiteTaskStore(path: place.path)
    try change(place.path) { db in
      var summary = try #require(try db.summary())
      summary.tallies = []
      try db.save(summary)
    }
    #expect(try await store.all() == tasks)
    try await store.close()
    try await expectWhole()
  }

  @Test(
    "an index with values of other kinds is built anew",
    arguments: ["count FROM listingCount", "tag FROM taskTag", "number FROM listing"])
  func index(what: String) async throws {
    try await fill()
    let words = what.split(separator: " ")
    let (column, table) = (words[0], words[2])
    try change(place.path) { db in
      // A table as it was, but that its columns take anything.
      try db.execute(
        sql: """
          PRAGMA legacy_alter_table = ON;
          CREATE TABLE bent AS SELECT * FROM \(table);
          DROP TABLE \(table); ALTER TABLE bent RENAME TO \(table);
          UPDATE \(table) SET \(column) = 'none';
          """)
    }
    let store = try SQLiteTaskStore(path: place.path)
    #expect(try await store.health().isWhole)
    #expect(try await store.all() == tasks)
    try await store.close()
    try await expectWhole()
  }
}
