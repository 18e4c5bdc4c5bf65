#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import SecretMemory
import Testing

@Suite("Addresses")
struct AddressTests {
  @Test(
    "Beyond this machine nothing but verified TLS will do",
    arguments: [
      "host=db.example.org sslmode=require", "host=db.example.org sslmode=disable", "host=192.0.2.1 sslmode=verify-ca",
      "postgresql://node@db.example.org/vault?sslmode=prefer", "host=/tmp,db.example.org sslmode=prefer",
      "host=localhost hostaddr=192.0.2.1 sslmode=prefer", "host=127.0.0.1,::2 sslmode=allow",
      "hostaddr=0.0.0.0 sslmode=prefer",
      "host=127.0.0.1.example.org sslmode=prefer", "host=::ffff:127.0.0.1 sslmode=prefer",
    ])
  func needsTLS(text: String) throws {
    let error = #expect(throws: PostgresError.self) { try PrivateCluster.address(text) }
    #expect(error?.kind == .configuration)
    #expect(error?.explanation?.contains("verify-full") == true)
  }

  @Test(
    "On this machine, and with verified TLS, an address is taken",
    arguments: [
      "", "dbname=vault", "host=/run/postgresql", "host=@abstract", "host=localhost sslmode=disable", "host=127.9.9.9",
      "host=::1",
      "host=db.example.org", "host=a,b,c port=1,2,3 sslmode=verify-full", "host=a,b port=6432 user=node",
      "postgresql://node:secret@a:1,b:2/vault?sslmode=verify-full&sslrootcert=/etc/ca.pem",
    ])
  func takes(text: String) throws { _ = try PrivateCluster.address(text) }

  @Test(
    "What can't be read is refused without a word of it",
    arguments: [
      "password=s3cret host", "s3cret", "host=a,b port=1,2,3 password=s3cret",
      "host=a,b hostaddr=127.0.0.1 password=s3cret",
      "service=s3cret", "hots=s3cret", "password='s3cret", "postgresql://node:s3cret@[", "password=s3cret\0 host=/tmp",
      String(repeating: "s3cret", count: 3_000),
    ])
  func refuses(text: String) throws {
    let error = #expect(throws: PostgresError.self) { try PrivateCluster.address(text) }
    #expect(error?.kind == .configuration)
    #expect(!"\(String(describing: error)) \(String(reflecting: error))".contains("s3cret"))
  }

  @Test("A description has the hosts, and no password")
  func description() throws {
    let address = try PrivateCluster.address("host=a,b port=1 user=u password=s3cret sslpassword=s3cret")
    #expect(address.description == "PostgreSQL at a:1, b:1")
    var dumped = ""
    dump(address, to: &dumped)
    #expect(
      !(dumped + String(reflecting: address) + "\(Mirror(reflecting: address).children.map { $0 })").contains("s3cret"))
  }

  @Test(
    "A file that others can read or write is refused", arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o660, 0o666])
  func publicFiles(mode: UInt16) throws {
    try withFile("host=/tmp") { path in
      // A group may read what is root's, as the services of systemd are given it.
      let isRoots = geteuid() == 0
      chmod(path, mode_t(mode))
      if isRoots, mode == 0o640 {
        _ = try PostgresAddress(file: path)
      } else {
        let error = #expect(throws: PostgresError.self) { try PostgresAddress(file: path) }
        #expect(error?.kind == .configuration)
      }
    }
  }

  @Test("A file of one's own is read, with a line end and all", arguments: [0o600, 0o400])
  func privateFiles(mode: UInt16) throws {
    try withFile("host=/tmp\nport=7\n") { path in
      chmod(path, mode_t(mode))
      let read = try PostgresAddress(file: path)
      #expect(read.description == "PostgreSQL at /tmp:7")
      let named = try PostgresAddress(environment: ["VAULT_DATABASE": path])
      #expect(named?.description == "PostgreSQL at /tmp:7")
    }
  }

  @Test("What is no file, or too long, is refused")
  func noFiles() throws {
    for path in ["/nowhere", "/dev/zero", "/tmp"] {
      #expect(throws: PostgresError.self) { try PostgresAddress(file: path) }
    }
    try withFile(String(repeating: " ", count: PostgresAddress.longest + 1)) { path in
      #expect(throws: PostgresError.self) { try PostgresAddress(file: path) }
    }
  }

  @Test("The environment may say where, but has no password in it")
  func environment() throws {
    #expect(try PostgresAddress(environment: [:]) == nil)
    #expect(try PostgresAddress(environment: ["VAULT_DATABASE": ""]) == nil)
    #expect(try PostgresAddress(environment: ["VAULT_DATABASE": "host=/tmp"]) != nil)
    for variables in [
      ["VAULT_DATABASE": "host=/tmp password=s3cret"], ["VAULT_DATABASE": "postgresql://u:s3cret@localhost/d"],
      ["VAULT_DATABASE": "host=/tmp", "PGPASSWORD": "s3cret"],
      ["VAULT_DATABASE": "host=/tmp", "PGHOSTADDR": "192.0.2.1"],
      ["VAULT_DATABASE": "host=/tmp", "PGSERVICE": "s3cret"],
    ] {
      let error = #expect(throws: PostgresError.self) { try PostgresAddress(environment: variables) }
      #expect(error?.kind == .configuration)
      #expect(!String(describing: error).contains("s3cret"))
    }
  }

  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "/conninfo-\(UUID().uuidString)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    chmod(path, 0o600)
    try body(path)
  }
}
#endif
