import CredentialStore
import Foundation
import PrivateDesktop
import ProcessTesting
import SecretMemory

@testable import OwnerVerification
@testable import Sealing

/// What a PIN yields, computed from the files of a vault as the agent does it: what must not stay in its memory.
struct VaultKeys {
  /// Names and bytes of the keys.
  private(set) var all: [(name: String, bytes: [UInt8])] = []
  /// The owner's private half.
  let privateHalf: [UInt8]

  /// Computes them for a vault on the encrypted file.
  ///
  /// - Parameter task: a protected task, whose record key is computed too.
  init(of vault: TestVault, pin: String, task: UUID) async throws {
    let store = vault.encryptedFile
    let (deviceKey, pepper) = try await vault.deviceSecrets()
    guard let header = try OwnerHeaderFile(directory: vault.data).load()?.header, let slot = header.slot(.pin),
      let taskName = CredentialName("task/\(task.uuidString.lowercased())"),
      let record = try await store.value(for: taskName)
    else { throw ChildProcess.Failure("the vault has no PIN or no such record") }
    let typed = try SecretBytes(Array(pin.utf8))
    let stretched = try Argon2id.derive(from: typed, salt: slot.salt, parameters: slot.parameters, count: 32)
    let wrapping = try SlotKey.pin(typed, pepper: pepper.bytes, salt: slot.salt, parameters: slot.parameters)
    let owner = try OwnerKeys(parameters: .standard).open(
      header, pin: typed, pepper: pepper.bytes, deviceKey: deviceKey.bytes)
    privateHalf = Self.bytes(owner.privateKey)
    all = [("Argon2 output", Self.bytes(stretched)), ("slot key", Self.bytes(wrapping)), ("private half", privateHalf)]
    let context = ProtectedRecord.Context(vaultID: header.vaultID, itemID: task, version: 1)
    all += try Self.recordKeys(Self.bytes(record), owner.privateKey, header.publicKey, context)
  }

  /// The keys under which HPKE (RFC 9180) sealed one record.
  private static func recordKeys(
    _ record: [UInt8], _ key: borrowing SecretBytes, _ publicKey: X25519PublicKey, _ context: ProtectedRecord.Context
  ) throws -> [(String, [UInt8])] {
    guard let encapsulated = X25519PublicKey(Array(record.dropFirst(33).prefix(32))) else {
      throw ChildProcess.Failure("the record is too short")
    }
    let agreed = try X25519.sharedSecret(privateKey: key, publicKey: encapsulated)
    let shared = try DHKEM.sharedSecret(agreed: agreed, encapsulated: encapsulated, recipient: publicKey)
    let schedule = try HPKEKeySchedule(
      sharedSecret: shared, info: Array("vault protected record v2".utf8) + context.encoded)
    return [("agreed secret", bytes(agreed)), ("shared secret", bytes(shared)), ("record key", bytes(schedule.key))]
  }

  private static func bytes(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }
}

extension TestVault {
  /// The data directory.
  var data: String { "\(root.path)/data" }

  /// The credential store of this vault, opened beside the agent.
  var encryptedFile: EncryptedFileStore {
    EncryptedFileStore(
      EncryptedFileStore.Configuration(
        path: "\(data)/credentials.db", stateDirectory: "\(root.path)/state",
        keySource: .keyFile(KeyFile(path: "\(root.path)/config/credentials.key"))))
  }

  /// Device key and pepper.
  func deviceSecrets() async throws -> (deviceKey: SharedSecret, pepper: SharedSecret) {
    (try await storedSecret("device/key"), try await storedSecret("device/pepper"))
  }

  private func storedSecret(_ name: String) async throws -> SharedSecret {
    guard let name = CredentialName(name), let value = try await encryptedFile.value(for: name) else {
      throw ChildProcess.Failure("the vault has no \(name)")
    }
    return SharedSecret(value)
  }

  /// Has the attempt record say that so many wrong PINs were given, and that no wait is left.
  func count(failures: UInt32) async throws {
    let key = try AttemptRecordFile.key(from: try await deviceSecrets().deviceKey.bytes)
    var record = AttemptRecord()
    record.generation = 1000
    record.failures = failures
    try AttemptRecordFile(directories: [data, "\(root.path)/state"], key: key).save(record)
  }

  /// Makes the PIN cheap to verify, for tests that verify often.
  func makeVerificationCheap(pin: String = TestVault.pin) async throws {
    // A running agent knows which slots it wrote, and takes no others.
    killAgent()
    let (deviceKey, pepper) = try await deviceSecrets()
    let file = OwnerHeaderFile(directory: data)
    guard let header = try file.load()?.header else { throw ChildProcess.Failure("the vault has no PIN") }
    let typed = try SecretBytes(Array(pin.utf8))
    let keys = OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
    let owner = try keys.open(header, pin: typed, pepper: pepper.bytes, deviceKey: deviceKey.bytes)
    // Newer than what is noted, and the owner's: it is taken, as after a crash before the notes.
    let cheap = try keys.settingPIN(typed, pepper: pepper.bytes, of: owner, deviceKey: deviceKey.bytes)
    try file.replace(with: cheap) { (_) throws(OwnerVerificationError) in }
  }
}
