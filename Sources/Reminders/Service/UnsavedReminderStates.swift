internal import FoundationEssentials
internal import TaskStore

/// Marks that are on their way into the ledger. They count from the moment they are made.
struct UnsavedReminderStates: Sendable {
  enum Write: Equatable, Sendable {
    case set(ReminderState)
    case remove(ReminderKey)
  }

  private var writesByKey: [ReminderKey: Write] = [:]

  /// What has to be written, one for each key.
  var writes: [Write] { writesByKey.sorted { $0.key < $1.key }.map(\.value) }

  mutating func set(_ mark: ReminderState) { writesByKey[mark.key] = .set(mark) }

  mutating func remove(_ key: ReminderKey) { writesByKey[key] = .remove(key) }

  /// Records that it was written; another one may have been made for the key meanwhile.
  mutating func finish(_ write: Write) {
    let key = write.key
    if writesByKey[key] == write { writesByKey[key] = nil }
  }

  /// The ledger's marks as they will be.
  func applied(to marks: [ReminderState]) -> [ReminderState] {
    marks.filter { writesByKey[$0.key] == nil }
      + writes.compactMap { if case .set(let mark) = $0 { mark } else { nil } }
  }
}

extension UnsavedReminderStates.Write {
  var key: ReminderKey {
    switch self {
    case .set(let mark): mark.key
    case .remove(let key): key
    }
  }
}
