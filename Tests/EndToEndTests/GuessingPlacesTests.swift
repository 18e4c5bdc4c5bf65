import AgentAPI
import Foundation
import Glibc
import Testing
import VaultClient

@testable import OwnerVerification
@testable import Sealing

@Suite("The record of tried PINs, when its places are deleted, damaged or exchanged")
struct GuessingPlacesTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  /// The seconds that a refusal names.
  private func wait(_ outcome: TestVault.Outcome) throws -> Int {
    #expect(outcome.status == 75, "\(outcome)")
    let seconds = outcome.errors.firstMatch(of: /in (\d+) s/).flatMap { Int($0.output.1) }
    return try #require(seconds, "\(outcome)")
  }

  @Test("one place deleted under the agent or behind its back brings no try back, and is told")
  func onePlace() throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    try vault.guessWrong(2, at: id)
    for path in vault.attemptFiles.prefix(2) { unlink(path) }
    try vault.guessWrong(1, at: id)
    #expect(
      try vault.vault("list").errors.contains("record of tried PINs in the data directory"),
      "told until the owner knows")
    #expect(try vault.vault("list").errors.contains("record of tried PINs in the data directory"))
    vault.killAgent()
    for path in vault.attemptFiles.suffix(2) { unlink(path) }
    // The next agent looks by itself, and tells whoever comes first.
    let again = try vault.reveal(id, pin: "not this one")
    #expect(again.status == 77, "\(again)")
    #expect(try (again.errors + vault.vault("list").errors).contains("record of tried PINs in the state directory"))
    #expect(vault.contents(of: vault.attemptFiles).count == 4, "mended")
    try vault.guessWrong(1, at: id)
    #expect(try vault.reveal(id).status == 75)
  }

  @Test("all places deleted without a recovery code: a day's wait, that begins once and isn't extended")
  func allPlaces() async throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    #expect(try vault.reveal(id).status == 0)
    try await vault.deleteAttempts()
    let first = try wait(try vault.reveal(id))
    #expect((86_000...86_400).contains(first))
    for path in vault.attemptFiles { unlink(path) }
    try await vault.setStoredAttempts(nil)
    #expect(try wait(try vault.reveal(id)) <= first)
    vault.killAgent()
    #expect(try wait(try vault.reveal(id)) <= first, "written down, so that it is the same wait")
  }

  @Test("all places deleted with a recovery code: the code opens, and then the PIN again")
  func allPlacesWithCode() async throws {
    let code = try vault.setPINWithCode()
    let id = try vault.addProtected("the text")
    try await vault.deleteAttempts()
    let refused = try vault.revealWithoutTerminal(id)
    #expect(refused.status == 77 && refused.errors.contains("recovery code"), "\(refused)")
    #expect(try vault.reveal(id, code: code).output == "the text")
    try vault.mustRun("lock")
    #expect(try vault.reveal(id).output == "the text")
  }

  @Test("the record exists from the first PIN on: deleted before any PIN was tried, it is missing, not zero")
  func fromTheFirstPIN() async throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    #expect(vault.contents(of: vault.attemptFiles).count == 4)
    try await vault.deleteAttempts()
    #expect(try vault.reveal(id).status == 75)
  }

  @Test("the files of two days, put back in turns, bring no try back")
  func alternated() async throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    var days: [[String: Data]] = []
    for _ in 0..<2 {
      #expect(try vault.reveal(id).status == 0)
      try vault.mustRun("lock")
      days.append(vault.contents(of: vault.attemptFiles))
    }
    var tried = 0
    for round in 0..<12 {
      vault.killAgent()
      try vault.putBack(days[round % 2], insteadOf: vault.attemptFiles)
      if try vault.reveal(id, pin: "not this one").status == 77 { tried += 1 }
    }
    #expect(tried <= 5, "\(tried) were tried")
  }

  @Test("garbage in every place denies nothing: the recovery code opens, and then the PIN")
  func garbage() async throws {
    let code = try vault.setPINWithCode()
    let id = try vault.addProtected("the text")
    vault.killAgent()
    for path in vault.attemptFiles.prefix(3) {
      try Data(repeating: 7, count: 9000).write(to: URL(fileURLWithPath: path))
    }
    // Not even a file, and not ours alone.
    unlink(vault.attemptFiles[1])
    #expect(mkdir(vault.attemptFiles[1], 0o700) == 0)
    unlink(vault.attemptFiles[3])
    #expect(symlink("/dev/zero", vault.attemptFiles[3]) == 0 && chmod(vault.attemptFiles[0], 0o666) == 0)
    try await vault.setStoredAttempts([UInt8](repeating: 0xFF, count: 300))
    try await vault.setAttemptNote(Array("{]".utf8))
    let refused = try vault.revealWithoutTerminal(id)
    #expect(refused.status == 77 && refused.errors.contains("recovery code"), "\(refused)")
    #expect(try vault.reveal(id, code: code).output == "the text")
    try vault.mustRun("lock")
    vault.killAgent()
    #expect(try vault.reveal(id).output == "the text")
  }

  @Test("one old file, kept back while all places were deleted, brings no try back")
  func oldFile() async throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    #expect(try vault.reveal(id).status == 0)
    vault.killAgent()
    let kept = vault.contents(of: Array(vault.attemptFiles.prefix(1)))
    var tried = 0
    for _ in 0..<3 {
      for _ in 0..<6 where try vault.reveal(id, pin: "not this one").status == 77 { tried += 1 }
      vault.killAgent()
      // The credential store is not touched.
      for path in vault.attemptFiles { unlink(path) }
      try await vault.setAttemptNote(nil)
      #expect(try vault.reveal(id).status == 75)
      vault.killAgent()
      try vault.putBack(kept, insteadOf: Array(kept.keys))
    }
    #expect(tried == 5)
    #expect(try vault.reveal(id).status == 75)
  }

  @Test("what tells of a change waits for the owner, whoever connects before them")
  func strangersHello() throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    try vault.guessWrong(1, at: id)
    for path in vault.attemptFiles.prefix(2) { unlink(path) }
    try vault.guessWrong(1, at: id)
    for _ in 0..<3 {
      #expect(try TestClient.connect(to: vault).welcome.notices.contains { $0.contains("record of tried PINs") })
    }
    let told = try vault.reveal(id)
    #expect(told.output == "the text" && told.errors.contains("record of tried PINs in the data directory"), "\(told)")
    #expect(try !vault.vault("list").errors.contains("record of tried PINs"), "once the owner knows it is told no more")
  }

  @Test("a bent copy of the key slots that claims a recovery code does not close the PIN in its favour")
  func claimedCode() async throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    let stored = try #require(try OwnerHeaderFile(directory: vault.data).load())
    let pin = try #require(stored.header.slot(.pin))
    var bytes = ByteWriter()
    pin.write(to: &bytes)
    var reader = ByteReader([OwnerSlot.Kind.recovery.rawValue] + bytes.bytes.dropFirst())
    let bent = OwnerHeader(
      vaultID: stored.header.vaultID, publicKey: stored.header.publicKey,
      slots: [pin, try OwnerSlot(from: &reader)], terms: stored.header.terms,
      deviceMAC: stored.header.deviceMAC, ownerMAC: stored.header.ownerMAC)
    let whole = try Data(contentsOf: vault.slotFiles[1])
    try await vault.deleteAttempts()
    try vault.putSlots(TestVault.file(of: bent, like: whole), in: [vault.slotFiles[1]])
    #expect(try wait(try vault.reveal(id)) > 86_000, "a day's wait, which ends")
    #expect(try vault.revealWithoutTerminal(id).status == 75)
  }
}
