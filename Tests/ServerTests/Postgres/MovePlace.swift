#if Postgres
import Foundation
import GRDB
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@testable import VaultServer

/// A directory of a server's, and databases to move it into, with the programs that do it.
struct MovePlace {
  /// The role that owns the databases, and nothing else.
  static let owner = "mover"

  /// A directory that is removed afterwards.
  let directory: String
  /// The directory of the server, in that.
  let data: String

  /// Lends one.
  static func with(_ body: (MovePlace) async throws -> Void) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      try await body(MovePlace(directory: directory, data: directory + "/data"))
    }
  }

  var file: String { data + "/vault-server.sqlite" }

  // MARK: Databases

  /// What new databases are copies of: a schema of the owner's, without rows.
  private static let template = Result {
    let databases = try PrivateStorage.databases.get()
    let password = PrivateCluster.password.replacingOccurrences(of: "'", with: "''")
    try databases.cluster.execute("CREATE ROLE \(owner) LOGIN CREATEROLE PASSWORD '\(password)'")
    try databases.cluster.execute("CREATE DATABASE empty_template OWNER \(owner)")
    let address = try databases.cluster.address(as: owner, database: "empty_template")
    _ = try PostgresSchema.upgrade(PostgresConnection.open(address, until: .after(seconds: 60), statementPatience: nil))
    return databases
  }

  static var cluster: PrivateCluster { get throws { try template.get().cluster } }

  /// A database with the schema, or with all that another one has.
  ///
  /// - Returns: its name.
  static func makeDatabase(from template: String = "empty_template") throws -> String {
    let name = "move_\(UInt32.random(in: 0...(.max)))"
    try cluster.execute("CREATE DATABASE \(name) TEMPLATE \(template) OWNER \(owner)")
    try cluster.execute(
      "REVOKE ALL ON DATABASE \(name) FROM PUBLIC; GRANT CONNECT ON DATABASE \(name) TO \(PostgresRoles.nodes)")
    return name
  }

  /// A file with a connection string.
  func connectionFile(_ text: String) throws -> String {
    let path = directory + "/\(UInt32.random(in: 0...(.max))).conf"
    try #require(
      FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    return path
  }

  /// The file with the way to a database.
  func way(to database: String, as user: String = owner) throws -> String {
    try connectionFile(try Self.template.get().connectionString(of: database, as: user))
  }

  static func connect(_ database: String) throws -> PostgresConnection {
    let address = try cluster.address(as: owner, database: database).using(schema: "vault")
    return try PostgresConnection.open(address, until: .after(seconds: 60))
  }

  // MARK: Rows

  /// All rows of each table, as texts, in one order.
  typealias Contents = [String: [String]]

  /// What a file of SQLite's has.
  static func contents(ofFile path: String) throws -> Contents {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read { database in
      try database.tablesOfRows().reduce(into: [:]) { contents, table in
        let names = try database.columns(in: table).map { "quote(\($0.name.quotedDatabaseIdentifier))" }
        contents[table.lowercased()] = try String.fetchAll(
          database, sql: "SELECT \(names.joined(separator: " || ' ' || ")) FROM \(table.quotedDatabaseIdentifier)"
        ).sorted()
      }
    }
  }

  /// What a database has, written as SQLite does.
  static func contents(of database: String) throws -> Contents {
    let connection = try connect(database)
    let order = try DatabaseQueue(configuration: SQLiteEngine.configuration)
    try SQLiteMigrations.migrator.migrate(order)
    return try order.read { sqlite in
      try sqlite.tablesOfRows().reduce(into: [:]) { contents, table in
        let names = try sqlite.columns(in: table).map { quoted($0.name) }
        contents[table.lowercased()] = try connection.run(
          DynamicCall("SELECT \(names.joined(separator: " || ' ' || ")) FROM \(table)", .reads),
          until: .after(seconds: 60)
        ).rows.map { row in
          guard case .text(let text) = try row.field(0) else { return "" }
          return text
        }.sorted()
      }
    }
  }

  /// A column as SQLite's `quote()` writes it.
  private static func quoted(_ column: String) -> String {
    """
    CASE WHEN \(column) IS NULL THEN 'NULL' ELSE CASE pg_typeof(\(column))
      WHEN 'bytea'::regtype THEN 'X''' || upper(substr(\(column)::text, 3)) || ''''
      WHEN 'uuid'::regtype THEN '''' || upper(\(column)::text) || ''''
      WHEN 'text'::regtype THEN '''' || replace(\(column)::text, '''', '''''') || '''' ELSE \(column)::text END END
    """
  }

  /// Whether a database has nothing but a numbering of its own.
  static func isEmpty(_ database: String) throws -> Bool {
    try contents(of: database).allSatisfy { $0.key == "numbering" || $0.value.isEmpty }
  }

  /// The mark of a file, if it has one.
  static func mark(ofFile path: String) throws -> MoveMark? {
    try DatabaseQueue(path: path).read { try $0.moveMark() }
  }

  // MARK: Programs

  /// Runs `migrate` to its end.
  func migrate(_ database: String, _ words: String...) async throws -> ServerProgram.Outcome {
    try await ServerProgram.run(["migrate", "--data", data, "--database", database] + words)
  }

  /// Fills the directory with many items of a hundred accounts.
  func fill(items: Int) throws {
    try FileManager.default.createDirectory(
      atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try SQLiteStorage(path: file).engine.writer.write { database in
      let accounts = (0..<100).map { _ in UUID().uuidString }
      for (number, account) in accounts.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt, inboxHighest) VALUES (?, ?, ?, 'hash', 1, ?)
            """,
          arguments: [account, "A\(number)@example.org", "a\(number)@example.org", (items - number + 99) / 100])
      }
      for number in 0..<items {
        try database.execute(
          sql:
            "INSERT INTO pushes (number, id, sender, recipient, payload, inboxCount, createdAt) VALUES (?, ?, ?, ?, ?, 1, 5)",
          arguments: [
            number + 7, UUID().uuidString, "token:x", "alias:\(accounts[number % 100])", "{\"né\":\"'\(number)\\\t\"}",
          ])
        try database.execute(
          sql: "INSERT INTO inbox (accountID, sequence, push, state) VALUES (?, ?, ?, ?)",
          arguments: [accounts[number % 100], number / 100 + 1, number + 7, number % 4])
      }
    }
  }
}

extension PrivateStorage {
  /// A database that was made otherwise.
  init(name: String) { self.name = name }
}
#endif
