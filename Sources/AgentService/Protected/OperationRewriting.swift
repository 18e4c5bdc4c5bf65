internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import StrictJSON
internal import TaskStore
internal import VaultModel

/// What becomes of earlier operations when a task's text must lie nowhere open any more.
extension Optional where Wrapped == OperationRewriting {
  /// Seals what holds text to the owner.
  static func sealing(to recipient: SealingRecipient) -> OperationRewriting? {
    { (operation) throws(TaskStoreError) in
      guard case .open(let changes) = operation.record, changes.contains(where: \.holdsText) else { return operation }
      var sealed = operation
      do {
        let secret = try SecretBytes(try StoredJSON.encode(changes))
        sealed.record = .sealed(
          try SealedOperation.seal(secret, to: recipient, of: operation.sealContext))
      } catch { throw TaskStoreError(.failed, "an operation can't be sealed") }
      return sealed
    }
  }

  /// Takes what was done to these tasks out of the log: nothing can bring it back. What is sealed can't be told apart and
  /// goes whole.
  static func forgetting(_ ids: [UUID]) -> OperationRewriting? {
    { operation in
      var rest = operation
      guard case .open(let changes) = operation.record else {
        rest.record = .open([])
        return rest
      }
      rest.record = .open(changes.filter { change in change.id.map { !ids.contains($0) } ?? true })
      return rest
    }
  }
}

extension TaskOperation {
  /// What its sealed changes are bound to, so that they can't be put into the place of another operation's.
  var sealContext: [UInt8] {
    let numbers = [UInt64(bitPattern: id), date.timeIntervalSinceReferenceDate.bitPattern, UInt64(tasks.count)]
    return numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
      + tasks.flatMap(\.bytes) + Array(action.utf8)
  }
}
