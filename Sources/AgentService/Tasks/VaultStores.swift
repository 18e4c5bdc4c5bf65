internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
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
  private let paths: VaultPaths
  private let settings: VaultSettings

  /// - Throws: ``Failure`` with ``Failure/Code/configuration`` when the tasks are in another place than the configured one.
  init(settings: VaultSettings, paths: VaultPaths) async throws(Failure) {
    do { database = try SQLiteTaskStore(path: paths.data + "/tasks.db") } catch { throw Failure(error) }
    let (record, isRecordDamaged) = try await Self.record(.taskStore, database)
    let recorded = record.flatMap { TaskStoreKind(rawValue: $0) }
    let isEmpty = if recorded == nil { try await Self.isEmpty(database) } else { false }
    kind = try TaskStoreResolver(
      wanted: settings.taskStore, recorded: recorded, isRecordDamaged: isRecordDamaged, isDatabaseEmpty: isEmpty,
      hasCalendar: access(Self.calendarLog(paths), F_OK) == 0
    ).kind()
    self.settings = settings
    self.paths = paths
    tasks = try Self.store(kind, database, settings, paths)
    let found = try await Self.notices(of: database) + (isRecordDamaged ? [Self.notice(ofDamagedRecordOf: kind)] : [])
    if isRecordDamaged { try await database.record(kind.rawValue, .taskStore) }
    guard kind == .icalendar else {
      notices = found
      return
    }
    let directory = Self.calendar(settings, paths)
    // What can't be read is written anew below; the setting says which directory it is.
    let former = try await Self.record(.calendarDirectory, database).value
    let moved = former.flatMap { $0 == directory ? nil : Self.notice(of: directory, former: $0) }.map { [$0] } ?? []
    notices = found + moved + Self.notice(ofListsBelow: directory)
    // Without space for it this start goes on, and the next one makes up for it.
    do throws(Failure) {
      if recorded != kind { try await database.record(kind.rawValue, .taskStore) }
      if former != directory { try await database.record(directory, .calendarDirectory) }
    } catch  where error.code == .inputOutput {}
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
    do {
      return try await database.knownHealth().filesSetAside.map {
        "What stood in the place of a file of the tasks was damaged, or no file, and is set aside as \($0); the other copy served."
      }
    } catch { throw Failure(error) }
  }

  private static func notice(ofDamagedRecordOf kind: TaskStoreKind) -> String {
    "The vault's record of where the tasks are was damaged, and is written anew: they are read from \(kind.rawValue)."
      + " If tasks are missing, set task-store (VAULT_TASK_STORE) to the other store."
  }

  private static func isEmpty(_ database: SQLiteTaskStore) async throws(Failure) -> Bool {
    var filter = TaskFilter()
    filter.state = .any
    do { return try await database.count(filter) == 0 } catch  where error.code == .damaged { return false } catch {
      throw Failure(error)
    }
  }

  private static func notice(of directory: String, former: String) -> String {
    "The tasks are read from \(directory) now, and before from \(former): set calendar-dir to have those back."
  }

  /// How many lists are named.
  private static let namedListCount = 5

  private static func notice(ofListsBelow directory: String) -> [String] {
    let lists = ICalendarTaskStore.lists(below: directory)
    guard let first = lists.first else { return [] }
    let more = lists.count > namedListCount ? ["and \(lists.count - namedListCount) more"] : []
    return [
      "\(directory) has no calendar files of its own, but directories of them"
        + " (\((lists.prefix(namedListCount) + more).joined(separator: ", "))): set calendar-dir to one of these,"
        + " for instance \(directory)/\(first)."
    ]
  }

  /// - Throws: a refusal where the directory that is to be made has nothing to be made in.
  private static func checkParent(of directory: String) throws(Failure) {
    var status = stat()
    guard stat(directory, &status) != 0, errno == ENOENT, let slash = directory.lastIndex(of: "/") else { return }
    let parent = slash == directory.startIndex ? "/" : String(directory[..<slash])
    guard stat(parent, &status) != 0, errno == ENOENT else { return }
    throw Failure(
      .configuration, "calendar-dir (VAULT_CALENDAR_DIR) is \(directory), and there is no \(parent) to make it in.",
      hint: "Make that directory with mkdir -p, or name another place.")
  }

  private static func calendar(_ settings: VaultSettings, _ paths: VaultPaths) -> String {
    settings.calendarDirectory ?? paths.data + "/calendar"
  }

  private static func calendarLog(_ paths: VaultPaths) -> String { paths.data + "/operations.db" }

  private static func store(
    _ kind: TaskStoreKind, _ database: SQLiteTaskStore, _ settings: VaultSettings, _ paths: VaultPaths
  ) throws(Failure) -> any TaskStore {
    guard kind == .icalendar else { return database }
    if let directory = settings.calendarDirectory { try checkParent(of: directory) }
    do {
      return try ICalendarTaskStore(
        directory: calendar(settings, paths), logPath: calendarLog(paths))
    } catch { throw Failure(error) }
  }
}

extension VaultStores: TaskStoreSelecting {
  var configuredKind: TaskStoreKind? { settings.taskStore }

  var calendarPath: String { Self.calendar(settings, paths) }

  func store(of kind: TaskStoreKind) throws(Failure) -> any TaskStore {
    kind == self.kind ? tasks : try Self.store(kind, database, settings, paths)
  }

  func select(_ kind: TaskStoreKind) async throws(TaskStoreError) {
    try await database.setState(Array("\"\(kind.rawValue)\"".utf8), for: .taskStore)
  }
}

extension VaultStateKey {
  /// Where the tasks were moved to, or a setting first had them put; absent while nobody chose.
  static let taskStore = VaultStateKey("task-store")
  /// The directory of calendar files that was last in use.
  static let calendarDirectory = VaultStateKey("calendar-directory")
}
