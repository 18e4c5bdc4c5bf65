public import AgentAPI
public import FoundationEssentials

/// What was done in a window, the latest last: changes that can be taken back, by the numbers of their operations, and what nothing takes
/// back; and what was taken back and can be done again.
public struct RecentChanges: Equatable, Sendable {
  /// Something that was done.
  public enum Change: Equatable, Sendable {
    /// What an undo of that operation takes back.
    case operation(Int64)
    /// What nothing takes back, as it was told.
    case final(Notice)
  }

  /// How many are remembered.
  private static let maximumCount = 100
  /// Of how many what somebody typed is remembered: each task of theirs is looked after, at every change.
  private static let maximumWordedCount = 20

  private var changes: [Change] = []
  /// How the changes can be made again, by their operations.
  private var repeatable: [Int64: RepeatableChange] = [:]
  /// What was taken back, the latest last.
  private var undone: [RepeatableChange] = []

  /// None yet.
  public init() {}

  /// The latest that has not been taken back; nil where there is none.
  public var latest: Change? { changes.last }

  /// The latest that was done in the inbox, where nothing can be taken back; nil where there is none.
  public var latestInInbox: Change? {
    changes.last { if case .final(let notice) = $0 { notice.isOfInbox } else { false } }
  }

  /// What was taken back last and can be done again; nil where there is nothing.
  public var latestUndone: RepeatableChange? { undone.last }

  /// Remembers a change.
  ///
  /// - Parameters:
  ///   - again: how it can be made again once it was taken back; nil where it can't.
  ///   - isNew: whether a person has just made it: then what was taken back before is not done again after it.
  public mutating func add(_ operation: Int64, again: RepeatableChange? = nil, isNew: Bool = true) {
    if isNew { undone = [] }
    append(.operation(operation))
    repeatable[operation] = again
    let worded = changes.filter { change in
      if case .operation(let number) = change { repeatable[number]?.words.isEmpty == false } else { false }
    }
    for case .operation(let number) in worded.dropLast(Self.maximumWordedCount) { repeatable[number] = nil }
  }

  /// Remembers what nothing takes back: what was done before it is not taken back unnoticed in its place.
  public mutating func add(final notice: Notice) { append(.final(notice)) }

  /// How a change can be made again; nil where it can't.
  public func again(_ operation: Int64) -> RepeatableChange? { repeatable[operation] }

  /// Remembers what was taken back. What was taken back before it is not done again where it can't be.
  public mutating func add(undone change: RepeatableChange?) {
    if let change { undone.append(change) } else { undone = [] }
  }

  /// Takes out what is being done again; nil where it is not there any more.
  public mutating func take(undone id: UUID) -> RepeatableChange? {
    undone.firstIndex { $0.id == id }.map { undone.remove(at: $0) }
  }

  /// A task was made once more: what is still to be done again to the former one is done to it.
  public mutating func replace(_ former: UUID, by present: UUID) {
    undone = undone.map { $0.replacing(former, by: present) }
    repeatable = repeatable.mapValues { $0.replacing(former, by: present) }
  }

  /// Remembers no words any more that are not in the inbox.
  public mutating func follow(_ items: [InboxRow]) {
    changes = changes.map { change in
      guard case .final(let notice) = change, let item = notice.item, item.isGone(from: items) else { return change }
      return .final(Notice(item.brief, isFinal: true, isOfInbox: notice.isOfInbox))
    }
  }

  /// The tasks whose words are remembered.
  public var quotedTasks: Set<UUID> {
    changes.reduce(into: (Array(repeatable.values) + undone).reduce(into: Set()) { $0.formUnion($1.words) }) {
      if case .final(let notice) = $1 { $0.formUnion(notice.tasks) }
    }
  }

  /// Remembers no words any more of a task: it is protected now.
  public mutating func forgetWords(of task: UUID) {
    changes = changes.map { change in
      guard case .final(let notice) = change, notice.tasks.contains(task) else { return change }
      return .final(Notice(notice.brief, isFinal: true, isOfInbox: notice.isOfInbox))
    }
    repeatable = repeatable.filter { !$0.value.words.contains(task) }
    // Where one is missing, those before it would be done again out of their order.
    if undone.contains(where: { $0.words.contains(task) }) { undone = [] }
  }

  /// Forgets a change that is being taken back, or of which was told that nothing takes it back.
  public mutating func remove(_ change: Change) {
    changes.removeAll { $0 == change }
    if case .operation(let number) = change { repeatable[number] = nil }
  }

  private mutating func append(_ change: Change) {
    changes.append(change)
    if changes.count > Self.maximumCount, case .operation(let number) = changes.removeFirst() {
      repeatable[number] = nil
    }
  }
}
