public import FoundationEssentials
public import VaultModel

/// A place for tasks. The text of a protected task is never in it (see `TodoTask`).
///
/// A write that returned is durable and replaces the older task whole or not at all. One store is used by one process,
/// which holds the data directory's lock; within it, by as many tasks as there are.
public protocol TaskStore: Sendable {
  /// Adds a task.
  ///
  /// - Throws: ``TaskStoreError/Code/alreadyExists`` when its id is taken.
  func create(_ task: TodoTask) async throws(TaskStoreError)

  /// The task of that id, or nil when there is none.
  ///
  /// - Throws: ``TaskStoreError/Code/damaged`` when there is one that can't be read.
  func task(_ id: UUID) async throws(TaskStoreError) -> TodoTask?

  /// Replaces the task of the same id.
  ///
  /// - Throws: ``TaskStoreError/Code/notFound`` when there is none.
  func update(_ task: TodoTask) async throws(TaskStoreError)

  /// Removes the task, also one that is damaged beyond reading.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func delete(_ id: UUID) async throws(TaskStoreError) -> Bool

  /// All tasks that can be read, by the time they were made, then by id. What can't be read is named by ``health()``.
  func all() async throws(TaskStoreError) -> [TodoTask]

  /// The tasks whose id begins with `prefix`, in the order of ``all()``.
  func tasks(matching prefix: TaskIDPrefix) async throws(TaskStoreError) -> [TodoTask]

  /// How many tasks there are.
  func count() async throws(TaskStoreError) -> Int

  /// Reads and checks everything, repairs from the second copy what can be repaired, and tells what was found since
  /// the store was opened.
  func health() async throws(TaskStoreError) -> StoreHealth
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

/// What a look at the whole store found.
public struct StoreHealth: Equatable, Sendable {
  /// What was damaged and has been put right from the second copy, one sentence each; empty when nothing was.
  public var repairs: [String]
  /// Tasks that neither copy can show; their damaged bytes are kept.
  public var damagedTasks: [UUID]
  /// Other rows that neither copy can show, by table and key; their damaged bytes are kept.
  public var damagedRows: [String]
  /// Files that were put aside instead of being overwritten.
  public var filesSetAside: [String]

  /// Nothing found.
  public init() {
    repairs = []
    damagedTasks = []
    damagedRows = []
    filesSetAside = []
  }

  /// Whether everything can be read; repairs don't count against it.
  public var isWhole: Bool { damagedTasks.isEmpty && damagedRows.isEmpty }
}
