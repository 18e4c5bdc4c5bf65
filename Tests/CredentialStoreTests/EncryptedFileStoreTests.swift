import CredentialStore
import Foundation
import ProcessTesting
import SecretMemory
import Testing

@Suite("The encrypted file")
struct EncryptedFileStoreTests {
  @Test("keeps the contract", arguments: CredentialStoreContract.allCases)
  func contract(clause: CredentialStoreContract) async throws {
    let place = try Place()
    try await clause.verify(place.store(), manyItems: 1000)
    let report = try await place.store().check()
    #expect(report.isClean && report.repaired.isEmpty, "\(report)")
  }

  @Test("keeps the contract under a passphrase", arguments: [CredentialStoreContract.replace, .remove, .largest])
  func passphraseContract(clause: CredentialStoreContract) async throws {
    let place = try Place()
    try await clause.verify(place.store(passphrase("correct horse")), manyItems: 10)
  }

  @Test("is made by the first write, never by a read")
  func firstWrite() async throws {
    let place = try Place()
    let store = place.store()
    #expect(try await store.bytes(for: credentialName("a")) == nil)
    #expect(try await store.names() == [])
    #expect(try await store.remove(credentialName("a")) == false)
    #expect(try await store.check() == EncryptedFileStore(place.configuration()).check())
    #expect(try place.files() == [])
    try await store.set(bytes: [1], for: credentialName("a"))
    #expect(FileManager.default.fileExists(atPath: place.path))
  }

  @Test("is the same for a second store on the same path")
  func reopened() async throws {
    let place = try Place()
    let first = place.store()
    let second = place.store()
    for index in 0..<20 {
      try await (index % 2 == 0 ? first : second).set(bytes: [UInt8(index)], for: credentialName("n\(index)"))
    }
    for store in [first, second, place.store()] {
      #expect(try await store.names().count == 20)
      #expect(try await store.bytes(for: credentialName("n7")) == [7])
    }
  }

  @Test("shows neither names nor values, and only to its owner")
  func hidden() async throws {
    let place = try Place()
    let store = place.store()
    try await store.set(bytes: Array("a value to look for".utf8), for: credentialName("a name to look for"))
    for file in try place.files() {
      let content = try Data(place.bytes(file))
      #expect(content.range(of: Data("to look for".utf8)) == nil, "\(file)")
      let mode = try FileManager.default.attributesOfItem(atPath: "\(place.root)/\(file)")[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(file) has mode \(String(mode ?? 0, radix: 8))")
    }
  }

  @Test("without its key file says so, and makes no new one")
  func keyMissing() async throws {
    let place = try Place()
    try await place.store().set(bytes: [1], for: credentialName("a"))
    for path in [place.keyFile.path, place.keyFile.path + ".copy"] { try FileManager.default.removeItem(atPath: path) }
    let store = place.store()
    await #expect(throws: CredentialStoreError(.keyMissing)) { try await store.bytes(for: credentialName("a")) }
    await #expect(throws: CredentialStoreError(.keyMissing)) {
      try await store.set(bytes: [2], for: credentialName("b"))
    }
    await #expect(throws: CredentialStoreError(.keyMissing)) { try await store.names() }
    #expect(!FileManager.default.fileExists(atPath: place.keyFile.path))
  }

  @Test("with a wrong key says so and loses nothing")
  func wrongKey() async throws {
    let place = try Place()
    try await place.store(passphrase("right")).set(bytes: [1], for: credentialName("a"))
    let wrong = place.store(passphrase("wrong"))
    await #expect(throws: CredentialStoreError(.wrongKey)) { try await wrong.bytes(for: credentialName("a")) }
    await #expect(throws: CredentialStoreError(.wrongKey)) { try await wrong.set(bytes: [2], for: credentialName("a")) }
    await #expect(throws: CredentialStoreError(.keyMissing)) { try await place.store().names() }
    let nobody = place.store(.passphrase { nil })
    await #expect(throws: CredentialStoreError(.keyMissing)) { try await nobody.names() }
    #expect(try await place.store(passphrase("right")).bytes(for: credentialName("a")) == [1])
  }

  @Test("refuses a key file that others may read")
  func insecureKeyFile() async throws {
    let place = try Place()
    try await place.store().set(bytes: [1], for: credentialName("a"))
    for mode in [0o640, 0o604, 0o620] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.keyFile.path)
      await #expect(throws: CredentialStoreError(.insecurePermissions)) { try await place.store().names() }
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.keyFile.path)
    #expect(try await place.store().names().count == 1)
  }

  @Test("refuses a key file beside the database")
  func keyBesideDatabase() async throws {
    let place = try Place()
    let store = place.store(.keyFile(KeyFile(path: place.data + "/key")))
    await #expect(throws: CredentialStoreError(.failed)) { try await store.set(bytes: [1], for: credentialName("a")) }
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  @Test("refuses the format of a newer version and leaves it alone")
  func newerFormat() async throws {
    let place = try Place()
    try await place.store().set(bytes: [1], for: credentialName("a"))
    for path in [place.path, place.mirror] { try run("/usr/bin/python3", "-c", setVersion, path, "2") }
    let before = try place.bytes(place.path)
    await #expect(throws: CredentialStoreError(.newerFormat)) { try await place.store().names() }
    await #expect(throws: CredentialStoreError(.newerFormat)) {
      try await place.store().set(bytes: [1], for: credentialName("a"))
    }
    #expect(try place.bytes(place.path) == before)
    for path in [place.path, place.mirror] { try run("/usr/bin/python3", "-c", setVersion, path, "1") }
    #expect(try await place.store().bytes(for: credentialName("a")) == [1])
  }

  @Test("waits for another process no longer than it may")
  func busy() async throws {
    let place = try Place()
    let store = EncryptedFileStore(place.configuration(limit: .milliseconds(50)))
    try await store.set(bytes: [1], for: credentialName("a"))
    let descriptor = open(place.path + ".lock", O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    await #expect(throws: CredentialStoreError(.timedOut)) { try await store.set(bytes: [2], for: credentialName("a")) }
    #expect(try await store.bytes(for: credentialName("a")) == [1])
  }

  private let setVersion = """
    import sqlite3, sys
    db = sqlite3.connect(sys.argv[1]); db.execute("PRAGMA user_version = " + sys.argv[2]); db.commit(); db.close()
    """
}

/// Runs a program to its end and gives back what it printed.
@discardableResult
func run(_ program: String, _ arguments: String..., environment: [String: String]? = nil) throws -> String {
  let child = try ChildProcess([program] + arguments, environment: environment)
  let status = try child.exitStatus(within: 60)
  guard status == 0 else { throw ProcessFailure(program: program, status: status) }
  return child.output.text
}

struct ProcessFailure: Error {
  let program: String
  let status: Int32
}
