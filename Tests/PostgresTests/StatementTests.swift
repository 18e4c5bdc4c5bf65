#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@Suite("Statements")
struct StatementTests {
  static let echo = PostgresStatement(
    "echo", "SELECT $1::int8 AS number, $2::text AS text", .reads, taking: Int64?.self, String?.self,
    giving: Int64?.self, String?.self)
  static let one = PostgresStatement("one", "SELECT $1::uuid", .reads, taking: UUID.self, giving: UUID.self)
  static let none = PostgresStatement("none", "SELECT 1::int4 WHERE false", .reads, giving: Int32.self)

  private let soon = Deadline.after(seconds: 60)

  @Test("A statement gives back what it was given, and nothing for nothing")
  func givesBack() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let id = UUID()
    #expect(try connection.run(Self.one(id), until: soon) == [id])
    let rows = try connection.run(Self.echo(nil, ""), until: soon)
    #expect(rows.count == 1)
    #expect(rows.first?.0 == nil)
    #expect(rows.first?.1 == "")
    #expect(try connection.run(Self.none(), until: soon).isEmpty)
  }

  @Test("NULL where a value must be is an error of the program, and so are other columns")
  func otherColumns() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let null = PostgresStatement("null", "SELECT NULL::int8", giving: Int64.self)
    let narrow = PostgresStatement("narrow", "SELECT 1::int4", giving: Int64.self)
    let more = PostgresStatement("more", "SELECT 1::int8, 2::int8", giving: Int64.self)
    for statement in [null, narrow, more] {
      let error = #expect(throws: PostgresError.self) { try connection.run(statement(), until: soon) }
      #expect(error?.kind == .programming)
      #expect(error?.statement == statement.name)
    }
    #expect(try connection.run(Self.none(), until: soon).isEmpty)
  }

  @Test(
    "Errors of the server have their kind",
    arguments: [
      ("23505", PostgresError.Kind.unique(constraint: "")), ("23503", .gone), ("P0002", .gone), ("40001", .retry),
      ("40P01", .retry), ("55P03", .retry), ("57014", .unavailable), ("53100", .unavailable), ("53300", .unavailable),
      ("57P03", .unavailable), ("08006", .unavailable), ("25006", .unavailable), ("08007", .inDoubt),
      ("40003", .inDoubt),
      ("42501", .configuration), ("22P02", .programming), ("P0001", .programming), ("26000", .stale),
    ])
  func kinds(state: String, kind: PostgresError.Kind) throws {
    let connection = try PrivateCluster.shared.get().connect()
    let error = #expect(throws: PostgresError.self) {
      try connection.execute("DO $$ BEGIN RAISE SQLSTATE '\(state)'; END $$", until: soon)
    }
    #expect(error?.kind == kind)
    #expect(error?.state == state)
  }

  @Test("An error names the constraint, and quotes nothing of the values")
  func quotesNothing() throws {
    let connection = try PrivateCluster.shared.get().connect()
    try connection.execute(
      "CREATE TEMP TABLE people (email text CONSTRAINT people_by_email UNIQUE, number int4 CHECK (number < 10))",
      until: soon)
    let insert = PostgresStatement(
      "insert_person", "INSERT INTO people VALUES ($1, $2)", taking: String.self, Int32.self)
    _ = try connection.run(insert("someone@example.org", 1), until: soon)
    let twice = #expect(throws: PostgresError.self) {
      try connection.run(insert("someone@example.org", 1), until: soon)
    }
    #expect(twice?.kind == .unique(constraint: "people_by_email"))
    let checked = #expect(throws: PostgresError.self) {
      try connection.run(insert("other@example.org", 4711), until: soon)
    }
    #expect(checked?.kind == .programming)
    for error in [twice, checked] {
      let text = "\(String(describing: error)) \(String(reflecting: error))"
      #expect(!text.contains("example"))
      #expect(!text.contains("4711"))
    }
  }

  @Test("Two statements of one name are told apart")
  func oneName() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let first = PostgresStatement("same_name", "SELECT 1::int8", giving: Int64.self)
    let second = PostgresStatement("same_name", "SELECT 2::int8", giving: Int64.self)
    #expect(try connection.run(first(), until: soon) == [1])
    #expect(throws: PostgresError(.programming)) { try connection.run(second(), until: soon) }
  }

  @Test("A transaction is done whole, or not at all")
  func transactions() throws {
    let connection = try PrivateCluster.shared.get().connect()
    try connection.execute("CREATE TEMP TABLE numbers (number int8 UNIQUE)", until: soon)
    let insert = PostgresStatement("insert_number", "INSERT INTO numbers VALUES ($1)", taking: Int64.self)
    let count = PostgresStatement("count_numbers", "SELECT count(*) FROM numbers", giving: Int64.self)
    try connection.transaction(until: soon) { (connection) throws(PostgresError) in
      _ = try connection.run(insert(1), until: soon)
      _ = try connection.run(insert(2), until: soon)
    }
    #expect(throws: PostgresError.self) {
      try connection.transaction(until: soon) { (connection) throws(PostgresError) in
        _ = try connection.run(insert(3), until: soon)
        _ = try connection.run(insert(2), until: soon)
      }
    }
    #expect(try connection.run(count(), until: soon) == [2])
    // Whoever swallows an error has not committed for that.
    let swallowed = #expect(throws: PostgresError.self) {
      try connection.transaction(until: soon) { (connection) throws(PostgresError) in
        _ = Result { () throws(PostgresError) in try connection.run(insert(2), until: soon) }
      }
    }
    #expect(swallowed?.kind == .programming)
    #expect(try connection.run(count(), until: soon) == [2])
  }
}
#endif
