import Foundation
import Testing

@testable import VaultServer

#if Postgres
import PostgresClient
import PostgresTesting
#endif

/// What the tests of the storage store in.
enum StorageKind: String, CaseIterable, Sendable {
  case memory, sqlite
  #if Postgres
  case postgres
  #endif

  /// Lends an empty storage.
  func with(_ body: (any ServerStorage) async throws -> Void) async throws {
    switch self {
    case .memory: try await body(SQLiteStorage.inMemory())
    case .sqlite:
      try await ServerProgram.withDirectory { try await body(SQLiteStorage(path: $0 + "/vault-server.sqlite")) }
    #if Postgres
    case .postgres: try await body(PrivateStorage().storage())
    #endif
    }
  }
}

/// What all other tests store in: SQLite in memory, and PostgreSQL where they were built with it.
enum TestStorage {
  /// Whether it is SQLite, of which some tests ask what it alone can say.
  static var isSQLite: Bool {
    #if Postgres
    return false
    #else
    return true
    #endif
  }

  /// An empty storage of the caller's own.
  static func make() throws -> any ServerStorage {
    #if Postgres
    return try PrivateStorage().storage()
    #else
    return try SQLiteStorage.inMemory()
    #endif
  }
}

/// A storage that tests look into, past what the server asks.
protocol DirectStorage: Sendable {
  var audienceAtOnce: Int { get set }
  /// ``Broadcast/waitingLimit``.
  var waitingLimit: Int { get set }
  func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value
}

extension RelationalStorage: DirectStorage {}

extension ServerStorage {
  /// The same storage, to look into.
  var direct: any DirectStorage { get throws { try #require(self as? any DirectStorage) } }
}

#if Postgres
/// A database of a test's own, in the cluster of all tests of the process.
struct PrivateStorage {
  let name: String

  static let databases = Result {
    try PrivateDatabases(group: PostgresRoles.nodes) { _ = try PostgresSchema.upgrade($0) }
  }

  init() throws { name = try Self.databases.get().make() }

  /// A node's storage in it; several are several nodes. What takes its time on a busy machine is not taken for a database that is away.
  ///
  /// - Parameter listens: whether it pokes the others, and hears them.
  func storage(listens: Bool = false) throws -> PostgresStorage {
    PostgresStorage(
      try PostgresEngine(
        try Self.databases.get().address(of: name), lanes: .init(writing: 2, reading: 2), listens: listens,
        patience: .seconds(30)))
  }
}
#endif
