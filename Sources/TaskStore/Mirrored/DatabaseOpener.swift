internal import GRDB
internal import Glibc

/// Opens a ``MirroredDatabase``'s two files and reconciles them.
struct DatabaseOpener {
  let path: String
  let schema: Schema
  let busyTimeout: Double
  /// Builds the first file anew, however whole it looks.
  var isDistrusting = false
  var copyPath: String { path + ".copy" }

  init(path: String, schema: Schema, busyTimeout: Double) {
    self.path = path
    self.schema = schema
    self.busyTimeout = busyTimeout
  }

  struct Result {
    var file: DatabaseFile
    var copy: DatabaseFile
    var health = StoreHealth()
    /// What finds out whether SQLite finds the files sound.
    var checks = SoundnessChecks()
  }

  /// One of the two files as it was found.
  private enum Found: Sendable {
    case absent
    /// It tells what it holds; once it is ``checked()``, SQLite finds it sound as well.
    case good(DatabaseFile)
    /// Opened, but not trusted; kept open to read what can be read.
    case doubtful(DatabaseFile)
    /// SQLite can't open it at all.
    case unreadable
    /// Nothing is in it, not even tables.
    case empty(DatabaseFile)

    /// The file, to be closed.
    var file: DatabaseFile? {
      switch self {
      case .good(let file), .doubtful(let file), .empty(let file): file
      case .absent, .unreadable: nil
      }
    }

    /// What can be read of it.
    var contents: Contents? {
      switch self {
      case .good(let file), .doubtful(let file): file.contents()
      case .absent, .unreadable, .empty: nil
      }
    }

    /// The same, after SQLite has looked at the structure of the rows. An index is looked at before it is asked.
    func checked() throws(TaskStoreError) -> Found {
      guard case .good(let file) = self else { return self }
      do { return try file.hasSoundRows() ? self : .doubtful(file) } catch  where error.code == .damaged {
        return .doubtful(file)
      }
    }

    func distrusted(_ isDistrusted: Bool) -> Found {
      if isDistrusted, case .good(let file) = self { .doubtful(file) } else { self }
    }

    var exists: Bool { if case .absent = self { false } else { true } }

    var isNew: Bool {
      switch self {
      case .absent, .empty: true
      case .good, .doubtful, .unreadable: false
      }
    }
  }

  /// Two files that say the same of themselves are given back at once, and checked beside what their user does.
  ///
  /// - Parameter alwaysCompare: reads both files whole even when they look the same.
  func run(alwaysCompare: Bool = false) throws(TaskStoreError) -> Result {
    let aside = try setAsideStrangers()
    var result = try opened(alwaysCompare: alwaysCompare || !aside.isEmpty, mayBeNew: aside.isEmpty)
    result.health.filesSetAside = aside + result.health.filesSetAside
    return result
  }

  private func opened(alwaysCompare: Bool, mayBeNew: Bool) throws(TaskStoreError) -> Result {
    try finishInterruptedRebuild()
    let storeID = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    var (file, copy) = try onBoth { path, durability throws(TaskStoreError) in try find(path, durability, storeID) }
    if !alwaysCompare, case .good(let one) = file, case .good(let other) = copy,
      try one.read({ try $0.summary() }) == (try other.read { try $0.summary() })
    {
      return Result(file: one, copy: other, checks: SoundnessChecks(of: one, other))
    }
    let found = (file: file, copy: copy)
    (file, copy) = try onBoth { path, _ throws(TaskStoreError) in
      try (path == copyPath ? found.copy : found.file).checked()
    }
    file = file.distrusted(isDistrusting)
    if file.isNew && copy.isNew {
      guard mayBeNew else { throw TaskStoreError(.damaged, "\(path) is gone, and its copy is empty; restore a backup") }
      try file.file?.close()
      try copy.file?.close()
      return Result(file: try make(path, .full, storeID), copy: try make(copyPath, .normal, storeID))
    }
    return try reconcile(file, copy)
  }

  /// Does something with both files at the same time.
  private func onBoth(
    _ body: @escaping @Sendable (String, DatabaseFile.Durability) throws(TaskStoreError) -> Found
  ) throws(TaskStoreError) -> (file: Found, copy: Found) {
    let copy = ConcurrentWork { () throws(TaskStoreError) in try body(copyPath, .normal) }
    let file = Swift.Result { () throws(TaskStoreError) in try body(path, .full) }
    // Also where the first can't be opened: nothing is left behind that still reads.
    let other = Swift.Result { () throws(TaskStoreError) in try copy.value() }
    return (try file.get(), try other.get())
  }

  private func find(
    _ path: String, _ durability: DatabaseFile.Durability, _ storeID: [UInt8]
  ) throws(TaskStoreError) -> Found {
    guard access(path, F_OK) == 0 else { return .absent }
    let file: DatabaseFile
    do { file = try open(path, durability) } catch  where error.code == .damaged { return .unreadable }
    do {
      if try file.isEmpty() { return .empty(file) }
      try file.prepare(storeID: storeID)
      return .good(file)
    } catch  where error.code == .damaged {
      return .doubtful(file)
    }
  }

