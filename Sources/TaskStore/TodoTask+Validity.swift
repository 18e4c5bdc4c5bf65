internal import FoundationEssentials
internal import VaultModel

extension TodoTask {
  /// The longest name or label a store takes, in UTF-8 bytes: 1 MiB.
  static let maximumTextByteCount = 1 << 20

  /// Refuses what can't be stored exactly.
  func checkStorable() throws(TaskStoreError) {
    let dates = [createdAt, modifiedAt, dueDate].compactMap { $0?.timeIntervalSinceReferenceDate }
    guard dates.allSatisfy(\.isFinite) else { throw TaskStoreError(.invalid, "a date is not a number", ids: [id]) }
    let texts = [name, label].compactMap { $0?.utf8.count }
    guard texts.allSatisfy({ $0 <= Self.maximumTextByteCount }) else {
      throw TaskStoreError(.invalid, "a text is longer than \(Self.maximumTextByteCount) bytes", ids: [id])
    }
  }

  /// The order of lists: by the time made, then by id.
  static func isListedBefore(_ left: TodoTask, _ right: TodoTask) -> Bool {
    left.createdAt == right.createdAt
      ? left.id.bytes.lexicographicallyPrecedes(right.id.bytes) : left.createdAt < right.createdAt
  }
}
