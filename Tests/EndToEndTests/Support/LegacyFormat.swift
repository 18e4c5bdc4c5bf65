import Foundation
import Glibc
import ProcessTesting
import SecretMemory
import TaskStore
import VaultModel

@testable import OwnerVerification
@testable import Sealing

extension Forger {
  /// Puts the vault into the form that versions had before the owner's header had terms: marks given in bulk, a list without a
  /// generation, and no notes but the witness in the credential store.
  func becomeFormer(pin: String = TestVault.pin) async throws {
    vault.killAgent()
    let (deviceKey, pepper) = try await vault.deviceSecrets()
    let file = OwnerHeaderFile(directory: vault.data)
    guard let header = try file.load()?.header else { throw ChildProcess.Failure("the vault has no PIN") }
    let owner = try OwnerKeys(parameters: .standard).open(
      header, pin: try SecretBytes(Array(pin.utf8)), pepper: pepper.bytes, deviceKey: deviceKey.bytes)
    let marking = try owner.authenticationKey(for: OwnerPurpose("vault record MAC v1"))
    var ids: [UUID] = []
    for label in try await labels() {
      // A store keeps the mark of a text that stays; so the text changes in between.
      var digest: [UInt8] = []
      try await change(label) { task in
        digest = task.seal?.digest ?? []
        task.seal?.digest = [0]
      }
      try await change(label) { task in
        task.seal?.digest = digest
        guard let seal = task.seal else { return }
        let context = ProtectedRecord.Context(
          vaultID: header.vaultID, itemID: task.id, version: seal.version, alwaysVerify: task.alwaysVerify)
        task.seal?.mark = try marking.code(for: context.encoded + seal.digest)
        ids.append(task.id)
      }
    }
    let body = ids.map { id in withUnsafeBytes(of: id.uuid) { Array($0) } }
      .sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    let context = ProtectedRecord.Context(vaultID: header.vaultID, itemID: header.vaultID, version: 0)
    let code = try marking.code(for: context.encoded + SHA256.digest(of: body))
    try await put(Traces(list: body + code))
    try await putFormerHeader(of: owner, deviceKey: deviceKey)
  }

  /// Puts a header of the legacy format into the files, and into the witness that it had beside it; removes its present notes.
  private func putFormerHeader(of owner: borrowing VerifiedOwner, deviceKey: SharedSecret) async throws {
    let header = owner.header
    let former = try OwnerHeader(
      vaultID: header.vaultID, publicKey: header.publicKey, slots: header.slots, terms: .unproven,
      privateKey: owner.privateKey, deviceKey: deviceKey.bytes)
    try OwnerHeaderFile(directory: vault.data).replace(with: former) { (_) throws(OwnerVerificationError) in }
    try await putFormerWitness()
    try await removeHeaderNotes()
  }

  /// Makes the witness of the legacy format for the header that is in the files.
  func putFormerWitness() async throws {
    guard let header = try OwnerHeaderFile(directory: vault.data).load()?.header else { return }
    let none = [UInt8](repeating: 0, count: SHA256.byteCount)
    try await set(SHA256.digest(of: header.encoded()) + none + OwnerIdentity(of: header).digest, "owner/header")
  }

  /// Removes what the present version notes of the header in the task database and the state directory.
  func removeHeaderNotes() async throws {
    vault.killAgent()
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    try await store.setState(nil, for: VaultStateKey("owner-header"))
    try await store.close()
    let state = vault.root.appendingPathComponent("state")
    for name in try FileManager.default.contentsOfDirectory(atPath: state.path) where name.hasPrefix("owner-") {
      try FileManager.default.removeItem(at: state.appendingPathComponent(name))
    }
  }
}
