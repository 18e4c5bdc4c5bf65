internal import Dispatch
internal import Synchronization

/// A transaction that brings the copy up: on a thread of its own it writes what the first file is written at the same time,
/// and waits with the commit until that has committed.
///
/// Neither side waits longer than the other one's SQLite takes, for which the busy time-outs of both files are the bounds: each
/// is told of the other's end, however that went.
final class CopyTransaction: Sendable {
  private struct RolledBack: Error {}

  private let isWanted = Mutex(false)
  private let decided = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<Bool, TaskStoreError>>(.success(false))

  /// Begins to write. Whoever does so ends it, by ``commit()`` or ``rollBack()``.
  init(_ changes: RowChanges, in copy: DatabaseFile) {
    DispatchQueue.global(qos: .userInitiated).async {
      let result = Result { () throws(TaskStoreError) in
        try copy.follow(changes) {
          self.decided.wait()
          guard self.isWanted.withLock({ $0 }) else { throw RolledBack() }
        }
      }
      self.result.withLock { $0 = result }
      self.finished.signal()
    }
  }

  /// Commits, once the first file has.
  ///
  /// - Returns: false when the copy has to be settled with the first file.
  func commit() throws(TaskStoreError) -> Bool {
    isWanted.withLock { $0 = true }
    return try end().get()
  }

  /// Takes back what was written: the first file has not committed.
  func rollBack() { _ = end() }

  private func end() -> Result<Bool, TaskStoreError> {
    decided.signal()
    finished.wait()
    return result.withLock { $0 }
  }
}
