public import FoundationEssentials

/// Tells how whole what is stored is, and what of it should be nowhere any more.
public protocol StoreHealthReporting: Sendable {
  /// Why stale plaintext that must be nowhere is still in the store's files; nil when none is.
  func pendingErasureError() async -> TaskStoreError?

  /// Tries again to erase the stale plaintext that must be nowhere, where that is due; waits for no other program.
  func eraseStalePlaintext() async

  /// Reads and checks everything, repairs from the second copy what can be repaired, and tells what was found since
  /// the store was opened.
  func health() async throws(TaskStoreError) -> StoreHealth

  /// What was found since the store was opened, without looking again.
  func knownHealth() async throws(TaskStoreError) -> StoreHealth
}

extension StoreHealthReporting {
  /// Nil: without files there is nothing to erase from.
  public func pendingErasureError() async -> TaskStoreError? { nil }

  /// Does nothing.
  public func eraseStalePlaintext() async {}
}

/// What a look at the whole store found.
public struct StoreHealth: Equatable, Sendable {
  /// What was damaged and has been put right from the second copy, one sentence each; empty when nothing was.
  public var repairs: [String]
  /// Tasks that neither copy can show; their damaged bytes are kept.
  public var damagedTasks: [UUID]
  /// Other rows that neither copy can show, by table and key; their damaged bytes are kept.
  public var damagedRows: [String]
  /// Files of other programs that can't be read, by name and reason; they are left as they are.
  public var brokenFiles: [String]
  /// Files that were put aside instead of being overwritten.
  public var filesSetAside: [String]
  /// What others than the owner may do with the tasks' files, one sentence each; empty when nothing.
  public var exposures: [String]

  /// Nothing found.
  public init() {
    repairs = []
    damagedTasks = []
    damagedRows = []
    brokenFiles = []
    filesSetAside = []
    exposures = []
  }

  /// Whether everything can be read; repairs and exposures don't count against it.
  public var isWhole: Bool { damagedTasks.isEmpty && damagedRows.isEmpty && brokenFiles.isEmpty }
}
