#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import ProcessTesting
import Testing

@Suite("TLS")
struct TLSTests {
  static let cluster = Result { try TLSCluster() }
  private let soon = Deadline.after(seconds: 60)

  @Test("A server whose certificate fits is taken, and the connection is encrypted")
  func fits() throws {
    let connection = try PostgresConnection.open(try Self.cluster.get().address(), until: soon)
    #expect(connection.isEncrypted)
  }

  @Test("A certificate of another name is refused")
  func otherName() throws {
    try expectRefusal(try Self.cluster.get().address(host: "other.vault.test"), "other.vault.test")
  }

  @Test("A certificate of another authority is refused")
  func otherAuthority() throws {
    let cluster = try Self.cluster.get()
    try expectRefusal(try cluster.address(authority: "other-ca.pem"), "certificate verify failed")
  }

  @Test("Without the authority's file there is no connection")
  func noAuthority() throws {
    let cluster = try Self.cluster.get()
    try expectRefusal(try cluster.address(authority: "missing.pem"), "root certificate file")
  }

  @Test("A server without TLS is refused where it is needed")
  func noTLS() throws {
    let plain = try PrivateCluster.shared.get()
    let cluster = try Self.cluster.get()
    try expectRefusal(try cluster.address(port: plain.port), "does not support SSL")
  }

  @Test("A certificate that is over is refused")
  func expired() throws {
    let cluster = try TLSCluster(name: "expired")
    try expectRefusal(try cluster.address(), "certificate verify failed")
  }

  private func expectRefusal(_ address: PostgresAddress, _ words: String) throws {
    let error = #expect(throws: PostgresError.self) { try PostgresConnection.open(address, until: soon) }
    #expect(error?.kind == .unavailable)
    #expect(error?.explanation?.contains(words) == true, "\(String(describing: error))")
    #expect(error?.description.contains(PrivateCluster.password) == false)
  }
}

/// A server with a certificate for `db.vault.test`.
struct TLSCluster {
  private let cluster = Result { try PrivateCluster() }
  private let port: Int

  /// Makes an authority, a certificate, and a server that has it.
  ///
  /// - Parameter name: `server`, or `expired`.
  init(name: String = "server") throws {
    let cluster = try cluster.get()
    port = cluster.port
    let directory = cluster.directory
    for authority in ["ca", "other-ca"] {
      try Self.openssl(
        directory, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
        "/CN=\(authority)",
        "-keyout", "\(authority).key", "-out", "\(authority).pem", "-days", "2")
    }
    try Self.openssl(
      directory, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=db", "-keyout",
      "server.key", "-out", "server.csr")
    try cluster.write("server.ext", "subjectAltName=DNS:db.vault.test\n")
    // In the first days of an authority that is valid for two, a certificate that is not valid any more ended before it began.
    try Self.openssl(
      directory, "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
      "-extfile", "server.ext",
      "-out", "server.pem", "-days", name == "expired" ? "-1" : "1")
    for file in ["server.key", "server.pem"] {
      try cluster.write(file, try String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8))
    }
    try cluster.append(
      "data/postgresql.conf",
      "ssl = on\nssl_cert_file = '\(directory)/server.pem'\nssl_key_file = '\(directory)/server.key'\n")
    cluster.kill()
    try cluster.start()
  }

  /// The way over TCP, to the loopback interface whatever the name is.
  func address(host: String = "db.vault.test", authority: String = "ca.pem", port: Int? = nil) throws -> PostgresAddress
  {
    try PrivateCluster.address(
      """
      host=\(host) hostaddr=127.0.0.1 port=\(port ?? self.port) user=owner dbname=postgres \
      password=\(PrivateCluster.quotedPassword) sslmode=verify-full sslrootcert=\(try cluster.get().directory)/\(authority)
      """)
  }

  private static func openssl(_ directory: String, _ arguments: String...) throws {
    let child = try ChildProcess(["openssl"] + arguments, directory: directory)
    let status = try child.exitStatus()
    guard status == 0 else { throw ChildProcess.Failure("openssl \(arguments[0]) failed: \(child.text)") }
  }
}
#endif
