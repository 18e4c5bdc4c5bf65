import Foundation
import PrivateDesktop
import SecretMemory
import TaskStore
import Testing
import VaultTesting

@testable import OwnerVerification
@testable import Sealing

@Suite("Key slots and their notes that somebody changed")
struct KeySlotTests {
  private static let firstPIN = "the first long PIN"

  @Test("one copy that is bent keeps nobody out: the other one serves, and that is told")
  func bentCopy() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    let whole = try Data(contentsOf: vault.slotFiles[0])
    let bent = [
      // The highest generation of a file there is, and then: another public half, no slots at all, another way of verification.
      TestVault.bent(whole) {
        $0.replaceSubrange(10..<18, with: [UInt8](repeating: 0xFF, count: 8))
        $0[40] ^= 1
      },
      TestVault.bent(whole) { $0[70] ^= 0xFF },
      TestVault.bent(whole) { $0[80] ^= 3 },
    ]
    for (number, bytes) in bent.enumerated() {
      for place in vault.slotFiles {
        vault.killAgent()
        try vault.putSlots(bytes, in: [place])
        let outcome = try vault.reveal(id)
        #expect(outcome.output == "mine", "\(number): \(outcome)")
        #expect(outcome.errors.contains("A copy of your key slots"), "\(number): \(outcome.errors)")
        for place in vault.slotFiles { #expect(try Data(contentsOf: place) == whole) }
      }
    }
  }

