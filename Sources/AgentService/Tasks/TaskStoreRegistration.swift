internal import AgentAPI
internal import TaskStore

/// All that the agent knows of one kind of task store; ``TaskStoreRegistry`` has one for each.
struct TaskStoreRegistration: Sendable {
  /// Whether tasks are kept there, or have been. It is asked while nothing is recorded, and makes no files.
  let isInUse: @Sendable () async throws(Failure) -> Bool
  /// Opens the store, or makes it.
  let open: @Sendable () throws(Failure) -> any TaskStore
  /// The files of a ``TaskStore/ForeignTaskStore``; nil for a store of the vault's own.
  let files: ForeignFiles?
}

/// Where the files of a ``TaskStore/ForeignTaskStore`` are, and what people are told of them.
struct ForeignFiles: Sendable {
  /// What stands before "file" and "directory", for instance `calendar`.
  let name: String
  /// The directory with the files, whether the tasks are in it or not.
  let directory: String
  /// The setting that names the directory.
  let setting: VaultSettings.Key
  /// Where the directory is recorded that was last in use.
  let record: VaultStateKey
  /// What the owner should know of the directory, looked for anew.
  let notices: @Sendable () -> [String]
}
