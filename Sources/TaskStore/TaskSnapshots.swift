public import FoundationEssentials
public import VaultModel

/// What a query finds at one moment.
public struct TaskSnapshot: Equatable, Sendable {
  /// The tasks, in the query's order.
  public let tasks: [TodoTask]
  /// How many tasks the filter means in all.
  public let total: Int
  /// For each task the shortest prefix of its id that names no other task of the store.
  public let shortIDs: [UUID: String]

  /// Makes one.
  public init(tasks: [TodoTask], total: Int, shortIDs: [UUID: String]) {
    (self.tasks, self.total, self.shortIDs) = (tasks, total, shortIDs)
  }
}

/// What a query finds now, and then again whenever that has changed.
///
/// Nothing is read ahead: whoever takes snapshots slowly misses those in between, never the last one. The sequence ends when the
/// store is closed.
public struct TaskSnapshots: AsyncSequence, Sendable {
  public typealias Element = TaskSnapshot
  public typealias Failure = TaskStoreError

  fileprivate let store: any TaskReading
  fileprivate let query: TaskQuery
  /// At least one for every change since the sequence was made.
  fileprivate let changes: AsyncStream<Void>

  /// Begins with what there is now.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(snapshots: self, changes: changes.makeAsyncIterator())
  }

  /// Takes one snapshot after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let snapshots: TaskSnapshots
    fileprivate var changes: AsyncStream<Void>.Iterator
    private var former: TaskSnapshot?

    fileprivate init(snapshots: TaskSnapshots, changes: AsyncStream<Void>.Iterator) {
      (self.snapshots, self.changes) = (snapshots, changes)
    }

    /// The next snapshot that is different from the one before; nil when the store is closed, or the caller was cancelled.
    ///
    /// - Throws: ``TaskStoreError`` when the store can't be read.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(TaskStoreError) -> TaskSnapshot? {
      while true {
        if former != nil, await changes.next(isolation: actor) == nil { return nil }
        let present = try await snapshots.store.snapshot(of: snapshots.query)
        if present != former {
          former = present
          return present
        }
      }
    }
  }
}

extension TaskReading {
  /// How many tasks the filter means.
  public func count(_ filter: TaskFilter) async throws(TaskStoreError) -> Int { try await counts([filter])[0] }

  /// Made of three questions: a change between them is a signal of its own.
  public func snapshot(of query: TaskQuery) async throws(TaskStoreError) -> TaskSnapshot {
    let tasks = try await tasks(query)
    return TaskSnapshot(
      tasks: tasks, total: try await count(query.filter), shortIDs: try await shortIDs(of: tasks.map(\.id)))
  }

  /// What `query` finds, and how that changes, as long as it is listened to.
  public func observe(_ query: TaskQuery) async -> TaskSnapshots {
    TaskSnapshots(store: self, query: query, changes: await changes())
  }
}
