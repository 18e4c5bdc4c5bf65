internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import VaultModel

/// Seals texts to the owner, and gathers the records.
struct TextSealer {
  private let recipient: SealingRecipient
  /// Marks the texts as theirs at once; needed where they replace some of the owner's. The key must not be used after a lock.
  private(set) var owner: OwnerService.Verified?
  /// Which program has texts sealed that the owner is still to confirm.
  private let program: String
  private(set) var records: [NewRecord] = []

  /// - Parameter recipient: whom they are for; nobody takes them as the owner's yet.
  init(_ recipient: SealingRecipient, by program: String) {
    self.recipient = recipient
    self.program = program
    owner = nil
  }

  /// - Parameter owner: takes the texts as theirs at once.
  init(_ owner: OwnerService.Verified) {
    recipient = SealingRecipient(owner.verified)
    program = ""
    self.owner = owner
  }

  /// Whether it has the owner's key, which must not be used after a lock.
  var holdsOwnersKey: Bool { owner != nil }

  /// The sealer that authenticates what it seals, where there is an owner.
  func marking(_ owner: OwnerService.Verified?) -> TextSealer {
    var sealer = self
    sealer.owner = owner ?? self.owner
    return sealer
  }

  /// Seals a text as that version of an item.
  ///
  /// - Parameters:
  ///   - task: what it belongs to, with all that its row says of the seal.
  ///   - unconfirmed: what the row says of who sealed a text that is sealed anew without having been shown.
  mutating func seal(
    _ text: SharedSecret, id: UUID, version: Int = 1, in task: TodoTask, unconfirmed: SealReference? = nil
  ) throws(Failure) -> SealReference {
    guard !text.bytes.isEmpty else { throw Failure(.usage, "The protected text is empty.") }
    let item = SealedItem(id, SealReference(version: version, digest: []), in: task)
    do throws(OwnerVerificationError) {
      let sealed = try ProtectedRecord.seal(text.bytes, to: recipient, as: item.context(recipient.vaultID))
      records.append(NewRecord(name: .sealedText(of: id, version: version), bytes: sealed.bytes))
      var seal = SealReference(version: version, digest: sealed.digest)
      if let unconfirmed {
        seal.mark = unconfirmed.mark
      } else if let owner {
        seal.mark = try OwnerMAC.code(
          of: SealedItem(id, seal, in: task).statement(recipient.vaultID), by: owner.verified)
      } else {
        seal.mark = SealOrigin(date: Date(), program: program).encoded
      }
      return seal
    } catch { throw Failure(error) }
  }
}
