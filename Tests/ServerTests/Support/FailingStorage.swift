import GRDB

@testable import VaultServer

/// A storage whose database has lost what everything begins with.
enum FailingStorage {
  static func make() throws -> SQLiteStorage {
    let storage = try SQLiteStorage.inMemory()
    // A closed connection would do as well, but asking one is undefined.
    try storage.engine.writer.write { try $0.execute(sql: "DROP TABLE sessions; DROP TABLE accounts") }
    return storage
  }
}
