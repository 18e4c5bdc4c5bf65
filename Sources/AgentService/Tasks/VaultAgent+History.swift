internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func history(_ limit: Int) async throws(Failure) -> Reply {
    let operations = try await newestOperations(min(max(1, limit), TaskCare.undoCount))
    var rows: [OperationRow] = []
    for operation in operations { rows.append(OperationRow(operation)) }
    return .history(rows)
  }

  /// Takes back the newest operations, each whole. What concerns sealed texts asks for the owner.
  func undo(_ count: Int, _ conversation: any Conversation) async throws(Failure) -> TaskChangeReport {
    let operations = try await newestOperations(min(max(1, count), TaskCare.undoCount))
    guard !operations.isEmpty else { throw Failure(.usage, "There is nothing to take back.") }
    var lines: [TaskChangeReport.Line] = []
    for operation in operations {
      let changes = try await changes(of: operation, conversation)
      let erasing = changes.contains { $0.before?.isProtected == true && $0.after?.isProtected == false }
      do { try await tasks.undo(operation.id, changes, erasing: erasing) } catch { throw Failure(error) }
      for item in changes.map(\.inverse).flatMap(\.droppedItems) { try await credentials.remove(item.name) }
      for change in changes {
        guard let task = change.before ?? change.after else { continue }
        lines.append(.init("undo \(operation.action)", try await row(task)))
      }
    }
    let notes = lines.isEmpty ? ["That can't be taken back any more: the text was destroyed."] : []
    return TaskChangeReport(lines, notes: notes)
  }

  /// What an operation changed, after the owner was verified where that concerns sealed texts.
  private func changes(
    of operation: TaskOperation, _ conversation: any Conversation
  ) async throws(Failure) -> [TaskChange] {
    let subject = operation.tasks.count == 1 ? operation.tasks[0] : nil
    switch operation.record {
    case .open(let changes):
      guard changes.contains(where: \.concernsSealedTexts) else { return changes }
      try await credentials.askForPassphrase(conversation)
      try await log("undo", subject, conversation) { () throws(Failure) in _ = try await unlocked(conversation) }
      return changes
    case .sealed(let bytes):
      try await credentials.askForPassphrase(conversation)
      return try await log("undo", subject, conversation) { () throws(Failure) in
        let owner = try await keeper.verifyAfresh(conversation)
        return try Self.opened(bytes, of: owner)
      }
    }
  }

  private static func opened(_ bytes: [UInt8], of owner: OwnerKeeper.Verified) throws(Failure) -> [TaskChange] {
    do throws(OwnerVerificationError) {
      let secret = try SealedOperation.open(bytes, privateKey: owner.key.bytes, vaultID: owner.header.vaultID)
      do { return try JSONDecoder().decode([TaskChange].self, from: secret.withUnsafeBytes { Data($0) }) } catch {
        throw OwnerVerificationError(.damaged, "a sealed operation")
      }
    } catch { throw Failure(error) }
  }

  private func newestOperations(_ count: Int) async throws(Failure) -> [TaskOperation] {
    do { return try await tasks.history(count) } catch { throw Failure(error) }
  }
}

extension OperationRow {
  /// What history shows of an operation.
  init(_ operation: TaskOperation) {
    switch operation.record {
    case .open(let changes):
      let titles = changes.map { change in (change.after ?? change.before).map(Self.title) }
      self.init(
        id: operation.id, date: operation.date, action: operation.action, tasks: titles,
        needsVerification: changes.contains(where: \.concernsSealedTexts))
    case .sealed:
      self.init(
        id: operation.id, date: operation.date, action: operation.action, tasks: operation.tasks.map { _ in nil },
        needsVerification: true)
    }
  }

  private static func title(_ task: TodoTask) -> String {
    "\(task.id.hexDigits.prefix(ShortIDs.minimumDigitCount)) \(task.name ?? task.label ?? "")"
  }
}
