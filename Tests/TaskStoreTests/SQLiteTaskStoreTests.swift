import FoundationEssentials
import GRDB
import Glibc
import Testing
import VaultModel

@testable import TaskStore

@Suite("The SQLite task store and its files")
struct SQLiteTaskStoreTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  @Test("all files are private, whatever the umask")
  func modes() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    try await store.create(Sample.tasks(1)[0])
    let names = try FileManager.default.contentsOfDirectory(atPath: place.directory)
    #expect(names.count >= 4)
    for name in names { #expect(ScratchPlace.mode("\(place.directory)/\(name)") == 0o600, "\(name)") }
    try await store.close()
    chmod(place.path, 0o644)
    _ = try SQLiteTaskStore(path: place.path)
    #expect(ScratchPlace.mode(place.path) == 0o600)
  }

  @Test("files of a newer version are refused and left alone")
  func newer() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    try await store.create(Sample.tasks(1)[0])
    try await store.close()
    for path in place.files {
      let queue = try DatabaseQueue(path: path)
      try await queue.write { database in
        var summary = try #require(try database.summary())
        summary.format = 99
        try database.save(summary)
        try database.execute(sql: "PRAGMA user_version = 99")
      }
      try queue.close()
    }
    #expect(throws: TaskStoreError(.newerFormat)) { try SQLiteTaskStore(path: place.path) }
    let names = try FileManager.default.contentsOfDirectory(atPath: place.directory)
    #expect(!names.contains { $0.contains("set-aside") || $0.contains("rebuilding") })
  }

  @Test("a later version may append columns and tables without touching a row")
  func migration() throws {
    let first = TaskSchema.schema
    let database = try MirroredDatabase(path: place.path, schema: first)
    let name = RowName(table: TaskSchema.state, key: [1])
    try database.write { _, _ in [.put(name, [.blob([42])])] }
    try database.close()
    let state = Table(index: 2, name: "vaultState", columns: ["value", "note"])
    let extra = Table(index: 5, name: "extra", columns: ["text"])
    let second = Schema(
      tables: [Schema.lostTable, TaskSchema.task, state, TaskSchema.operation, TaskSchema.mark, extra],
      migrations: first.migrations + [
        """
        ALTER TABLE vaultState ADD COLUMN note BLOB;
        CREATE TABLE extra (key BLOB PRIMARY KEY NOT NULL, text BLOB, revision INTEGER NOT NULL,
          checksum INTEGER NOT NULL) WITHOUT ROWID;
        """
      ], index: first.index)
    let later = try MirroredDatabase(path: place.path, schema: second)
    #expect(try later.rows(of: state).map(\.cells) == [[.blob([42]), .null]])
    try later.write { _, _ in [.put(RowName(table: extra, key: [9]), [.text("new")])] }
    #expect(try later.rows(of: extra).count == 1)
    #expect(later.health == StoreHealth())
    try later.close()
    #expect(throws: TaskStoreError(.newerFormat)) { try MirroredDatabase(path: place.path, schema: first) }
  }

  @Test("a file another program keeps locked is busy, within the time allowed")
  func busy() async throws {
    let store = try SQLiteTaskStore(path: place.path, busyTimeout: 0.1)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: place.path, configuration: configuration)
    let task = Sample.tasks(1)[0]
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: TaskStoreError(.busy)) { try await store.create(task) }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await store.create(task)
    #expect(try await store.all() == [task])
  }

  @Test("a directory that isn't there is told with its path")
  func noDirectory() {
    let path = place.directory + "/missing/tasks.sqlite"
    let error = #expect(throws: TaskStoreError.self) { try SQLiteTaskStore(path: path) }
    #expect(error?.code == .readOnly)
    #expect(error?.detail.contains(path) == true)
  }

  @Test("a symbolic link in the file's place is not followed")
  func link() throws {
    try #require(symlink("/dev/null", place.path) == 0)
    #expect(throws: TaskStoreError(.readOnly)) { try SQLiteTaskStore(path: place.path) }
  }
}
