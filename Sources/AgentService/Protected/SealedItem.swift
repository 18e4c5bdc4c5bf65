internal import CredentialStore
internal import FoundationEssentials
internal import OwnerVerification
internal import VaultModel

/// One sealed text of a task: its own, or that of one of its subtasks.
struct SealedItem: Sendable, Equatable {
  let id: UUID
  /// The task that it belongs to.
  let taskID: UUID
  let seal: SealReference
  let alwaysVerify: Bool
  let destruction: Destruction?

  /// - Parameter id: the task's own, or that of one of its subtasks.
  init(_ id: UUID, _ seal: SealReference, in task: TodoTask) {
    self.id = id
    self.seal = seal
    (taskID, alwaysVerify, destruction) = (task.id, task.alwaysVerify, task.destruction)
  }

  /// Where the credential store keeps the record.
  var name: CredentialName { .sealedText(of: id, version: seal.version) }

  func context(_ vaultID: UUID) -> ProtectedRecord.Context {
    ProtectedRecord.Context(vaultID: vaultID, itemID: id, version: seal.version, alwaysVerify: alwaysVerify)
  }

  /// What the row says of the seal, which the owner's MAC is over.
  func statement(_ vaultID: UUID) -> OwnerMAC.Statement {
    let destruction: OwnerMAC.Statement.Destruction =
      switch destruction {
      case nil: .never
      case .whenDone: .whenDone
      case .at(let date): .at(date)
      }
    return OwnerMAC.Statement(
      context: context(vaultID), taskID: taskID, digest: seal.digest, destruction: destruction)
  }
}

extension TodoTask {
  /// What stands for a protected task without a label.
  static let standardLabel = "Protected task"

  /// The sealed text of the task itself; nil for an ordinary one.
  var sealedText: SealedItem? { seal.map { SealedItem(id, $0, in: self) } }

  /// All its sealed texts, its own first.
  var sealedItems: [SealedItem] {
    [sealedText].compactMap { $0 }
      + subtasks.compactMap { subtask in subtask.seal.map { SealedItem(subtask.id, $0, in: self) } }
  }

  /// The task with the owner's MACs, by the ids of its items, in their places.
  func authenticated(_ codes: [UUID: [UInt8]]) -> TodoTask {
    var task = self
    if let code = codes[id] { task.seal?.mark = code }
    for index in task.subtasks.indices {
      if let code = codes[task.subtasks[index].id] { task.subtasks[index].seal?.mark = code }
    }
    return task
  }

  /// The task without its sealed texts, which are gone for good.
  func destroyed() -> TodoTask {
    var task = self
    task.removeText()
    task.name = "\(label ?? Self.standardLabel) (destroyed)"
    (task.label, task.seal, task.destruction) = (nil, nil, nil)
    task.alwaysVerify = false
    for index in task.subtasks.indices {
      task.subtasks[index].name = "Subtask \(index + 1) (destroyed)"
      task.subtasks[index].seal = nil
    }
    return task
  }
}

extension TaskChange {
  /// The sealed texts that only the state before refers to.
  var droppedItems: [SealedItem] {
    let kept = Set((after?.sealedItems ?? []).map(\.name))
    return (before?.sealedItems ?? []).filter { !kept.contains($0.name) }
  }

  /// Whether taking it back brings a sealed text back, opens one, throws one away, or changes when it is destroyed.
  var concernsSealedTexts: Bool {
    (before?.sealedItems ?? []).map(\.name) != (after?.sealedItems ?? []).map(\.name) || changesDestruction
  }

  /// The texts that it replaced and that were not confirmed: taking it back, they are to be confirmed once more.
  var unconfirmedReplacedItems: [SealedItem] {
    let replaced = Dictionary((after?.sealedItems ?? []).map { ($0.id, $0.seal.version) }) { first, _ in first }
    return (before?.sealedItems ?? []).filter { item in
      !item.seal.hasOwnerMAC && replaced[item.id].map { $0 != item.seal.version } ?? false
    }
  }

  /// Whether it changes when a text is destroyed, which the owner's MAC is over.
  private var changesDestruction: Bool {
    guard let before, let after, before.isProtected, after.isProtected else { return false }
    return before.destruction != after.destruction
  }

  /// Whether one side, or a calendar snapshot, holds text that a protected task must not leave behind.
  var holdsText: Bool {
    calendarSnapshots != nil || [before, after].contains { $0?.hasReadableText ?? false }
  }
}
