internal import FoundationEssentials
internal import VaultModel

extension TaskChange {
  /// The change with the marks that `current`, what the store holds, has on the very texts that the change leaves in place.
  ///
  /// The owner marks a text without an operation, so what was planned or logged before knows nothing of it. A text that lost
  /// its mark counts as exchanged and is refused.
  func keepingMarks(of current: TodoTask?) -> TaskChange {
    guard let current, let after else { return self }
    var change = self
    change.after = after.keepingMarks(of: current)
    return change
  }
}

extension TodoTask {
  /// A mark is over what else the row says of the seal, and serves no other.
  fileprivate func keepingMarks(of current: TodoTask) -> TodoTask {
    guard current.isProtected, isProtected, current.alwaysVerify == alwaysVerify, current.destruction == destruction
    else { return self }
    var task = self
    task.seal = seal?.keepingMark(of: current.seal)
    for index in task.subtasks.indices {
      let other = current.subtasks.first { $0.id == task.subtasks[index].id }
      task.subtasks[index].seal = task.subtasks[index].seal?.keepingMark(of: other?.seal)
    }
    return task
  }
}

extension SealReference {
  fileprivate func keepingMark(of current: SealReference?) -> SealReference {
    guard let current, !hasOwnerMAC, current.mark != nil, current.version == version, current.digest == digest else {
      return self
    }
    return current
  }
}
