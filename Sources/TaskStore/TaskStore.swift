public import FoundationEssentials
public import VaultModel

/// A place for tasks. The text of a protected task is never in it (see `TodoTask`).
///
/// A write that returned is durable and happens whole or not at all. One store is used by one process, which holds the data
/// directory's lock; within it, by as many tasks as there are.
///
/// What people do goes through ``apply(_:as:at:rewriting:)``, which keeps it in the operations log. `create`, `update` and
/// `delete` are for what the vault itself keeps in order; they leave no trace there.
public protocol TaskStore: TaskReading, OperationsLog, StoreHealthReporting {
  /// Adds a task.
  ///
  /// - Throws: ``TaskStoreError/Code/alreadyExists`` when its id is taken.
  func create(_ task: TodoTask) async throws(TaskStoreError)

  /// Replaces the tasks of the same ids, all or none of them.
  ///
  /// - Throws: ``TaskStoreError/Code/notFound`` with the ids of those that are not there.
  func update(_ tasks: [TodoTask]) async throws(TaskStoreError)

  /// Removes the task, also one that is damaged beyond reading.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func delete(_ id: UUID) async throws(TaskStoreError) -> Bool

  /// Makes all the changes at once and keeps them in the operations log.
  ///
  /// - Parameters:
  ///   - changes: at most one for each task. `before` says what the change began from: a task that has been changed since,
  ///     by its `modifiedAt`, is not overwritten.
  ///   - action: what was done, for instance `add`; at most 64 bytes.
  ///   - date: when.
  ///   - rewriting: for changes after which stale plaintext must be nowhere. Every earlier operation on one of the tasks is
  ///     replaced by what this makes of it, and the stale plaintext is erased from indices, free pages and write-ahead logs
  ///     before the call returns; a crash in between is made up for when the store is opened again. Where that fails, the
  ///     change is made all the same, and ``pendingErasureError()`` says why. The operation itself is given to it, too.
  /// - Returns: the operation, under its number.
  /// - Throws: ``TaskStoreError/Code/conflict``, which names the tasks that are not as `before` has them.
  @discardableResult
  func apply(
    _ changes: [TaskChange], as action: String, at date: Date, rewriting: OperationRewriting?
  ) async throws(TaskStoreError) -> TaskOperation

  /// Removes operations from the log that can no longer be taken back: those before `date`, and all but the newest `count`.
  ///
  /// - Returns: the removed ones.
  func expireHistory(before date: Date, keeping count: Int) async throws(TaskStoreError) -> [TaskOperation]
}

/// Replaces the record of an operation, for instance by a sealed one.
public typealias OperationRewriting = @Sendable (TaskOperation) throws(TaskStoreError) -> TaskOperation

/// An operation, and whether a later one stands in the way of taking it back.
public struct LoggedOperation: Equatable, Sendable {
  /// The operation.
  public let operation: TaskOperation
  /// The first later one that is not skipped and has changed one of its tasks; nil for none.
  public let followedBy: Int64?

  /// Whether it can be taken back, as far as the log knows.
  var isLast: Bool { !operation.isSkipped && followedBy == nil }
}

/// What people did in a ``TaskStore``, and taking it back.
public protocol OperationsLog: Sendable {
  /// The newest `limit` operations, newest first.
  func history(_ limit: Int) async throws(TaskStoreError) -> [TaskOperation]

  /// The same, drawn together.
  ///
  /// - Parameter count: how many changes of each are shown.
  func summaries(_ limit: Int, showing count: Int) async throws(TaskStoreError) -> [OperationSummary]

  /// The operation of that number; nil when there is none.
  func operation(_ id: Int64) async throws(TaskStoreError) -> LoggedOperation?

  /// Takes back an operation that is not skipped and ``LoggedOperation/followedBy`` none, and removes it from the log. Its number
  /// is not given again.
  ///
  /// - Parameters:
  ///   - id: the operation that is meant.
  ///   - changes: what it had changed, of a sealed record what came out of it.
  ///   - erasing: whether the state that is left must be nowhere afterwards, as after a rewriting ``apply(_:as:at:rewriting:)``.
  /// - Throws: ``TaskStoreError/Code/conflict`` when it is not that, or names the tasks that were changed since.
  func undo(_ id: Int64, _ changes: [TaskChange], erasing: Bool) async throws(TaskStoreError)

  /// Marks the newest operation that is not skipped as skipped: it stays in the log as long as others do, and undo goes on with
  /// the one before.
  ///
  /// - Parameter id: the operation that is meant.
  /// - Throws: ``TaskStoreError/Code/conflict`` when it is not the newest.
  func skip(_ id: Int64) async throws(TaskStoreError)
}

extension OperationsLog {
  /// Made of whole operations.
  public func summaries(_ limit: Int, showing count: Int) async throws(TaskStoreError) -> [OperationSummary] {
    try await history(limit).map { OperationSummary($0, showing: count) }
  }
}

/// What can be asked of a place for tasks.
public protocol TaskReading: Sendable {
  /// The task of that id, or nil when there is none.
  ///
  /// - Throws: ``TaskStoreError/Code/damaged`` when there is one that can't be read.
  func task(_ id: UUID) async throws(TaskStoreError) -> TodoTask?

