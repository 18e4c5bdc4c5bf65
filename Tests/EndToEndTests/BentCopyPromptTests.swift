import Foundation
import PrivateDesktop
import Testing
import VaultTesting

@testable import OwnerVerification
@testable import Sealing

@Suite("What is asked for where a copy of the key slots was bent")
struct BentCopyPromptTests {
  /// Behind the file's own head: the vault's id, the public half, the header's form, generation, method and flags, the number of slots.
  private static let kindOfFirstSlot = 22 + 16 + 32 + 2 + 8 + 2 + 1
  private static let (pin, recovery): (UInt8, UInt8) = (1, 2)

  /// Has one copy say that the PIN's slot is the recovery code's, and two of the three notes name it: whoever writes there can do so.
  ///
  /// - Returns: the copies as they were.
  private static func bend(_ place: Int, of vault: TestVault) async throws -> Data {
    let whole = try Data(contentsOf: vault.slotFiles[place])
    try #require(whole[kindOfFirstSlot] == pin)
    let bent = TestVault.bent(whole) {
      // The highest generation that a file can have, so that this copy comes first.
      $0.replaceSubrange(10..<18, with: [UInt8](repeating: 0xFF, count: 8))
      $0[kindOfFirstSlot] = recovery
    }
    try vault.putSlots(bent, in: [vault.slotFiles[place]])
    var notes = try await vault.headerNotes()
    let header = try OwnerHeader(encoded: Array(bent.dropFirst(22).dropLast(SHA256.byteCount)))
    for place in 1...2 { notes[place] = TestVault.formerWitness(of: header) }
    try await vault.put(headerNotes: notes)
    return whole
  }

  @Test("a copy that claims a recovery code closes no PIN slot of an owner who has none, however often was tried")
  func closing() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret text")
    vault.killAgent()
    try await vault.count(failures: 10)
    _ = try await Self.bend(0, of: vault)
    let revealed = try vault.reveal(id)
    #expect(revealed.output == "secret text", "\(revealed)")
  }

  @Test(
    "a PIN stays a PIN, and is hidden, though one copy says that its slot is the recovery code's", arguments: [0, 1])
  func kind(place: Int) async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret text")
    vault.killAgent()
    let whole = try await Self.bend(place, of: vault)
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForQuestion("PIN")
    try terminal.wait(for: "no echo") { !$0.isCooked }
    // A part of it first: were it taken for a recovery code, what is typed would stand there until the line ends.
    for character in TestVault.pin { terminal.type(String(character)) }
    terminal.type("\r")
    try terminal.waitForText("secret text")
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
    for length in [3, TestVault.pin.count] {
      #expect(terminal.written(String(TestVault.pin.prefix(length))) == 0, "the PIN is not echoed")
    }
    #expect(terminal.written("Recovery code:") == 0)
    for file in vault.slotFiles { #expect(try Data(contentsOf: file) == whole, "the bent copy is mended") }
  }
}