  private func make(
    _ path: String, _ durability: DatabaseFile.Durability, _ storeID: [UInt8]
  ) throws(TaskStoreError) -> DatabaseFile {
    let file = try open(path, durability)
    try file.prepare(storeID: storeID)
    return file
  }

  private func open(_ path: String, _ durability: DatabaseFile.Durability) throws(TaskStoreError) -> DatabaseFile {
    try DatabaseFile(path: path, schema: schema, durability: durability, busyTimeout: busyTimeout)
  }
}

extension DatabaseOpener {
  private func reconcile(_ file: Found, _ copy: Found) throws(TaskStoreError) -> Result {
    let contents = (file: file.contents, copy: copy.contents)
    guard
      contents.file?.summary != nil || contents.copy?.summary != nil || contents.file?.rows.isEmpty == false
        || contents.copy?.rows.isEmpty == false
    else { throw TaskStoreError(.damaged, "\(path) and its copy are both beyond reading; restore a backup") }
    let merged = Merged.merge(contents.file, contents.copy)
    let canonical = CanonicalRows(merged, schema: schema)
    var health = StoreHealth()
    health.repairs = merged.repairs
    if !merged.isWhole { health.damagedRows = missingRows(merged, [contents.file, contents.copy]) }
    let first = try put(canonical, into: path, file, contents.file, .full, merged.isWhole, &health)
    let second = try put(canonical, into: copyPath, copy, contents.copy, .normal, merged.isWhole, &health)
    return Result(file: first, copy: second, health: health)
  }

  /// How many rows of each table neither file can show, of which not even the names are known.
  private func missingRows(_ merged: Merged, _ sides: [Contents?]) -> [String] {
    let newest = sides.compactMap { $0?.summary }.max { $0.revision < $1.revision }
    guard let newest, newest.tallies.count == schema.tables.count else { return [] }
    return schema.tables.compactMap { table in
      let known = merged.rows.keys.count { $0.table == table } + merged.lost.count { $0.table == table }
      let missing = Int(clamping: newest.tallies[table.index].count) - known
      return missing > 0 ? "\(missing) rows of \(table.name)" : nil
    }
  }

  /// Makes the file at `path` hold the truth. A sound file is changed in place; another one is built anew beside it.
  private func put(
    _ canonical: CanonicalRows, into path: String, _ found: Found, _ contents: Contents?,
    _ durability: DatabaseFile.Durability,
    _ isWhole: Bool, _ health: inout StoreHealth
  ) throws(TaskStoreError) -> DatabaseFile {
    if let contents, contents.isWhole, case .good(let file) = found {
      if contents.summary == canonical.summary { return file }
      if contents.newestRevision < canonical.summary.revision, contents.summary?.storeID == canonical.summary.storeID,
        durability == .normal, try resynchronize(file, to: canonical, &health)
      {
        return file
      }
    }
    try found.file?.close()
    try build(canonical, at: path + Self.rebuilding)
    if found.exists {
      // Set aside is what may hold more than was rescued.
      let isDamaged = !(contents?.isWhole ?? false)
      let isSame = contents?.summary == canonical.summary
      try setAside(path, keep: !(isWhole && (isDamaged || isSame)), &health)
    }
    try Self.rename(path + Self.rebuilding, path)
    health.repairs.append("\(path) was \(found.exists ? "damaged" : "missing") and has been rebuilt from its copy.")
    return try open(path, durability)
  }

  /// A copy that there is no space for stays behind, so that what is in the first file can be read.
  ///
  /// - Returns: false where the copy takes no rows, whole as it looks: it has to be built anew.
  private func resynchronize(
    _ copy: DatabaseFile, to canonical: CanonicalRows, _ health: inout StoreHealth
  ) throws(TaskStoreError) -> Bool {
    do throws(TaskStoreError) {
      try copy.replaceAll(rows: canonical.rows.values, summary: canonical.summary)
      return true
    } catch {
      switch error.code {
      case .damaged: return false
      case .diskFull:
        health.repairs.append(Self.lateCopy(copyPath))
        return true
      default: throw error
      }
    }
  }

  /// What is said of a copy that is behind.
  static func lateCopy(_ path: String) -> String {
    "There is no space left for the second copy \(path), which is out of date; the next change updates it."
  }

  private func build(_ canonical: CanonicalRows, at path: String) throws(TaskStoreError) {
    remove(path)
    do throws(TaskStoreError) {
      let file = try open(path, .full)
      try file.prepare(storeID: canonical.summary.storeID)
      try file.replaceAll(rows: canonical.rows.values, summary: canonical.summary)
      try file.close()
    } catch {
      // It takes up space that may be what is missing.
      remove(path)
      throw error
    }
  }
}
