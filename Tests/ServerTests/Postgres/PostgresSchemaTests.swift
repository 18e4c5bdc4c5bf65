#if Postgres
import Foundation
import GRDB
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@testable import VaultServer

/// The database's shape, and who may do what in it.
@Suite("PostgreSQL's schema")
struct PostgresSchemaTests {
  private let soon = Deadline.after(seconds: 60)

  private func texts(_ sql: String, _ connection: PostgresConnection) throws -> [String] {
    try connection.run(DynamicCall(sql, .reads), until: soon).rows.map { row in
      guard case .text(let text) = try row.field(0) else { return "" }
      return text
    }
  }

  private func owner(of name: String) throws -> PostgresConnection {
    let address = try PrivateStorage.databases.get().cluster.address(database: name).using(schema: "vault")
    return try PostgresConnection.open(address, until: soon)
  }

  @Test("has the tables, columns and indexes that SQLite has, under the same names, and what nodes tell each other")
  func sameAsSQLite() async throws {
    let connection = try owner(of: PrivateStorage().name)
    let apart = PostgresSchema.ofNodesAlone.union(["figures"]).map { "'\($0)'" }.joined(separator: ", ")
    let columns = try texts(
      """
      SELECT table_name || '.' || column_name FROM information_schema.columns
      WHERE table_schema = 'vault' AND table_name NOT IN (\(apart))
      ORDER BY 1
      """, connection)
    let indexes = try texts(
      """
      SELECT indexname::text FROM pg_indexes WHERE schemaname = 'vault'
        AND indexname NOT LIKE '%\\_pkey' AND indexname NOT LIKE '%\\_key'
        AND tablename <> 'happenings' ORDER BY 1
      """, connection)
    try await SQLiteStorage.inMemory().engine.writer.read { database in
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%'"
      )
      let expected = try tables.flatMap { table in
        try database.columns(in: table).map { "\(table).\($0.name)".lowercased() }
      }
      #expect(columns.sorted() == expected.sorted())
      let named = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite%'")
      #expect(indexes.sorted() == named.map { $0.lowercased() }.sorted())
    }
  }

  @Test("orders every text by its bytes, and has nothing for everybody")
  func hardened() throws {
    let connection = try owner(of: PrivateStorage().name)
    #expect(
      try texts(
        """
        SELECT attrelid::regclass || '.' || attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'vault'::regnamespace AND relkind = 'r' AND atttypid = 'text'::regtype
          AND attcollation <> (SELECT oid FROM pg_collation WHERE collname = 'C')
        """, connection
      ).isEmpty)
    #expect(
      try texts(
        """
        SELECT relname::text FROM pg_class CROSS JOIN LATERAL aclexplode(relacl) AS rights
        WHERE relnamespace = 'vault'::regnamespace AND grantee = 0
        UNION ALL SELECT proname::text FROM pg_proc CROSS JOIN LATERAL aclexplode(proacl) AS rights
        WHERE pronamespace = 'vault'::regnamespace AND grantee = 0
        UNION ALL SELECT proname::text FROM pg_proc WHERE pronamespace = 'vault'::regnamespace
          AND (proacl IS NULL OR prosecdef OR (prolang <> (SELECT oid FROM pg_language WHERE lanname = 'sql')
            AND NOT coalesce('search_path=vault, pg_temp' = ANY(proconfig), false)))
        """, connection
      ).isEmpty)
  }

  @Test("lets a node read and write rows, and do nothing else")
  func node() throws {
    let place = try PrivateStorage()
    let address = try PrivateStorage.databases.get().address(of: place.name).using(schema: "vault")
    let connection = try PostgresConnection.open(address, until: soon)
    #expect(try PostgresRoles.excess(connection).isEmpty)
    try connection.execute("DELETE FROM accounts", until: soon)
    for forbidden in [
      "CREATE TABLE mine (a int)", "CREATE TEMPORARY TABLE mine (a int)", "DROP TABLE accounts", "TRUNCATE accounts",
      "ALTER TABLE accounts ADD COLUMN a int", "CREATE SCHEMA mine", "DELETE FROM versions", "CREATE ROLE mine",
      "COPY accounts TO '/tmp/accounts'", "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "CREATE INDEX ON accounts(email)", "SELECT * FROM figures", "SELECT pg_read_file('/etc/passwd')",
    ] {
      #expect(throws: PostgresError(.configuration, state: "42501"), "\(forbidden)") {
        try connection.execute(forbidden, until: soon)
      }
    }
  }

  @Test("is said to be missing, older or newer than the program; a step waits for nobody for long")
  func states() throws {
    let databases = try PrivateStorage.databases.get()
    try databases.cluster.execute("CREATE DATABASE states")
    let connection = try owner(of: "states")
    #expect(try PostgresSchema.state(connection) == .empty)
    let other = try owner(of: "states")
    try other.execute("BEGIN; SELECT pg_advisory_xact_lock(\(PostgresSchema.lock))", until: soon)
    #expect(throws: PostgresError(.retry, state: "55P03")) { try PostgresSchema.upgrade(connection) }
    try other.execute("ROLLBACK", until: soon)
    #expect(try PostgresSchema.state(connection) == .empty)
    #expect(try PostgresSchema.upgrade(connection) == PostgresSchema.steps.map(\.number))
    #expect(try PostgresSchema.upgrade(connection) == [])
    #expect(try PostgresSchema.state(connection) == .fits(PostgresSchema.newest))
    let next = PostgresSchema.newest + 1
    try connection.execute("INSERT INTO vault.versions VALUES (\(next), 'next', 1)", until: soon)
    #expect(try PostgresSchema.state(connection) == .fits(next))
    try connection.execute("UPDATE vault.versions SET min_reader = \(next) WHERE number = \(next)", until: soon)
    #expect(try PostgresSchema.state(connection) == .newer(next))
  }
}
#endif
