#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@Suite("Connections")
struct ConnectionTests {
  static let sleep = PostgresStatement("sleep", "SELECT pg_sleep($1)::text", taking: Double.self, giving: String.self)
  static let role = PostgresStatement("role", "SELECT current_user::text", giving: String.self)

  private let soon = Deadline.after(seconds: 60)

  private func seconds(_ body: () throws -> Void) throws -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  @Test("A statement that takes too long is given up in time, and the connection with it")
  func deadline() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let took = try seconds {
      let error = #expect(throws: PostgresError.self) {
        try connection.run(Self.sleep(60), until: .after(seconds: 0.2))
      }
      // It was on its way to be committed, for all one knows.
      #expect(error?.kind == .inDoubt)
    }
    #expect(took < 5)
    #expect(throws: PostgresError(.unavailable)) { try connection.run(Self.role(), until: soon) }
  }

  @Test("The server ends what nobody waits for any more")
  func abandoned() throws {
    let cluster = try PrivateCluster.shared.get()
    var connection: PostgresConnection? = try PostgresConnection.open(
      cluster.address(), until: soon, statementPatience: nil)
    let process = try #require(connection?.serverProcess)
    #expect(throws: PostgresError.self) { try connection?.run(Self.sleep(600), until: .after(seconds: 0.1)) }
    connection = nil
    let observer = try cluster.connect()
    let exists = PostgresStatement(
      "exists", "SELECT count(*) FROM pg_stat_activity WHERE pid = $1", taking: Int32.self, giving: Int64.self)
    var left: Int64 = 1
    while left > 0, !soon.hasPassed { left = try observer.run(exists(process), until: soon).first ?? 0 }
    #expect(left == 0)
  }

  @Test("The server ends a statement that runs longer than a session's statements may")
  func statementPatience() throws {
    let cluster = try PrivateCluster.shared.get()
    let connection = try PostgresConnection.open(
      cluster.address(), until: soon, statementPatience: .milliseconds(100))
    let error = #expect(throws: PostgresError.self) { try connection.run(Self.sleep(60), until: soon) }
    #expect(error == PostgresError(.unavailable, state: "57014"))
    #expect(try connection.run(Self.role(), until: soon) == ["owner"])
  }

  @Test("A host that says nothing is left in time for the next one, and so is one where nobody listens")
  func severalHosts() throws {
    let cluster = try PrivateCluster.shared.get()
    let silent = try FreePort.listen()
    defer { close(silent.descriptor) }
    let nobody = try FreePort.find()
    let address = try PrivateCluster.address(
      """
      host=127.0.0.1,127.0.0.1,\(cluster.directory) port=\(silent.port),\(nobody),\(cluster.port) user=owner dbname=postgres \
      connect_timeout=1
      """)
    let took = try seconds {
      let connection = try PostgresConnection.open(address, until: soon)
      #expect(try connection.run(Self.role(), until: soon) == ["owner"])
    }
    #expect(took < 10)
  }

  @Test("A server that takes no writes is passed over")
  func readOnly() throws {
    let cluster = try PrivateCluster.shared.get()
    let standby = try PrivateCluster(["default_transaction_read_only = on"])
    let both = try PrivateCluster.address(
      "host=\(standby.directory),\(cluster.directory) port=\(standby.port),\(cluster.port) user=owner dbname=postgres")
    let port = PostgresStatement("port", "SELECT current_setting('port')", giving: String.self)
    #expect(try PostgresConnection.open(both, until: soon).run(port(), until: soon) == ["\(cluster.port)"])
    #expect(throws: PostgresError(.unavailable)) { try PostgresConnection.open(standby.address(), until: soon) }
  }

  @Test("A name that leads nowhere, and a time that is over, end in an error")
  func nowhere() throws {
    let address = try PrivateCluster.address("host=nowhere.invalid")
    #expect(throws: PostgresError(.unavailable)) { try PostgresConnection.open(address, until: soon) }
    let cluster = try PrivateCluster.shared.get()
    #expect(throws: PostgresError(.unavailable)) { try PostgresConnection.open(cluster.address(), until: .now) }
  }

  @Test("The environment leads nowhere else than the address", arguments: ["PGHOSTADDR", "PGSERVICE"])
  func environment(name: String) throws {
    let cluster = try PrivateCluster.shared.get()
    setenv(name, "192.0.2.1", 1)
    defer { unsetenv(name) }
    #expect(throws: PostgresError(.configuration)) { try PostgresConnection.open(cluster.address(), until: soon) }
  }

  @Test("A wrong password is refused, and no password is told")
  func wrongPassword() throws {
    let cluster = try PrivateCluster.shared.get()
    let text = "host=127.0.0.1 port=\(cluster.port) user=owner dbname=postgres"
    let right = try PrivateCluster.address("\(text) password=\(PrivateCluster.quotedPassword)")
    #expect(try PostgresConnection.open(right, until: soon).run(Self.role(), until: soon) == ["owner"])
    let wrong = try PrivateCluster.address("\(text) password=s3cret")
    let error = #expect(throws: PostgresError.self) { try PostgresConnection.open(wrong, until: soon) }
    #expect(error?.kind == .unavailable)
    #expect(error?.explanation?.contains("password authentication failed") == true)
    #expect(!String(reflecting: error).contains("s3cret"))
  }

  @Test("A server that says the password back, with whatever else, is not quoted in that")
  func spitefulServer() throws {
    let server = try SpitefulServer()
    let address = try PrivateCluster.address(
      "host=127.0.0.1 port=\(server.port) user=owner dbname=postgres password=s3cret sslmode=disable")
    let error = #expect(throws: PostgresError.self) { try PostgresConnection.open(address, until: soon) }
    #expect(server.heard.contains("s3cret"))
    let explanation = try #require(error?.explanation)
    #expect(explanation.contains("your password is"))
    #expect(!explanation.contains("s3cret"))
    #expect(explanation.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x202E })
    #expect(explanation.count <= 400)
  }

  @Test("A role has no more rights than it was given")
  func roles() throws {
    let cluster = try PrivateCluster.shared.get()
    try cluster.execute(
      """
      CREATE ROLE node LOGIN PASSWORD '\(PrivateCluster.password.replacingOccurrences(of: "'", with: "''"))'; \
      CREATE TABLE kept (number int8); GRANT SELECT ON kept TO node
      """)
    let node = try cluster.connect(as: "node")
    let read = PostgresStatement("read_kept", "SELECT number FROM kept", giving: Int64.self)
    let write = PostgresStatement("write_kept", "INSERT INTO kept VALUES ($1)", taking: Int64.self)
    #expect(try node.run(read(), until: soon).isEmpty)
    #expect(throws: PostgresError(.configuration, state: "42501")) { try node.run(write(1), until: soon) }
    #expect(throws: PostgresError(.configuration, state: "42501")) { try node.execute("DROP TABLE kept", until: soon) }
    #expect(throws: PostgresError.self) { try node.execute("CREATE TABLE public.other ()", until: soon) }
  }
}
#endif
