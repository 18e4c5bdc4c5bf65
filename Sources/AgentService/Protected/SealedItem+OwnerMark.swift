internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

extension SealedItem {
  /// Whether it carries the owner's mark over what its row says.
  func isMarked(by owner: OwnerService.Verified) throws(Failure) -> Bool {
    guard seal.hasOwnersMark, let mark = seal.mark else { return false }
    do { return try OwnerMark.isMark(mark, of: statement(owner.header.vaultID), by: owner.verified) } catch {
      throw Failure(error)
    }
  }

  /// The owner's mark over what its row says.
  fileprivate func mark(by owner: OwnerService.Verified) throws(Failure) -> [UInt8] {
    do { return try OwnerMark.mark(of: statement(owner.header.vaultID), by: owner.verified) } catch {
      throw Failure(error)
    }
  }
}

extension TodoTask {
  /// The owner's marks for those of its texts that have none yet, by their ids: for a task whose texts the owner has just been shown.
  func marksOfUnmarked(by owner: OwnerService.Verified) throws(Failure) -> [UUID: [UInt8]] {
    var marks: [UUID: [UInt8]] = [:]
    for item in sealedItems where !item.seal.hasOwnersMark { marks[item.id] = try item.mark(by: owner) }
    return marks
  }

  /// The task with its confirmed texts marked anew, after a change of what its row says of them.
  ///
  /// - Parameter source: the task with the same texts, whose marks are proof that they are the owner's.
  func marked(like source: TodoTask, by owner: OwnerService.Verified) throws(Failure) -> TodoTask {
    var marks: [UUID: [UInt8]] = [:]
    for item in sealedItems where try !item.isMarked(by: owner) {
      let same = source.sealedItems.first { other in
        other.id == item.id && other.seal.version == item.seal.version && other.seal.digest == item.seal.digest
      }
      guard let same, try same.isMarked(by: owner) else { continue }
      marks[item.id] = try item.mark(by: owner)
    }
    return marked(marks)
  }
}
