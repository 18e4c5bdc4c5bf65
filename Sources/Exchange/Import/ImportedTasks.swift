public import FoundationEssentials
public import VaultModel

/// What was read from a file.
public struct ImportedTasks: Equatable, Sendable {
  /// The tasks, none of them sealed, in the order of the file. Each is within ``ExchangeLimits``, has a name, ids that no
  /// other has, and no reminder or repetition without a due date.
  public var tasks: [TodoTask]
  /// What could not be taken as it was, with its place: sentences for people.
  public var notes: [String]
  /// Those of the tasks of which the file does not say when they were changed.
  public var undated: Set<UUID>
  /// Those of the tasks that were protected, with their texts in the file: to be sealed again under their labels.
  public var toBeSealed: Set<UUID>

  /// Makes a result.
  public init(tasks: [TodoTask], notes: [String], undated: Set<UUID> = [], toBeSealed: Set<UUID> = []) {
    self.toBeSealed = toBeSealed
    self.tasks = tasks
    self.notes = notes
    self.undated = undated
  }
}