  @Test("one copy that is bent keeps no text from being added while the vault is locked")
  func bentCopyWhileLocked() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let whole = try Data(contentsOf: vault.slotFiles[0])
    // The PIN's slot as a recovery code's; another time at which it was made; another public half.
    for change in [(83, UInt8(3)), (90, 1), (40, 1)] {
      for place in vault.slotFiles {
        vault.killAgent()
        for place in vault.slotFiles { try vault.putSlots(whole, in: [place]) }
        try vault.putSlots(TestVault.bent(whole) { $0[change.0] ^= change.1 }, in: [place])
        let added = try vault.vault("add", "--protected", "-", input: "added while locked")
        #expect(added.status == 0, "\(change) \(place.lastPathComponent): \(added)")
      }
    }
    vault.killAgent()
    let id = try vault.addProtected("mine")
    #expect(try vault.reveal(id).output == "mine")
  }

  @Test("one copy that is bent and claims to be the older one keeps no text out where no note names either")
  func olderBentCopy() async throws {
    let vault = try TestVault()
    try vault.setPIN(Self.firstPIN)
    vault.killAgent()
    let notes = try await vault.headerNotes()
    try vault.mustRun("pin", "change", "--pin-stdin", input: "\(Self.firstPIN)\n\(TestVault.pin)\n")
    let whole = try Data(contentsOf: vault.slotFiles[0])
    for place in vault.slotFiles {
      vault.killAgent()
      // The change was written, and what is noted of it not yet.
      try await vault.put(headerNotes: notes)
      try vault.putSlots(whole)
      // The last byte of the generation, and the slot's kind: of two that no note names the older one comes first.
      try vault.putSlots(TestVault.bent(whole) { ($0[79], $0[83]) = (1, 2) }, in: [place])
      let added = try vault.vault("add", "--protected", "-", input: "added while locked")
      #expect(added.status == 0, "\(place.lastPathComponent): \(added)")
    }
  }

  @Test("one note that is bent, or gone, keeps nobody out, and is written anew and told")
  func bentNote() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    vault.killAgent()
    let notes = try await vault.headerNotes()
    for place in 0..<3 {
      let forged = notes[place].map { Array($0[..<96]) + [UInt8](repeating: 0xFF, count: 8) + Array($0[104...]) }
      for bytes in [nil, [1, 2, 3], forged] as [[UInt8]?] {
        vault.killAgent()
        var changed = notes
        changed[place] = bytes
        try await vault.put(headerNotes: changed)
        let outcome = try vault.reveal(id)
        #expect(outcome.output == "mine", "\(place): \(outcome)")
        #expect(outcome.errors.contains("has been rewritten"), "\(place): \(outcome.errors)")
        vault.killAgent()
        #expect(try await vault.headerNotes() == notes)
      }
    }
  }

  @Test("an older file of key slots is found out by any one note, also by the next agent")
  func olderSlots() async throws {
    let vault = try TestVault()
    try vault.setPIN(Self.firstPIN)
    let id = try vault.addProtected("mine")
    let old = try Data(contentsOf: vault.slotFiles[0])
    vault.killAgent()
    let oldNotes = try await vault.headerNotes()
    try vault.mustRun("pin", "change", "--pin-stdin", input: "\(Self.firstPIN)\n\(TestVault.pin)\n")
    let new = try Data(contentsOf: vault.slotFiles[0])
    vault.killAgent()
    let notes = try await vault.headerNotes()
    for place in 0..<3 {
      vault.killAgent()
      try vault.putSlots(old)
      var changed = oldNotes
      changed[place] = notes[place]
      try await vault.put(headerNotes: changed)
      let refused = try vault.reveal(id, pin: Self.firstPIN)
      #expect(refused.status == 65 && refused.output.isEmpty, "\(place): \(refused)")
    }
    vault.killAgent()
    try vault.putSlots(new)
    #expect(try vault.reveal(id).output == "mine")
  }

  @Test("the PIN of older key slots that were put back does not begin the count of attempts anew")
  func oldPINResetsNothing() async throws {
    let vault = try TestVault()
    try vault.setPIN(Self.firstPIN)
    let id = try vault.addProtected("mine")
    let old = try Data(contentsOf: vault.slotFiles[0])
    try vault.mustRun("pin", "change", "--pin-stdin", input: "\(Self.firstPIN)\n\(TestVault.pin)\n")
    for _ in 0..<3 { #expect(try vault.reveal(id, pin: "not this one").status == 77) }
    vault.killAgent()
    try vault.putSlots(old)
    #expect(try vault.reveal(id, pin: Self.firstPIN).status == 65)
    let key = try AttemptRecordFile.key(from: try await vault.deviceSecrets().deviceKey.bytes)
    let file = AttemptRecordFile(directories: [vault.data, "\(vault.root.path)/state"], key: key)
    for finding in file.findings() {
      guard case .record(let record) = finding else {
        Issue.record("there is no record")
        continue
      }
      #expect(record.failures >= 3)
    }
  }

  @Test("who goes back to an older credential file and its key slots, and says so, opens them again")
  func acceptedRollback() throws {
    let vault = try TestVault()
    try vault.setPIN(Self.firstPIN)
    let id = try vault.addProtected("mine")
    vault.killAgent()
    let old = try Self.snapshot(vault)
    try vault.mustRun("pin", "change", "--pin-stdin", input: "\(Self.firstPIN)\n\(TestVault.pin)\n")
    vault.killAgent()
    for (name, bytes) in old { try bytes.write(to: URL(fileURLWithPath: "\(vault.data)/\(name)")) }
    #expect(try vault.reveal(id, pin: Self.firstPIN).status == 65)
    try vault.mustRun("store", "accept-rollback")
    let outcome = try vault.reveal(id, pin: Self.firstPIN)
    #expect(outcome.output == "mine", "\(outcome)")
  }

  /// Key slots and credential file, as they are.
  private static func snapshot(_ vault: TestVault) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: vault.data).filter {
      $0.hasPrefix("owner") || $0.hasPrefix("credentials")
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(vault.data)/\($0)"))) })
  }

  @Test("a whole key set of somebody else is refused by an agent that has proven the owner")
  func exchangedKeySet() throws {
    let vault = try TestVault()
    let stranger = try TestVault()
    for one in [vault, stranger] { try one.setPIN(one === vault ? TestVault.pin : "a foreign long PIN") }
    let id = try vault.addProtected("mine")
    #expect(try vault.reveal(id).output == "mine")
    stranger.killAgent()
    for directory in ["data", "config", "state"] { try Self.exchange(directory, of: vault, for: stranger) }
    let refused = try vault.vault("add", "--protected", "-", input: "for somebody else's eyes")
    #expect(refused.status == 65, "\(refused)")
    // The next agent has proven nothing yet. That these are not the owner's, the next unlock tells.
    vault.killAgent()
    #expect(try vault.reveal(id).output.isEmpty)
    #expect(try vault.vault("unlock", "--pin-stdin", input: TestVault.pin + "\n").status != 0)
  }

  /// Puts all of one vault's files, the task database among them, in the place of another's.
  private static func exchange(_ directory: String, of vault: TestVault, for stranger: TestVault) throws {
    let manager = FileManager.default
    let (mine, theirs) = ("\(vault.root.path)/\(directory)", "\(stranger.root.path)/\(directory)")
    for name in try manager.contentsOfDirectory(atPath: mine) where name != "agent.lock" {
      try manager.removeItem(atPath: "\(mine)/\(name)")
    }
    for name in try manager.contentsOfDirectory(atPath: theirs) where name != "agent.lock" {
      try manager.copyItem(atPath: "\(theirs)/\(name)", toPath: "\(mine)/\(name)")
    }
  }
}
