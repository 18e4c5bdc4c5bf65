internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import LinuxSystem
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

  /// The sealer that marks what it seals, where there is an owner to mark it.
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
        seal.mark = try OwnerMark.mark(
          of: SealedItem(id, seal, in: task).statement(recipient.vaultID), by: owner.verified)
      } else {
        seal.mark = SealOrigin(date: Date(), program: program).encoded
      }
      return seal
    } catch { throw Failure(error) }
  }
}

extension VaultAgent {
  /// A sealer for this vault's owner.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/refused`` before the first PIN.
  func sealer(_ conversation: any Conversation) async throws(Failure) -> TextSealer {
    try await credentials.askForPassphrase(conversation)
    guard let recipient = try await keeper.recipient() else {
      throw Failure(
        .refused, "Protected tasks need a PIN, and none has been set yet.", hint: "Set one with vault pin set.")
    }
    return TextSealer(recipient, by: conversation.client.executable)
  }

  /// A sealer for new versions of a task's texts, which only the owner may put in place of the old ones.
  ///
  /// - Returns: it, the task as it is after the unlock, and how many locks there had been then.
  func ownersSealer(
    for task: TodoTask, _ conversation: any Conversation
  ) async throws(Failure) -> (sealer: TextSealer, task: TodoTask, locks: UInt64) {
    try await credentials.askForPassphrase(conversation)
    let (unlock, task) = try await log("edit", task.id, conversation) { () throws(Failure) in
      let unlock = try await unlocked(conversation, always: task.alwaysVerify)
      let current = try await names.current(task)
      if !unlock.wasVerified, try await asksAlways(current, unlock.owner) { throw Failure.changedMeanwhile }
      return (unlock, current)
    }
    return (TextSealer(unlock.owner), task, unlock.locks)
  }

  /// Asks for a text that is to be sealed.
  func askForText(
    _ what: String, _ conversation: any Conversation, unlessLockedSince locks: UInt64? = nil
  ) async throws(Failure) -> SharedSecret {
    let prompt = Prompt(.protectedText, text: what, deadlineSeconds: 600)
    let text = try await conversation.answer(to: prompt, unlessLockedSince: locks)
    guard !text.bytes.isEmpty else { throw Failure(.usage, "The protected text is empty.") }
    return text
  }
}
