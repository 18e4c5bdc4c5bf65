import Foundation
import GRDB
import Testing

@testable import VaultServer

/// What happens to a database from outside, as it does to real ones.
struct StorageTrouble {
  /// The database's file.
  let path: String

  /// Lends a database in a file, beside what troubles it.
  static func with(patience: Double = 5, _ body: (SQLiteStorage, StorageTrouble) async throws -> Void) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let path = directory + "/vault-server.sqlite"
      try await body(try SQLiteStorage(path: path, patience: patience), StorageTrouble(path: path))
    }
  }

  /// Another program writes, and does not end before `body` does.
  func whileSomebodyWrites(_ body: () async throws -> Void) async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let result: Result<Void, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try result.get()
  }

  /// The write-ahead log can't be read until what this returns is called: its bytes are gone from the disk, and come back.
  func breakLog() throws -> @Sendable () throws -> Void {
    let log = URL(filePath: path + "-wal")
    let bytes = try Data(contentsOf: log)
    try #require(!bytes.isEmpty, "what is stored is in the database's file already")
    let file = try FileHandle(forUpdating: log)
    try file.truncate(atOffset: 0)
    try file.close()
    return {
      let file = try FileHandle(forUpdating: log)
      try file.write(contentsOf: bytes)
      try file.close()
    }
  }
}
