internal import FoundationEssentials
internal import GRDB
internal import Glibc
internal import ServerAPI

/// What is done with the whole of the database.
extension SQLiteEngine {
  /// Copies the whole database, as it is at one moment, into a new file; others may write meanwhile. Until the copy is one that may be put
  /// back, its name ends with `.part-` and a random text.
  ///
  /// - Throws: what SQLite throws; then there is no file.
  func backUp(to path: String, at date: Date) async throws {
    let part = path + ".part-\(Epoch.random())"
    do {
      try await writeDirectly { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
      try await Self.prepareCopy(part, at: date)
      guard rename(part, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      unlink(part)
      throw error
    }
  }

  /// Removes from a copy what must not come back with it after it was ended, and marks it as one.
  private static func prepareCopy(_ path: String, at date: Date) async throws {
    var configuration = configuration
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON; PRAGMA journal_mode = MEMORY") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try await queue.write { try SQLiteTransaction($0).markCopy(at: date) }
    try queue.close()
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
