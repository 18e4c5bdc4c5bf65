internal import AgentAPI
internal import Glibc
internal import Localization
internal import TaskStore

extension TaskStoreRegistration {
  /// A directory of calendar files, with the operations in the data directory.
  static func icalendar(_ settings: VaultSettings, _ paths: VaultPaths) -> TaskStoreRegistration {
    let directory = settings.calendarDirectory ?? paths.data + "/calendar"
    let logPath = paths.data + "/operations.db"
    return TaskStoreRegistration(
      isInUse: { access(logPath, F_OK) == 0 },
      open: { () throws(Failure) in
        if settings.calendarDirectory != nil { try checkParent(of: directory) }
        return try TaskStoreError.asFailure(now: ICalendarTaskStore(directory: directory, logPath: logPath))
      },
      files: ForeignFiles(
        name: "calendar", directory: directory, setting: .calendarDirectory, record: .calendarDirectory,
        notices: { noticesOfLists(below: directory) }))
  }

  /// How many lists are named.
  private static let namedListCount = 5

  private static func noticesOfLists(below directory: String) -> [String] {
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
}

extension VaultStateKey {
  /// The directory of calendar files that was last in use.
  fileprivate static let calendarDirectory = VaultStateKey("calendar-directory")
}
