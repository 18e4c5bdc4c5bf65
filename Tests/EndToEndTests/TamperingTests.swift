import Foundation
import Sealing
import TaskStore
import Testing
import VaultModel

@Suite("Files that somebody changed while nobody looked")
struct TamperingTests {
  @Test("nothing is sealed to a public half that was exchanged, and the true one serves again")
  func exchangedPublicHalf() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    let places = ["owner", "owner.copy"].map { vault.root.appendingPathComponent("data/\($0)") }
    let whole = try Data(contentsOf: places[0])
    var forged = [UInt8](whole)
    // Behind the envelope's 22 bytes and the vault's id; any 32 bytes are a public half.
    forged.replaceSubrange(38..<70, with: (0..<32).map { _ in UInt8.random(in: 0...255) })
    let body = Array(forged.dropLast(SHA256.byteCount))
    try Self.write(Data(body + SHA256.digest(of: body)), to: places)
    let refused = try vault.vault("add", "--protected", "-", input: "for somebody else's eyes")
    #expect(refused.status == 65, "\(refused)")
    try Self.write(whole, to: places)
    #expect(try vault.reveal(id).output == "mine")
    #expect(try !vault.mustRun("list").contains("Protected task"))
  }

  @Test("an older file of key slots does not bring the old PIN back, and the newer one serves again")
  func oldKeySlots() throws {
    let vault = try TestVault()
    try vault.setPIN("the first long PIN")
    let id = try vault.addProtected("mine")
    let places = ["owner", "owner.copy"].map { vault.root.appendingPathComponent("data/\($0)") }
    let old = try Data(contentsOf: places[0])
    try vault.mustRun("pin", "change", "--pin-stdin", input: "the first long PIN\n\(TestVault.pin)\n")
    let new = try Data(contentsOf: places[0])
    try Self.write(old, to: places)
    for pin in ["the first long PIN", TestVault.pin] {
      let refused = try vault.reveal(id, pin: pin)
      #expect(refused.status == 65 && refused.output.isEmpty, "\(refused)")
    }
    try Self.write(new, to: places)
    #expect(try vault.reveal(id).output == "mine")
  }

  @Test("without the files of key slots nobody becomes a first owner, and put back they serve again")
  func noKeySlots() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    let places = ["owner", "owner.copy"].map { vault.root.appendingPathComponent("data/\($0)") }
    let whole = try Data(contentsOf: places[0])
    for place in places { try FileManager.default.removeItem(at: place) }
    let set = try vault.vault("pin", "set", "--pin-stdin", "--no-recovery", input: "a foreign long PIN\n")
    #expect(set.status == 65, "\(set)")
    #expect(try vault.vault("add", "--protected", "-", input: "for other eyes").status == 65)
    #expect(try vault.mustRun("status").contains("are gone from the data directory"))
    #expect(try vault.vault("store", "migrate", "--to", "secret-service").status == 65)
    #expect(!FileManager.default.fileExists(atPath: places[0].path))
    try Self.write(whole, to: places)
    #expect(try vault.reveal(id).output == "mine")
  }

  @Test("of two files of key slots that differ the one in force serves, and mends the other")
  func forgedCopy() throws {
    let vault = try TestVault()
    try vault.setPIN("the first long PIN")
    let id = try vault.addProtected("mine")
    let places = ["owner", "owner.copy"].map { vault.root.appendingPathComponent("data/\($0)") }
    var forged = [UInt8](try Data(contentsOf: places[0]))
    try vault.mustRun("pin", "change", "--pin-stdin", input: "the first long PIN\n\(TestVault.pin)\n")
    let new = try Data(contentsOf: places[0])
    // The highest generation there is, and a checksum that fits: anybody can write both.
    forged.replaceSubrange(10..<18, with: [UInt8](repeating: 0xFF, count: 8))
    let body = Array(forged.dropLast(SHA256.byteCount))
    try Self.write(Data(body + SHA256.digest(of: body)), to: [places[0]])
    #expect(try vault.reveal(id, pin: "the first long PIN").status == 77)
    #expect(try vault.reveal(id).output == "mine")
    #expect(try Data(contentsOf: places[0]) == new)
    #expect(try Data(contentsOf: places[1]) == new)
  }

  @Test("a directory others may write in is refused")
  func sharedDirectory() throws {
    let vault = try TestVault()
    try vault.mustRun("add", "a task")
    vault.killAgent()
    let data = vault.root.appendingPathComponent("data").path
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: data)
    #expect(try vault.vault("list").status == 78)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data)
    #expect(try vault.mustRun("list").contains("a task"))
  }

  private static func write(_ bytes: Data, to places: [URL]) throws {
    for place in places {
      try bytes.write(to: place)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path)
    }
  }
}

extension TamperingTests {
  @Test("a text that was exchanged, its owner's mark taken away, is refused")
  func exchangedText() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let first = try vault.addProtected("the true text", label: "One")
    _ = try vault.addProtected("another text", label: "Two")
    #expect(try vault.reveal(first).output == "the true text")
    vault.killAgent()
    // What a program of the same user can do with the file's own format.
    let store = try SQLiteTaskStore(path: vault.root.appendingPathComponent("data/tasks.db").path)
    for var task in try await store.all() {
      task.seal?.mark = nil
      try await store.update(task)
    }
    try await store.close()
    let outcome = try vault.reveal(first)
    #expect(outcome.status == 65, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}
