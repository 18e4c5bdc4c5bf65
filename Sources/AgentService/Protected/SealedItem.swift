internal import CredentialStore
internal import FoundationEssentials
internal import OwnerVerification
internal import VaultModel

/// One sealed text of a task: its own, or that of one of its subtasks.
struct SealedItem: Sendable, Equatable {
  let id: UUID
  let seal: SealReference
  let alwaysVerify: Bool

  /// Where the credential store keeps the record.
  var name: CredentialName { .sealedText(of: id, version: seal.version) }

  func context(_ vaultID: UUID) -> ProtectedRecord.Context {
    ProtectedRecord.Context(vaultID: vaultID, itemID: id, version: seal.version, alwaysVerify: alwaysVerify)
  }
}

extension TodoTask {
  /// The sealed text of the task itself; nil for an ordinary one.
  var sealedText: SealedItem? { seal.map { SealedItem(id: id, seal: $0, alwaysVerify: alwaysVerify) } }

  /// All its sealed texts, its own first.
  var sealedItems: [SealedItem] {
    [sealedText].compactMap { $0 }
      + subtasks.compactMap { subtask in
        subtask.seal.map { SealedItem(id: subtask.id, seal: $0, alwaysVerify: alwaysVerify) }
      }
  }

  /// The task with the owner's MACs, by the ids of its items, in their places.
  func marked(_ codes: [UUID: [UInt8]]) -> TodoTask {
    var task = self
    if let code = codes[id] { task.seal?.ownerMAC = code }
    for index in task.subtasks.indices {
      if let code = codes[task.subtasks[index].id] { task.subtasks[index].seal?.ownerMAC = code }
    }
    return task
  }

  /// The task without its sealed texts, which are gone for good.
  func destroyed() -> TodoTask {
    var task = self
    task.name = "\(label ?? "Protected task") (destroyed)"
    (task.label, task.seal, task.destruction) = (nil, nil, nil)
    task.alwaysVerify = false
    for index in task.subtasks.indices {
      task.subtasks[index].name = "Step \(index + 1) (destroyed)"
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

  /// Whether taking it back brings a sealed text back, opens one or throws one away.
  var concernsSealedTexts: Bool {
    (before?.sealedItems ?? []).map(\.name) != (after?.sealedItems ?? []).map(\.name)
  }

  /// Whether one side, or a former file, holds text that a protected task must not leave behind.
  var holdsText: Bool {
    formerFiles != nil || [before, after].contains { $0.map { $0.name != nil || $0.notes != nil } ?? false }
  }
}
