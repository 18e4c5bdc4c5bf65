#if Postgres
import LinuxSystem
import PostgresTesting
import Testing

@testable import PostgresClient

/// Two servers that take writes, of which one was promoted, as after a primary that was thought dead.
@Suite("Former primaries", .timeLimit(.minutes(2)))
struct FormerPrimaryTests {
  private static let port = PostgresStatement("port", "SELECT current_setting('port')::bigint", giving: Int64.self)

  private let former: PrivateCluster
  private let promoted: PrivateCluster

  init() throws {
    (former, promoted) = (try PrivateCluster(), try PrivateCluster(["restore_command = 'false'"]))
    promoted.kill()
    // Whoever has recovered from an archive begins a timeline, as one who was promoted does.
    try promoted.write("data/recovery.signal", "")
    try promoted.start()
  }

  /// An address with the former one first.
  private func address() throws -> PostgresAddress {
    try PrivateCluster.address(
      """
      host=127.0.0.1,127.0.0.1 port=\(former.port),\(promoted.port) user=owner dbname=postgres sslmode=disable \
      password=\(PrivateCluster.quotedPassword)
      """)
  }

  private func open(_ address: PostgresAddress) throws -> PostgresConnection {
    try PostgresConnection.open(address, until: .after(seconds: 20))
  }

  private func port(_ connection: PostgresConnection) throws -> Int64? {
    try connection.run(Self.port(), until: .after(seconds: 20)).first
  }

  @Test("Of two servers that take writes the one is taken that was promoted last")
  func newest() throws {
    #expect(try port(try open(try address())) == Int64(promoted.port))
  }

  @Test("A connection with a former primary is good until the new one is met, and then no more")
  func overtaken() throws {
    let address = try address()
    promoted.kill()
    let old = try open(address)
    #expect(try port(old) == Int64(former.port) && old.isAlive)
    try promoted.start()
    let new = try open(address)
    #expect(try port(new) == Int64(promoted.port) && new.isAlive)
    #expect(!old.isAlive)
    // It is better to have none than the former one.
    promoted.kill()
    #expect(throws: PostgresError(.unavailable)) { try open(address) }
  }
}
#endif
