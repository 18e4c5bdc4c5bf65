internal import FoundationEssentials
internal import GRDB
internal import Glibc

/// What is done with the whole of the database.
extension SQLiteEngine {
  /// Copies the whole database, as it is at one moment, into a new file; others may write meanwhile.
  ///
  /// - Throws: what SQLite throws; then there is no file.
  func backUp(to path: String) async throws {
    do {
      try await writeDirectly { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
      try await Self.removeTransientRows(path)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Removes from a copy what must not come back with it after it was ended: sessions, the secrets of known devices, invitations of
  /// both kinds, the permission to be found by email.
  private static func removeTransientRows(_ path: String) async throws {
    var configuration = configuration
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON; PRAGMA journal_mode = MEMORY") }
    try await DatabaseQueue(path: path, configuration: configuration).write { database in
      try database.execute(
        sql: """
          DELETE FROM sessions; DELETE FROM knownDevices; DELETE FROM invitations; DELETE FROM followInvitations;
          UPDATE accounts SET isFindable = 0 WHERE isFindable = 1
          """)
    }
  }

  func ping() async throws {
    _ = try await readDirectly { try Int.fetchOne($0, sql: "SELECT count(*) FROM (SELECT 1 FROM accounts LIMIT 1)") }
    guard !figures.isWritable else { return }
    // The page with the number is written also where that stays as it is.
    try await watched(isWrite: true) {
      try await writer.write { database in
        let number = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        try database.execute(sql: "PRAGMA user_version = \(number)")
      }
    }
    figures.recordWrite()
  }

  func byteCount() async throws -> Int {
    let pages = try await readDirectly { database in
      let counts = try ["page_count", "page_size"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") ?? 0 }
      return counts[0] * counts[1]
    }
    // What was written last is in the log beside it; a database in memory has none.
    let log = try? FileManager.default.attributesOfItem(atPath: writer.path + "-wal")
    return pages + (log?[.size] as? Int ?? 0)
  }

  func eraseTraces(upTo byteCount: Int) async throws {
    guard writer is DatabasePool else { return }
    try await writeDirectly { database in
      guard try database.hasTraces() else { return }
      _ = try database.checkpoint(.truncate)
      let count = try ["page_count", "page_size"].reduce(1) {
        $0.multipliedReportingOverflow(by: try Int.fetchOne(database, sql: "PRAGMA \($1)") ?? 0).partialValue
      }
      guard count <= byteCount else { return }
      try database.execute(sql: "VACUUM")
      _ = try database.checkpoint(.truncate)
      try database.recordTraces(false)
    }
  }
}
