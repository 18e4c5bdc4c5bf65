internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import VaultModel

/// Opens the texts of protected tasks for an owner who was verified.
struct TextOpener: Sendable {
  let records: SealedRecords
  let confirmed: ConfirmedTextsService

  /// A sealed text, whose record is proven to be the one its task refers to; one that the owner has confirmed is the very one.
  ///
  /// - Parameter wasAsked: whether the owner was verified for it just now: nothing else opens a text that asks every time, whatever
  ///   its row said when it was read first.
  func open(
    _ item: SealedItem, of owner: OwnerService.Verified, wasAsked: Bool
  ) async throws(Failure) -> SharedSecret {
    _ = try await confirmed.isConfirmed(item, of: owner)
    if !wasAsked {
      let asks = try await confirmed.list(of: owner).texts.asking.contains(item.id)
      guard !item.alwaysVerify, !asks else { throw .changedMeanwhile }
    }
    return try await records.opening(item) { (record) throws(Failure) in
      try OwnerVerificationError.asFailure(
        now: SharedSecret(
          ProtectedRecord.open(
            record, digest: item.seal.digest, as: item.context(owner.header.vaultID), by: owner.verified)))
    }
  }

  /// A protected task's text with its steps, as people read it.
  func wholeText(of task: TodoTask, _ unlock: OwnerService.Unlock) async throws(Failure) -> SharedSecret {
    guard let item = task.sealedText else { throw Failure(.badData, "This task is not protected.") }
    let body = try await open(item, of: unlock.owner, wasAsked: unlock.wasVerified)
    guard !task.subtasks.isEmpty else { return body }
    var steps: [ChecklistText.Step] = []
    for subtask in task.subtasks {
      guard let seal = subtask.seal else { throw Failure(.badData, "A subtask of this task is not sealed.") }
      let item = SealedItem(subtask.id, seal, in: task)
      let name = try await open(item, of: unlock.owner, wasAsked: unlock.wasVerified)
      steps.append(ChecklistText.Step(name: name, isDone: subtask.isDone))
    }
    do { return SharedSecret(try ChecklistText(body: body, steps: steps).joined()) } catch {
      throw Failure(.tryLater, "There is not enough memory.")
    }
  }

  /// The task with its text in the open, for an owner who was verified for it. The first line is its name, the rest its notes.
  func opened(_ task: TodoTask, _ owner: OwnerService.Verified) async throws(Failure) -> TodoTask {
    guard let item = task.sealedText else { throw Failure(.badData, "This task is not protected.") }
    var after = task
    let lines = try Self.text(try await open(item, of: owner, wasAsked: true)).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    after.name = lines.first.map(String.init) ?? ""
    after.notes = lines.count > 1 && !lines[1].allSatisfy(\.isWhitespace) ? String(lines[1]) : nil
    if after.name?.allSatisfy(\.isWhitespace) ?? true { after.name = task.label ?? TodoTask.standardLabel }
    for index in after.subtasks.indices {
      let subtask = after.subtasks[index]
      guard let seal = subtask.seal else { continue }
      let step = SealedItem(subtask.id, seal, in: task)
      after.subtasks[index].name = try Self.text(try await open(step, of: owner, wasAsked: true))
      after.subtasks[index].seal = nil
    }
    (after.label, after.seal, after.destruction, after.alwaysVerify) = (nil, nil, nil, false)
    after.modifiedAt = Date()
    try TaskRules.check(after)
    return after
  }

  private static func text(_ secret: SharedSecret) throws(Failure) -> String {
    guard let text = secret.bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
      throw Failure(
        .badData, "The protected text is not UTF-8, so no task can show it.",
        hint: "Print it with vault reveal TASK --plain.")
    }
    return text
  }
}
