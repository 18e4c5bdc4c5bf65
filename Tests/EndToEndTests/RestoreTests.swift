import Backup
import CredentialStore
import Foundation
import SecretMemory
import Testing
import VaultModel

@testable import OwnerVerification
@testable import Sealing

@Suite("What is taken out of a backup")
struct RestoreTests {
  private static let newPIN = "a pin for the new machine"

  @Test("a backup of the first version comes back, and it is told that its tasks lay readable")
  func firstVersion() throws {
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Samples/version-1.backup").standardizedFileURL
    #expect(try Data(contentsOf: sample).range(of: Data("DE02120300000000202051".utf8)) != nil, "the control")
    let vault = try TestVault()
    let answers = "B202-30B4-47EV-ZX52-XMAG-ZWQ2-8DJQ-CDEH-85MB\n\(Self.newPIN)\n"
    let told = try vault.mustRun(
      "restore", sample.path, "--recovery-code-stdin", "--pin-stdin", input: answers)
    #expect(told.contains("2 tasks are restored") && told.contains("an older version"), "\(told)")
    #expect(try vault.mustRun("list").contains("Rent for the flat"))
    #expect(try vault.reveal("edfc", pin: Self.newPIN).output == "kept since the first version")
  }

  @Test("where no PIN was ever set, a backup makes a recovery code, which opens it")
  func withoutPIN() throws {
    let old = try TestVault()
    try old.mustRun("add", "an ordinary task")
    let path = old.root.appendingPathComponent("vault.backup").path
    let printed = try old.mustRun("backup", path, "--pin-stdin")
    let code = try #require(TestVault.recoveryCode(in: printed), "no recovery code in \(printed)")
    #expect(!(try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)).contains("ordinary"))
    let again = try old.vault("backup", path + "2", "--recovery-code-stdin", input: code + "\n")
    #expect(again.status == 0, "the owner is the same from then on: \(again.errors)")
    #expect(TestVault.recoveryCode(in: again.output) == nil)

    let new = try TestVault()
    try new.mustRun(
      "restore", path, "--recovery-code-stdin", "--pin-stdin", input: "\(code)\n\(Self.newPIN)\n")
    #expect(try new.mustRun("list").contains("an ordinary task"))
    let id = try new.addProtected("sealed to the restored owner")
    #expect(try new.reveal(id, pin: Self.newPIN).output == "sealed to the restored owner")
  }

  @Test("a backup that was never made leaves no code behind: a file that is there is told before anything is asked")
  func fileIsThere() throws {
    let vault = try TestVault()
    let path = vault.root.appendingPathComponent("vault.backup").path
    #expect(FileManager.default.createFile(atPath: path, contents: Data("mine".utf8)))
    let outcome = try vault.vault("backup", path, "--pin-stdin")
    #expect(outcome.status == 73 && TestVault.recoveryCode(in: outcome.output) == nil, "\(outcome)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test("a bent backup is called damaged by its name, with what to do, whatever of it was bent")
  func bent() throws {
    let vault = try TestVault()
    try vault.mustRun("add", "an ordinary task")
    let (sound, code) = try hostile()
    // A byte, the end, the beginning of what is sealed under a checksum that fits, and the owner's own header.
    var bent = [sound, Array(sound.dropLast(100)), sound, sound]
    bent[0][bent[0].count / 2] ^= 1
    bent[2][400] ^= 1
    bent[3][70] ^= 1
    for index in 2...3 {
      let digest = SHA256.digest(of: Array(bent[index].dropLast(64)))
      bent[index].replaceSubrange(sound.count - 64..<sound.count - 32, with: digest)
    }
    for file in bent {
      let outcome = try restore(file, code, into: try TestVault())
      #expect(outcome.status == 65 || outcome.status == 77, "\(outcome)")
      #expect(outcome.errors.contains("hostile.backup"), "\(outcome.errors)")
      #expect(outcome.errors.contains("another copy"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("vault restore"), "what fails is not its own remedy: \(outcome.errors)")
    }
  }

  // MARK: Hostile backups

  /// A backup as its owner could bend it, with a recovery code of their own.
  private func hostile(
    cost: Argon2id.Parameters = cheap, records: [BackupContents.Record] = []
  ) throws -> (file: [UInt8], code: String) {
    let keys = OwnerKeys(parameters: cost)
    let code = try RecoveryCode()
    let owner = try keys.create(vaultID: UUID(), recoveryCode: code, deviceKey: SystemRandom.secret(32))
    let header = try keys.headerForBackup(of: owner).encoded()
    let contents = BackupContents(createdAt: Date(), ownerHeader: header, records: records, tasks: [])
    let file = try BackupCodec.encode(contents) { (purpose, salt) throws(BackupError) in
      do { return try owner.secret(for: OwnerPurpose(purpose), salt: salt) } catch {
        throw BackupError(.failed, "\(error)")
      }
    }
    let text = try code.text()
    return (file, text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
  }

  private static let cheap: Argon2id.Parameters = {
    guard let least = try? Argon2id.Parameters(memoryKiB: 8, iterations: 1, parallelism: 1) else {
      preconditionFailure("these parameters are within bounds")
    }
    return least
  }()

  private func restore(_ file: [UInt8], _ code: String, into vault: TestVault) throws -> TestVault.Outcome {
    let path = vault.root.appendingPathComponent("hostile.backup")
    try Data(file).write(to: path)
    return try vault.vault("restore", path.path, "--recovery-code-stdin", input: code + "\n")
  }

  @Test("a record that is not a text of its tasks is refused: it would take the place of this machine's own keys")
  func foreignRecords() async throws {
    let vault = try TestVault()
    try vault.mustRun("add", "here before")
    for name in ["device/key", "device/pepper", "owner/header", "login", "attempts", "task/\(UUID().uuidString)"] {
      let (file, code) = try hostile(records: [.init(name: name, sealed: [UInt8](repeating: 7, count: 32))])
      let outcome = try restore(file, code, into: vault)
      #expect(outcome.status == 65 && outcome.errors.contains("not a text of its tasks"), "\(name): \(outcome.errors)")
    }
    #expect(try await vault.encryptedFile.names().isEmpty)
  }

  @Test("a slot that would keep the machine busy for minutes at every code is refused before one is asked for")
  func tooDear() throws {
    let vault = try TestVault()
    let (sound, code) = try hostile()
    // Nobody has to pay the cost to write it down.
    var file = sound
    let slot = 20 + 32 + 4 + 16 + 32 + 1 + 1 + 8 + 1 + 1 + 1
    let costs = slot + 1 + 8 + 16
    #expect(Array(file[costs..<costs + 12]) == [0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 1], "the control")
    file.replaceSubrange(costs..<costs + 12, with: [0, 16, 0, 0, 0, 0, 0, 64, 0, 0, 0, 16])
    file.replaceSubrange(file.count - 64..<file.count - 32, with: SHA256.digest(of: Array(file.dropLast(64))))
    let outcome = try restore(file, code, into: vault)
    #expect(outcome.status == 65 && outcome.errors.contains("1024 MiB, 64 passes and 16 lanes"), "\(outcome.errors)")
  }
}
