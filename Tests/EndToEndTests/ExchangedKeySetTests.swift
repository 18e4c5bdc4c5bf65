import DurableFiles
import Foundation
import PrivateDesktop
import SecretMemory
import TaskStore
import Testing

@testable import OwnerVerification
@testable import Sealing

/// Key slots, credential store, key file, marks and task database, all of them somebody else's.
@Suite("A whole key set that was exchanged for somebody else's")
struct ExchangedKeySetTests {
  private static let foreignPIN = "a foreign long PIN"

  @Test("is found at the next unlock and not before, where no agent that has proven the owner runs")
  func wholeDirectories() throws {
    let (vault, stranger) = (try TestVault(), try TestVault())
    try vault.setPIN()
    try stranger.setPIN(Self.foreignPIN)
    let id = try vault.addProtected("mine")
    #expect(try vault.reveal(id).output == "mine")
    for one in [vault, stranger] { try one.mustRun("agent", "stop") }
    let own = try Self.contents(of: vault)
    try Self.put(try Self.contents(of: stranger), into: vault, instead: stranger)

    let lost = try vault.addProtected("for somebody else's eyes")
    let refused = try vault.reveal(lost)
    #expect(refused.status == 77 && refused.output.isEmpty, "the next unlock: the PIN opens nothing: \(refused)")
    let theirs = try vault.reveal(lost, pin: Self.foreignPIN)
    #expect(theirs.output == "for somebody else's eyes", "whose it was until then: \(theirs)")

    try vault.mustRun("agent", "stop")
    try Self.put(own, into: vault, instead: vault)
    #expect(try vault.reveal(id).output == "mine", "nothing of the owner's was lost")
    #expect(try vault.reveal(lost).status != 0)
  }

  @Test("is refused by an agent that has proven the owner, though the credential store's own generation went on")
  func runningAgent() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    vault.killAgent()
    let own = try await vault.headerNotes()
    #expect(try vault.reveal(id).output == "mine")
    try vault.mustRun("lock")
    let pid = try #require(vault.agentPID)
    let whole = try Data(contentsOf: vault.slotFiles[0])
    // Who reads device key and pepper writes as the agent would: no generation goes back, every MAC but the owner's fits.
    let stranger = try await forge(in: vault)
    for place in try Self.notes(of: vault) { try stranger.write(to: place) }
    try await vault.putWitness(Array(stranger))
    #expect(vault.agentPID == pid)
    let refused = try vault.vault("add", "--protected", "-", input: "for somebody else's eyes")
    // Neither by the store's generation nor because the places don't agree: by what this agent has proven.
    #expect(refused.status == 65 && refused.errors.contains("are not the ones in force"), "\(refused)")

    // The next agent has proven nobody yet, and the task database still names the owner.
    vault.killAgent()
    let next = try vault.vault("add", "--protected", "-", input: "for somebody else's eyes")
    #expect(next.status == 65, "\(next)")
    vault.killAgent()
    try await vault.set(Array(stranger), VaultStateKey("owner-header"))
    _ = try vault.addProtected("for somebody else's eyes", label: "Lost")
    #expect(try vault.reveal(id).status != 0, "and not before the next unlock is it found, as the page says")
    vault.killAgent()
    try vault.putSlots(whole)
    try await vault.put(headerNotes: own)
    let found = try vault.reveal(id)
    #expect(found.output == "mine", "\(found)")
    #expect(found.errors.contains("Lost"), "what was sealed to another is named: \(found.errors)")
  }

  /// Writes key slots of another owner under this vault's own device key.
  ///
  /// - Returns: the note that names them, under the MAC of that owner.
  private func forge(in vault: TestVault) async throws -> Data {
    let (deviceKey, pepper) = try await vault.deviceSecrets()
    let own = try #require(try OwnerHeaderFile(directory: vault.data).load()?.header)
    let keys = OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
    let stranger = try keys.create(
      vaultID: own.vaultID, pin: try SecretBytes(Array(Self.foreignPIN.utf8)), pepper: pepper.bytes,
      deviceKey: deviceKey.bytes, hasOwnedList: true)
    let header = stranger.header
    let format = OwnerFileFormat(magic: "VAULTOWN", version: 2, maximumPayloadByteCount: 1024)
    try vault.putSlots(Data(format.encode(.init(generation: 1000, payload: header.encoded()))))
    let body =
      SHA256.digest(of: header.encoded()) + [UInt8](repeating: 0, count: SHA256.byteCount)
      + OwnerIdentity(of: header).digest + withUnsafeBytes(of: header.generation.bigEndian) { Array($0) }
    return Data(body + (try stranger.authenticationKey(for: OwnerPurpose("vault header note v1")).code(for: body)))
  }

  /// The note of the header in the state directory.
  private static func notes(of vault: TestVault) throws -> [URL] {
    let state = vault.root.appendingPathComponent("state")
    return try FileManager.default.contentsOfDirectory(at: state, includingPropertiesForKeys: nil).filter {
      $0.lastPathComponent.hasPrefix("owner-") && $0.pathExtension == "note"
    }
  }

  // MARK: Directories

  /// All files of a vault whose agent does not run, by their path below its root.
  private static func contents(of vault: TestVault) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for directory in ["data", "config", "state"] {
      let place = vault.root.appendingPathComponent(directory)
      for name in try FileManager.default.contentsOfDirectory(atPath: place.path) where name != "agent.lock" {
        found["\(directory)/\(name)"] = try Data(contentsOf: place.appendingPathComponent(name))
      }
    }
    return found
  }

  /// Puts files in the place of all that a vault has. Notes that are named after the data directory get this one's name.
  private static func put(_ files: [String: Data], into vault: TestVault, instead former: TestVault) throws {
    for name in try contents(of: vault).keys {
      try FileManager.default.removeItem(at: vault.root.appendingPathComponent(name))
    }
    let (theirs, ours) = (mark(of: former), mark(of: vault))
    for (name, bytes) in files {
      let place = vault.root.appendingPathComponent(name.replacingOccurrences(of: theirs, with: ours))
      try bytes.write(to: place)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path)
    }
  }

  private static func mark(of vault: TestVault) -> String {
    let number = SHA256.digest(of: Array(vault.data.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return String(number, radix: 16)
  }
}
