import FoundationEssentials
import GRDB
import Testing
import VaultModel

@testable import TaskStore

@Suite("A file of the first version")
struct MigrationTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  /// The tables as the first version had them.
  private let first = Schema(
    tables: [
      Schema.lostTable,
      Table(
        index: 1, name: "task",
        columns: [
          "name", "label", "isDone", "dueDate", "alwaysVerify", "sealVersion", "sealDigest", "ownerMAC", "createdAt",
          "modifiedAt",
        ]),
      Table(index: 2, name: "vaultState", columns: ["value"]),
    ],
    migrations: [
      """
      CREATE TABLE summary (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
      CREATE TABLE lost (key BLOB PRIMARY KEY NOT NULL, revision INTEGER NOT NULL, checksum INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE TABLE task (key BLOB PRIMARY KEY NOT NULL, name BLOB, label BLOB, isDone INTEGER, dueDate REAL,
        alwaysVerify INTEGER, sealVersion INTEGER, sealDigest BLOB, ownerMAC BLOB, createdAt REAL, modifiedAt REAL,
        revision INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE vaultState (key BLOB PRIMARY KEY NOT NULL, value BLOB, revision INTEGER NOT NULL,
        checksum INTEGER NOT NULL) WITHOUT ROWID;
      """
    ])

  @Test("makes every column that the tables name: a new one needs a migration at the end of the list")
  func columns() throws {
    try DatabaseQueue().write { db in
      for migration in TaskSchema.schema.migrations { try db.execute(sql: migration) }
      for table in TaskSchema.schema.tables {
        let columns = try db.columns(in: table.name).map(\.name)
        #expect(Set(table.columns).subtracting(columns).isEmpty, "the table \(table.name) has no such column")
      }
    }
  }

  @Test("keeps its tasks and its state, answers questions, and takes what came later")
  func kept() async throws {
    let tasks = Sample.tasks(40).map(old)
    let database = try MirroredDatabase(path: place.path, schema: first)
    try database.write { _, _ in
      tasks.map { .put(RowName(table: first.tables[1], key: $0.id.bytes), Array($0.cells.prefix(10))) }
        + [.put(RowName(table: first.tables[2], key: Array("generation".utf8)), [.blob([7])])]
    }
    try database.close()
    for round in 1...2 {
      let store = try SQLiteTaskStore(path: place.path)
      #expect(try await store.all() == tasks, "round \(round)")
      #expect(try await store.state(VaultStateKey("generation")) == [7])
      for order in TaskQuery.Order.allCases {
        let query = TaskQuery(TaskFilter(state: .any), order: order)
        #expect(try await store.tasks(query) == query.result(in: tasks))
      }
      #expect(try await store.health() == StoreHealth())
      try await store.close()
    }
    var changed = tasks[0]
    changed.tags = ["new"]
    changed.modifiedAt += 1
    let store = try SQLiteTaskStore(path: place.path)
    let change = TaskChange(before: tasks[0], after: changed)
    try await store.apply([change], as: "edit", at: changed.modifiedAt, rewriting: nil)
    #expect(try await store.task(changed.id) == changed)
    #expect(throws: TaskStoreError(.newerFormat)) { try MirroredDatabase(path: place.path, schema: first) }
    try await store.close()
  }

  /// What the first version knew of a task.
  private func old(_ task: TodoTask) -> TodoTask {
    var old = TodoTask(id: task.id, name: "", dueDate: task.dueDate, createdAt: task.createdAt)
    (old.name, old.label, old.seal) = (task.name, task.label, task.seal)
    (old.isDone, old.alwaysVerify, old.modifiedAt) = (task.isDone, task.alwaysVerify, task.modifiedAt)
    return old
  }
}
