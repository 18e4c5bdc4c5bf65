internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func addProtected(
    label: String?, alwaysVerify: Bool, dueDate: Date?, _ conversation: any Conversation
  ) async throws(Failure) -> Reply {
    guard let header = try await keeper.provenHeader() else {
      throw Failure(
        .refused, "Protected tasks need a PIN, and none has been set yet.", hint: "Set one with vault pin set.")
    }
    let label = try checked(label ?? Self.standardLabel, "A label")
    try check(dueDate: dueDate)
    let text = try await conversation.answer(to: Prompt(.protectedText, text: "Protected text", deadlineSeconds: 600))
    guard !text.bytes.isEmpty else { throw Failure(.usage, "The protected text is empty.") }
    let id = UUID()
    let sealed: ProtectedRecord.Sealed
    do throws(OwnerVerificationError) {
      let context = ProtectedRecord.Context(
        vaultID: header.vaultID, itemID: id, version: 1, alwaysVerify: alwaysVerify)
      sealed = try ProtectedRecord.seal(text.bytes, to: header.publicKey, as: context)
    } catch { throw Failure(error) }
    let seal = SealReference(version: 1, digest: sealed.digest)
    let task = TodoTask(
      id: id, label: label, seal: seal, alwaysVerify: alwaysVerify, dueDate: dueDate, createdAt: Date())
    try await credentials.setBytes(sealed.bytes, for: .sealedText(of: id))
    do { try await tasks.create(task) } catch {
      // Without its task the record is an orphan; that it can't be removed either is the lesser news.
      try await credentials.remove(.sealedText(of: id))
      throw Failure(error)
    }
    return .task(try await row(task))
  }

  func reveal(_ reference: String?, _ conversation: any Conversation) async throws(Failure) -> Reply {
    let wanted: [NamedTask]
    if let reference {
      let named = try await named(reference)
      guard named.task.isProtected else {
        throw Failure(.usage, "That task is not protected.", hint: "Read it with vault show.")
      }
      wanted = [named]
    } else {
      wanted = try await allNamed().filter(\.task.isProtected)
      guard !wanted.isEmpty else { return .done(message: "There are no protected tasks.") }
    }
    for (index, named) in wanted.enumerated() {
      try await show(named, remaining: wanted.count - index - 1, conversation)
    }
    return .done(message: "")
  }

  /// Shows one text, once the access log says so: what can't be written down is not shown.
  private func show(_ named: NamedTask, remaining: Int, _ conversation: any Conversation) async throws(Failure) {
    let (text, locks) = try await log("reveal", named.task.id, conversation) { () throws(Failure) in
      let unlock = try await unlocked(conversation, always: named.task.alwaysVerify)
      // The unlock may have taken it as the owner's, and marked it.
      let task = unlock.wasVerified ? try await current(named.task) : named.task
      let text = try await open(task, of: unlock.owner)
      guard conversation.lockCount == unlock.locks else { throw Failure.lockedMeanwhile }
      return (text, unlock.locks)
    }
    let notice = SecretNotice(kind: .protectedText, task: named.row, remaining: remaining)
    try await conversation.show(text, as: notice, unlessLockedSince: locks)
    await keeper.noteReveal()
  }

  private func current(_ task: TodoTask) async throws(Failure) -> TodoTask {
    do throws(TaskStoreError) {
      guard let current = try await tasks.task(task.id) else { throw TaskStoreError(.notFound, ids: [task.id]) }
      return current
    } catch { throw Failure(error) }
  }

  /// The text of a protected task, whose sealed record is proven to be the one the task refers to.
  func open(_ task: TodoTask, of owner: OwnerKeeper.Verified) async throws(Failure) -> SharedSecret {
    guard let seal = task.seal else { throw Failure(.badData, "This task is not protected.") }
    let (vaultID, key) = (owner.header.vaultID, owner.key)
    let record = try await sealedText(of: task, seal.digest)
    try await refuseDisowned(task, of: vaultID, key)
    let context = ProtectedRecord.Context(
      vaultID: vaultID, itemID: task.id, version: seal.version, alwaysVerify: task.alwaysVerify)
    do throws(OwnerVerificationError) {
      if let code = seal.ownerMAC {
        guard try ProtectedRecord.isOwnerMAC(code, for: context, digest: seal.digest, privateKey: key.bytes) else {
          throw OwnerVerificationError(.wrongRecord, "it was not added by the owner")
        }
      }
      let text = try ProtectedRecord.open(record, digest: seal.digest, as: context, privateKey: key.bytes)
      credentials.sealedTexts.keep(record, digest: seal.digest)
      return SharedSecret(text)
    } catch { throw Failure(error) }
  }

  private func sealedText(of task: TodoTask, _ digest: [UInt8]) async throws(Failure) -> [UInt8] {
    if let record = credentials.sealedTexts.record(digest) { return record }
    if let record = try await credentials.bytes(.sealedText(of: task.id)) { return record }
    throw Failure(
      .badData, "The sealed text of this task is not in the credential store.",
      hint: "See vault store check; restore a backup with vault restore.")
  }

  /// The owner's key, by ticket or verification. After a verification, what was added while locked is taken as the
  /// owner's.
  func unlocked(
    _ conversation: any Conversation, always: Bool = false, everywhere: Bool = false
  ) async throws(Failure) -> OwnerKeeper.Unlock {
    let unlock = try await keeper.unlock(conversation, always: always, everywhere: everywhere)
    if unlock.wasVerified {
      do throws(Failure) { try await adoptNewRecords(of: unlock.owner) } catch {
        // What is told, and logged, as refused must not leave the vault open.
        await keeper.lock(.command)
        throw error
      }
    }
    return unlock
  }
}
