public import AgentAPI
public import FoundationEssentials

/// What was done in a window, the latest last: changes that can be taken back, by the numbers of their operations, and what nothing takes back.
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

  private var changes: [Change] = []

  /// None yet.
  public init() {}

  /// The latest that has not been taken back; nil where there is none.
  public var latest: Change? { changes.last }

  /// Remembers a change.
  public mutating func add(_ operation: Int64) { append(.operation(operation)) }

  /// Remembers what nothing takes back: what was done before it is not taken back unnoticed in its place.
  public mutating func add(final notice: Notice) { append(.final(notice)) }

  /// Remembers no words any more that are not in the inbox.
  public mutating func follow(_ items: [InboxRow]) {
    changes = changes.map { change in
      guard case .final(let notice) = change, let item = notice.item, item.isGone(from: items) else { return change }
      return .final(Notice(item.brief, isFinal: true))
    }
  }

  /// The tasks whose words are remembered.
  public var quotedTasks: Set<UUID> {
    changes.reduce(into: []) { if case .final(let notice) = $1 { $0.formUnion(notice.tasks) } }
  }

  /// Remembers no words any more of a task: it is protected now.
  public mutating func forgetWords(of task: UUID) {
    changes = changes.map { change in
      guard case .final(let notice) = change, notice.tasks.contains(task) else { return change }
      return .final(Notice(notice.brief, isFinal: true))
    }
  }

  /// Forgets a change that is being taken back, or of which was told that nothing takes it back.
  public mutating func remove(_ change: Change) { changes.removeAll { $0 == change } }

  private mutating func append(_ change: Change) {
    changes.append(change)
    if changes.count > Self.maximumCount { changes.removeFirst() }
  }
}
