internal import DurableFiles
public import FoundationEssentials
internal import ICalendar
internal import LinuxSystem
public import VaultModel

/// Tasks in a directory of iCalendar files that other programs may share: a vdir, with one `VTODO` to a file.
///
/// What other programs wrote is kept: files are changed only where a task was, and those without to-dos are left alone. The
/// operations are in a log of the store's own, in two copies, elsewhere.
public actor ICalendarTaskStore: ForeignTaskStore {
  let directory: CalendarDirectory
  let log: CalendarLog
  var contents = CalendarContents()
  var observers = TaskObservers()
  /// What went wrong and is tried again.
  var notes: [String] = []
  /// What an interrupted change still has to do to files, by their names, while there is no space for it. Questions are answered
  /// as if it were done.
  var unfinished: [String: FileEdit] = [:]
  /// Why stale plaintext could not be erased yet; every change tries again.
  var unerased: TaskStoreError?
  private var watch: DirectoryWatch?
  private let executor = SerialQueueExecutor(label: "vault.calendar")

  /// Runs on a queue of its own: a slow disk must not hold up anything else.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store, or makes it; carries out what a crash interrupted.
  ///
  /// - Parameters:
  ///   - directory: the vdir; made when it is missing and its parent is there.
  ///   - logPath: where the operations are, outside of `directory`; a second copy is beside it (`NAME.copy`).
  ///   - busyTimeout: how many seconds another program's lock on the log is waited for.
  /// - Throws: ``TaskStoreError``, for instance `readOnly`.
  public init(directory: String, logPath: String, busyTimeout: Double = 2) throws(TaskStoreError) {
    self.directory = try CalendarDirectory(path: directory)
    log = try CalendarLog(path: logPath, busyTimeout: busyTimeout)
    do { try Self.finishIntent(log, self.directory) } catch  where error.code == .diskFull {
      for edit in try log.intent() ?? [] { unfinished[edit.name] = edit }
    }
    unerased = log.eraseTraces(isPatient: true)
    // Watched before it is read: what changes in between is told.
    let watch: DirectoryWatch
    do throws(SystemError) { watch = try DirectoryWatch(path: directory) } catch {
      throw TaskStoreError(errno: error.code, directory)
    }
    self.watch = watch
    for name in Set(try self.directory.names()).union(unfinished.keys).sorted() {
      contents.load(name, Self.read(name, self.directory, unfinished[name]))
    }
    contents.rebuild()
    listen(to: watch)
  }

  deinit { watch?.cancel() }

  /// Closes the log and ends the observers; the store must not be used afterwards.
  public func close() throws(TaskStoreError) {
    watch?.cancel()
    observers.end()
    try log.close()
  }

  /// Adds a task.
  public func create(_ task: TodoTask) throws(TaskStoreError) {
    try task.checkStorable()
    try write(
      [TaskChange(before: nil, after: task)],
      refusing: { contents throws(TaskStoreError) in
        let ids = [task.id] + task.subtasks.map(\.id)
        guard ids.allSatisfy({ contents.items[$0] == nil }) else {
          throw TaskStoreError(.alreadyExists, ids: [task.id])
        }
      })
  }

  /// Replaces the tasks of the same ids, all or none of them.
  public func update(_ tasks: [TodoTask]) throws(TaskStoreError) {
    for task in tasks { try task.checkStorable() }
    try write(
      tasks.map { TaskChange(before: $0, after: $0) },
      refusing: { contents throws(TaskStoreError) in
        let missing = tasks.map(\.id).filter { contents.tasks[$0] == nil }
        guard missing.isEmpty else { throw TaskStoreError(.notFound, ids: missing) }
      })
  }

  /// Removes the task and its subtasks with their files, and says whether there was one.
  @discardableResult
  public func delete(_ id: UUID) throws(TaskStoreError) -> Bool {
    guard let task = contents.tasks[id] else { return false }
    try write([TaskChange(before: task, after: nil)])
    return true
  }

  /// Checks the log, reads the directory again, and names the files that can't be read.
  public func health() throws(TaskStoreError) -> StoreHealth {
    try finishInterrupted()
    rescan()
    return withFiles(try log.health())
  }

  /// What was found since the store was opened, and the files that can't be read.
  public func knownHealth() -> StoreHealth { withFiles(log.knownHealth) }

  private func withFiles(_ logHealth: StoreHealth) -> StoreHealth {
    var health = logHealth
    health.brokenFiles = contents.problems
    health.repairs += notes
    if !unfinished.isEmpty {
      health.repairs.append("There is no space to finish a change that was interrupted; the next one finishes it.")
    }
    health.exposures = directory.exposures
    return health
  }
}

// MARK: Changes from outside

extension ICalendarTaskStore {
  private func handle(_ event: DirectoryWatch.Event) {
    switch event {
    case .changed(let names): reload(names)
    case .unknown:
      watch?.cancel()
      watch = nil
      watchAgain()
    }
  }

  /// Watches the directory that is there now, where the one that was watched is gone, and reads what is in it. As long as
  /// there is none, the next question tries again.
  func watchAgain() {
    guard watch == nil else { return }
    do throws(SystemError) { watch = try DirectoryWatch(path: directory.path) } catch { return rescan() }
    if let watch { listen(to: watch) }
    rescan()
  }

  private nonisolated func listen(to watch: DirectoryWatch) {
    let events = watch.events
    Task { [weak self] in
      for await event in events { await self?.handle(event) }
    }
  }

  /// Reads every file that is not as it was read last.
  func rescan() {
    let note = "The directory could not be read; the tasks are as they were."
    do throws(TaskStoreError) {
      let names = try directory.names()
      notes.removeAll { $0 == note }
      reload(Set(names).union(contents.files.keys).union(contents.broken.keys))
    } catch {
      if !notes.contains(note) { notes.append(note) }
    }
  }

  /// Reads those of the files that are not as they were read last: what was written here is.
  func reload(_ names: Set<String>) {
    let changed = names.filter { CalendarDirectory.isItem($0) && isStale($0) }
    guard !changed.isEmpty else { return }
    for name in changed { contents.load(name, Self.read(name, directory, unfinished[name])) }
    if contents.rebuild() { observers.signal() }
  }

  /// Whether a file is not as it was read last.
  func isStale(_ name: String) -> Bool { directory.signature(name) != contents.signature(name) }
}
