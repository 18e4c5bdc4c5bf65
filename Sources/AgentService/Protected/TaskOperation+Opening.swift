internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import StrictJSON
internal import TaskStore
internal import VaultModel

extension TaskOperation {
  /// What it changed; where that is sealed, opened by the owner.
  func changes(openedBy owner: OwnerService.Verified) throws(Failure) -> [TaskChange] {
    let bytes: [UInt8]
    switch record {
    case .open(let changes): return changes
    case .sealed(let sealed): bytes = sealed
    }
    do throws(OwnerVerificationError) {
      let secret = try SealedOperation.open(bytes, by: owner.verified, of: sealContext)
      do { return try StoredJSON.decode([TaskChange].self, from: secret.withUnsafeBytes { Array($0) }) } catch {
        throw OwnerVerificationError(.damaged, "a sealed operation")
      }
    } catch { throw Failure(error) }
  }
}
