internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

/// The vault's own records and its tasks, which may live in another place.
struct VaultStores: Sendable {
  /// The vault's own records, reminder marks among them; always the database.
  let database: SQLiteTaskStore
  /// The tasks.
  let tasks: any TaskStore
  /// Where they are.
  let kind: TaskStoreKind
  /// What the owner should know of where they are.
  let notices: [String]
  /// What was set aside as the database was opened, in words.
  private let setAsideAtOpening: [String]
  private let registry: TaskStoreRegistry

  /// - Throws: ``Failure`` with ``Failure/Code/configuration`` when the tasks are in another place than the configured one.
  init(settings: VaultSettings, paths: VaultPaths) async throws(Failure) {
    database = try TaskStoreError.asFailure(now: SQLiteTaskStore(path: paths.data + "/tasks.db"))
    registry = TaskStoreRegistry(database: database, settings: settings, paths: paths)
    let (record, isRecordDamaged) = try await Self.record(.taskStore, database)
    let recorded = record.flatMap { TaskStoreKind(rawValue: $0) }
    kind = try TaskStoreResolver(
      wanted: settings.taskStore, recorded: recorded, isRecordDamaged: isRecordDamaged,
      inUse: recorded == nil ? try await registry.kindsInUse() : []
    ).kind()
    let registration = registry[kind]
    tasks = try registration.open()
    setAsideAtOpening = try await Self.notices(of: database)
    let found = setAsideAtOpening + (isRecordDamaged ? [Self.notice(ofDamagedRecordOf: kind)] : [])
    if isRecordDamaged { try await database.record(kind.rawValue, .taskStore) }
    guard let files = registration.files else {
      notices = found
      return
    }
    // What can't be read is written anew below; the setting says which directory it is.
    let former = try await Self.record(files.record, database).value
    let moved = former.flatMap { $0 == files.directory ? nil : Self.notice(of: files, former: $0) }.map { [$0] } ?? []
    notices = found + moved + files.notices()
    // Without space for it this start goes on, and the next one makes up for it.
    do throws(Failure) {
      if recorded != kind { try await database.record(kind.rawValue, .taskStore) }
      if former != files.directory { try await database.record(files.directory, files.record) }
    } catch  where error.code == .inputOutput {}
  }

  /// Waits until the files of the database have been checked.
  ///
  /// - Returns: what the owner should know of what was found.
  func noticesOfOpeningCheck() async throws(Failure) -> [String] {
    await database.openingChecksEnded()
    return try await Self.notices(of: database).filter { !setAsideAtOpening.contains($0) }
  }

  /// What is recorded, and whether it is something that can't be read.
  private static func record(
    _ key: VaultStateKey, _ database: SQLiteTaskStore
  ) async throws(Failure) -> (value: String?, isDamaged: Bool) {
    do throws(Failure) { return (try await database.recorded(String.self, key), false) } catch {
      guard error.code == .badData else { throw error }
      return (nil, true)
    }
  }

  private static func notices(of database: SQLiteTaskStore) async throws(Failure) -> [String] {
    try await TaskStoreError.asFailure(await database.knownHealth()).filesSetAside.map {
      "What stood in the place of a file of the tasks was damaged, or no file, and is set aside as \($0); the vault goes on with what both copies hold."
    }
  }

  private static func notice(ofDamagedRecordOf kind: TaskStoreKind) -> String {
    "The vault's record of where the tasks are was damaged; it has been rewritten. They are read from \(kind.rawValue)."
      + " If tasks are missing, set task-store (VAULT_TASK_STORE) to the other store."
  }

  private static func notice(of files: ForeignFiles, former: String) -> String {
    "The tasks are read from \(files.directory) now, and before from \(former):"
      + " set \(files.setting.rawValue) to have those back."
  }
}

extension VaultStores: TaskStoreSelecting {
  var configuredKind: TaskStoreKind? { registry.settings.taskStore }

  func store(of kind: TaskStoreKind) throws(Failure) -> any TaskStore {
    kind == self.kind ? tasks : try registry[kind].open()
  }

  func files(of kind: TaskStoreKind) -> ForeignFiles? { registry[kind].files }

  func select(_ kind: TaskStoreKind) async throws(TaskStoreError) {
    try await database.setState(Array("\"\(kind.rawValue)\"".utf8), for: .taskStore)
  }
}

extension VaultStateKey {
  /// Where the tasks were moved to, or a setting first had them put; absent while nobody chose.
  static let taskStore = VaultStateKey("task-store")
}
