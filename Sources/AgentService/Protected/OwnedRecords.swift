internal import FoundationEssentials
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import VaultModel

/// The tasks whose text the owner has taken as theirs, under a MAC of the owner's.
///
/// Anybody can seal to the public half, so a task's own MAC tells the owner's texts from others'. Without this list, whoever
/// can write the task database could exchange a text and take the MAC away, and it would pass for one added while locked.
struct OwnedRecords: Equatable, Sendable {
  /// The tasks.
  var ids: Set<UUID>

  init(_ ids: Set<UUID>) { self.ids = ids }

  /// Reads what ``encoded(by:)`` wrote.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` when the owner did not write it.
  init(encoded: [UInt8], by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) {
    let body = Array(encoded.dropLast(HMACSHA256.byteCount))
    let code = Array(encoded.suffix(HMACSHA256.byteCount))
    guard body.count.isMultiple(of: 16), code.count == HMACSHA256.byteCount,
      try ProtectedRecord.isOwnerMAC(
        code, for: Self.context(owner.header.vaultID), digest: SHA256.digest(of: body), by: owner)
    else { throw OwnerVerificationError(.damaged, "the list of the owner's texts") }
    ids = Self.claimedIDs(encoded)
  }

  /// The ids in a list of which nobody has proven that it is the owner's.
  static func claimedIDs(_ encoded: [UInt8]) -> Set<UUID> {
    let body = Array(encoded.dropLast(HMACSHA256.byteCount))
    return Set(stride(from: 0, to: body.count / 16 * 16, by: 16).compactMap { UUID(bytes: Array(body[$0..<$0 + 16])) })
  }

  /// The ids in order, then the owner's MAC.
  func encoded(by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> [UInt8] {
    let body = ids.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    let code = try ProtectedRecord.ownerMAC(
      for: Self.context(owner.header.vaultID), digest: SHA256.digest(of: body), by: owner)
    return body + code
  }

  /// No task has version 0, so that no task's MAC is ever this list's.
  private static func context(_ vaultID: UUID) -> ProtectedRecord.Context {
    ProtectedRecord.Context(vaultID: vaultID, itemID: vaultID, version: 0)
  }
}
