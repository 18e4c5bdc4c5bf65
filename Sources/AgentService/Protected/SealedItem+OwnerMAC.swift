internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

extension SealedItem {
  /// Whether it carries the owner's MAC over what its row says.
  func isAuthenticated(by owner: OwnerService.Verified) throws(Failure) -> Bool {
    guard seal.hasOwnerMAC, let code = seal.mark else { return false }
    let statement = statement(owner.header.vaultID)
    return try OwnerVerificationError.asFailure(now: OwnerMAC.isValid(code, of: statement, by: owner.verified))
  }

  /// The owner's MAC over what its row says.
  fileprivate func ownerMAC(by owner: OwnerService.Verified) throws(Failure) -> [UInt8] {
    let statement = statement(owner.header.vaultID)
    return try OwnerVerificationError.asFailure(now: OwnerMAC.code(of: statement, by: owner.verified))
  }
}

extension TodoTask {
  /// The owner's MACs for those of its texts that have none yet, by their ids: for a task whose texts the owner has just been shown.
  func missingOwnerMACs(by owner: OwnerService.Verified) throws(Failure) -> [UUID: [UInt8]] {
    var codes: [UUID: [UInt8]] = [:]
    for item in sealedItems where !item.seal.hasOwnerMAC { codes[item.id] = try item.ownerMAC(by: owner) }
    return codes
  }

  /// The task with its confirmed texts authenticated anew, after a change of what its row says of them.
  ///
  /// - Parameter source: the task with the same texts, whose MACs are proof that they are the owner's.
  func authenticated(like source: TodoTask, by owner: OwnerService.Verified) throws(Failure) -> TodoTask {
    var codes: [UUID: [UInt8]] = [:]
    for item in sealedItems where try !item.isAuthenticated(by: owner) {
      let same = source.sealedItems.first { other in
        other.id == item.id && other.seal.version == item.seal.version && other.seal.digest == item.seal.digest
      }
      guard let same, try same.isAuthenticated(by: owner) else { continue }
      codes[item.id] = try item.ownerMAC(by: owner)
    }
    return authenticated(codes)
  }
}