  /// Those of the ids' tasks that there are, by their ids, as ``task(_:)`` has each.
  func tasks(_ ids: [UUID]) async throws(TaskStoreError) -> [UUID: TodoTask]

  /// Which tasks have these ids, or a subtask with one of them, by those ids. A store whose subtasks are found by their task
  /// alone knows only the tasks.
  func owners(of ids: [UUID]) async throws(TaskStoreError) -> [UUID: UUID]

  /// The ids of what `query` finds, in its order, as it is at one moment.
  func ids(_ query: TaskQuery) async throws(TaskStoreError) -> [UUID]

  /// All tasks that can be read, by the time they were made, then by id. What can't be read is named by `health()`.
  func all() async throws(TaskStoreError) -> [TodoTask]

  /// The tasks whose id begins with `prefix`, in the order of ``all()``.
  func tasks(matching prefix: TaskIDPrefix) async throws(TaskStoreError) -> [TodoTask]

  /// How many tasks there are.
  func count() async throws(TaskStoreError) -> Int

  /// What `query` finds, exactly as `TaskQuery.result(in:)` has it.
  func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [TodoTask]

  /// What `query` finds, with what a list says besides.
  func snapshot(of query: TaskQuery) async throws(TaskStoreError) -> TaskSnapshot

  /// How many tasks each filter means, all at one moment.
  func counts(_ filters: [TaskFilter]) async throws(TaskStoreError) -> [Int]

  /// For each id the shortest prefix, of at least ``VaultModel/ShortIDs/minimumDigitCount`` digits, that names no other task
  /// of the store.
  func shortIDs(of ids: [UUID]) async throws(TaskStoreError) -> [UUID: String]

  /// The reminders up to `date`, inclusive, by date, then by task and subtask; past ones too, as long as their task is
  /// open.
  func reminders(until date: Date) async throws(TaskStoreError) -> [Reminder]

  /// When the first reminder after `date` is; nil when there is none.
  func nextReminder(after date: Date) async throws(TaskStoreError) -> Date?

  /// A signal for every change of a task, those that come faster than they are taken drawn together; it ends when the store is
  /// closed.
  func changes() async -> AsyncStream<Void>
}

/// Where reminders stand that have been shown or put off.
public protocol ReminderStateStore: Sendable {
  /// All marks, in no order.
  func reminderStates() async throws(TaskStoreError) -> [ReminderState]

  /// Stores the mark of its task and subtask.
  func setReminderState(_ mark: ReminderState) async throws(TaskStoreError)

  /// Removes the mark of a task, or of one of its subtasks.
  func removeReminderState(task: UUID, subtask: UUID?) async throws(TaskStoreError)
}

/// Where one reminder stands.
public struct ReminderState: Hashable, Sendable {
  /// The task.
  public var task: UUID
  /// The subtask; nil for the task itself.
  public var subtask: UUID?
  /// The date of the reminder that was delivered; nil when none was.
  public var delivered: Date?
  /// Until when it was put off; nil when it was not.
  public var snoozedUntil: Date?

  /// Makes a mark.
  public init(task: UUID, subtask: UUID?, delivered: Date? = nil, snoozedUntil: Date? = nil) {
    self.task = task
    self.subtask = subtask
    self.delivered = delivered
    self.snoozedUntil = snoozedUntil
  }
}

/// Small facts about the vault that have to be as durable as the tasks, by name: the highest generation of the
/// credential file that was seen, whether the owner logged out.
public protocol VaultStateStore: Sendable {
  /// The value under `key`, or nil.
  func state(_ key: VaultStateKey) async throws(TaskStoreError) -> [UInt8]?

  /// Stores `value`, at most ``VaultStateKey/maximumValueByteCount`` bytes, under `key`; nil removes it.
  func setState(_ value: [UInt8]?, for key: VaultStateKey) async throws(TaskStoreError)
}

/// The name of a fact in a ``VaultStateStore``.
public struct VaultStateKey: Hashable, Sendable {
  /// The longest value, in bytes: 64 KiB.
  public static let maximumValueByteCount = 64 << 10
  /// The name, as stored.
  public let rawValue: String

  /// Names a fact.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A record of who asked for protected text, bounded to the newest ``AccessLogLimits/maximumCount`` entries.
public protocol AccessLog: Sendable {
  /// Appends a record and lets the oldest go beyond the bound.
  func append(_ record: AccessRecord) async throws(TaskStoreError)

  /// The newest `count` records that can be read, newest first.
  func newest(_ count: Int) async throws(TaskStoreError) -> [AccessRecord]
}

/// Bounds of an ``AccessLog``.
public enum AccessLogLimits {
  /// How many entries are kept.
  public static let maximumCount = 10_000
  /// The longest text of one field, in UTF-8 bytes; longer ones are cut.
  public static let fieldByteCount = 4096
}

extension TaskStore {
  /// Replaces the task of the same id.
  ///
  /// - Throws: ``TaskStoreError/Code/notFound`` when there is none.
  public func update(_ task: TodoTask) async throws(TaskStoreError) { try await update([task]) }
}
