#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@Suite("Statements")
struct StatementTests {
  static let echo = PostgresStatement(
    "echo", "SELECT $1::int8 AS number, $2::text AS text", isRepeatable: true, taking: Int64?.self, String?.self,
    giving: Int64?.self, String?.self)
  static let one = PostgresStatement("one", "SELECT $1::uuid", isRepeatable: true, taking: UUID.self, giving: UUID.self)
  static let none = PostgresStatement("none", "SELECT 1::int4 WHERE false", isRepeatable: true, giving: Int32.self)

  @Test("A statement gives back what it was given, and nothing for nothing")
  func givesBack() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let id = UUID()
    #expect(try connection.run(Self.one(id), until: .after(seconds: 30)) == [id])
    let rows = try connection.run(Self.echo(nil, ""), until: .after(seconds: 30))
    #expect(rows.count == 1)
    #expect(rows.first?.0 == nil)
    #expect(rows.first?.1 == "")
    #expect(try connection.run(Self.none(), until: .after(seconds: 30)).isEmpty)
  }
}
#endif
