#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@Suite("Statements that are put together")
struct DynamicTests {
  private let soon = Deadline.after(seconds: 60)

  @Test("What is bound comes back by number and by name, without regard to case, each with its type")
  func givesBack() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let id = UUID()
    var call = DynamicCall(
      "SELECT $1 AS someNumber, $2 AS text, $3 AS bytes, $4 AS id, $5 AS nothing, true AS flag, 7::int2 AS small, 8::int4 AS mid",
      .reads)
    call.bind(Int64.min)
    call.bind("it's $1")
    call.bind([UInt8]([0, 39, 255]))
    call.bind(id)
    call.bind(UUID?.none)
    let row = try #require(try connection.run(call, until: soon).rows.first)
    let number = try #require(row.column("SOMENUMBER"))
    #expect(number == row.column("someNumber"))
    #expect(try row.field(number) == .integer(.min))
    let fields = try (1..<8).map { try row.field($0) }
    #expect(
      fields == [.text("it's $1"), .bytes([0, 39, 255]), .uuid(id), .null, .bool(true), .integer(7), .integer(8)])
    #expect(row.column("other") == nil)
    #expect(throws: PostgresError(.programming)) { try row.field(8) }
  }

  @Test("A type that nothing reads is said to be one")
  func unknownType() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let row = try #require(try connection.run(DynamicCall("SELECT 1.5::numeric", .reads), until: soon).rows.first)
    #expect(throws: PostgresError(.programming)) { try row.field(0) }
  }

  @Test("It says how many rows it has changed, and none for those that it reads")
  func changes() throws {
    let tables = try Tables()
    let connection = try tables.cluster.connect()
    func changed(_ sql: String) throws -> Int { try connection.run(DynamicCall(sql), until: soon).changedCount }
    #expect(
      try changed("INSERT INTO rows SELECT gen_random_uuid(), n FROM generate_series(1, 5) AS n RETURNING number") == 5)
    #expect(try changed("UPDATE rows SET number = 0 WHERE number > 3") == 2)
    #expect(try changed("SELECT * FROM rows") == 0)
    #expect(try changed("DELETE FROM rows") == 5)
  }

  @Test("A session keeps only so many, and those that it gave up work again")
  func bounded() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let kept = PostgresStatement(
      "kept_statements", "SELECT count(*) FROM pg_prepared_statements", .reads, giving: Int64.self)
    for round in 0..<2 {
      for number in 0..<400 {
        let row = try connection.run(DynamicCall("SELECT \(number)", .reads), until: soon).rows.first
        #expect(try row?.field(0) == .integer(Int64(number)))
        // One that is used all the time stays.
        if number % 50 == 0 { #expect(try connection.run(kept(), until: soon).first ?? 0 <= 256, "round \(round)") }
      }
    }
    #expect(try connection.run(kept(), until: soon).first ?? 0 > 100)
  }

  @Test("One text with values of two types is two statements")
  func types() throws {
    let connection = try PrivateCluster.shared.get().connect()
    func echo(_ value: some PostgresColumn) throws -> PostgresField? {
      var call = DynamicCall("SELECT $1", .reads)
      call.bind(value)
      return try connection.run(call, until: soon).rows.first?.field(0)
    }
    for _ in 0..<2 {
      #expect(try echo(Int64(1)) == .integer(1))
      #expect(try echo("1") == .text("1"))
    }
  }

  @Test("What reads a moment sees nothing of what is written meanwhile, and writes nothing")
  func snapshot() async throws {
    let tables = try Tables()
    let lanes = try PostgresLanes(tables.cluster.address(), count: 1)
    let count = DynamicCall("SELECT count(*) FROM rows", .reads)
    let other = try tables.cluster.address()
    let counts = try await lanes.transaction(.snapshot) { (transaction) throws(PostgresError) in
      let before = try transaction.run(count).rows.first?.field(0)
      let connection = try PostgresConnection.open(other, until: .after(seconds: 60))
      _ = try connection.run(Tables.insert(UUID(), 1), until: .after(seconds: 60))
      return [before, try transaction.run(count).rows.first?.field(0)]
    }
    #expect(counts == [.integer(0), .integer(0)])
    #expect(
      try await lanes.look { (each) throws(PostgresError) in try each.run(count).rows.first?.field(0) } == .integer(1))
    await #expect(throws: PostgresError(.unavailable, state: "25006")) {
      try await lanes.transaction(.snapshot) { (transaction) throws(PostgresError) in
        _ = try transaction.run(DynamicCall("DELETE FROM rows"))
      }
    }
    await lanes.close()
  }
}
#endif
