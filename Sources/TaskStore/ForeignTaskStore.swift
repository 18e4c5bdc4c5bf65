public import FoundationEssentials
public import VaultModel

/// A store whose files other programs read and write, too, in a format that is not the vault's own. The files hold more than a
/// task says, and can't hold all that a task may say.
///
/// "Foreign" as in SQL/MED (ISO/IEC 9075-9): a foreign table is data that is used in place, while another system keeps it.
public protocol ForeignTaskStore: TaskStore {
  /// The due dates at which a repeating task of that id does not occur, though its rule has them: another program has taken
  /// them out.
  func excludedDates(of id: UUID) async throws(TaskStoreError) -> [DueMoment]

  /// Which of the tasks can't be kept here as they are: asked before a move writes the first.
  func refusals(of tasks: [TodoTask]) async throws(TaskStoreError) -> [TaskRefusal]

  /// What is kept here besides the tasks, and would be gone if they went elsewhere: asked before a move.
  func losses() async throws(TaskStoreError) -> [TaskLoss]
}

/// A task that a store can't keep as it is.
public struct TaskRefusal: Equatable, Sendable {
  /// The task.
  public let id: UUID
  /// Why, in a few words without a full stop.
  public let reason: String

  /// Makes one.
  public init(_ id: UUID, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// What would be lost of a task in another store.
public struct TaskLoss: Equatable, Sendable {
  /// The task.
  public let id: UUID
  /// What, by the names that the store has for it, for instance `ATTENDEE`; other programs chose some of them.
  public let parts: [String]

  /// Makes one.
  public init(_ id: UUID, parts: [String]) {
    self.id = id
    self.parts = parts
  }
}
