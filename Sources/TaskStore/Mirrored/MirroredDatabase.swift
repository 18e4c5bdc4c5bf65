internal import GRDB
internal import LinuxSystem

/// A SQLite file with a second one beside it that says the same.
///
/// Every change goes to the file in one durable commit and then, in the same call, to the copy (`NAME.copy`), whose commit
/// doesn't wait for the disk: after a power cut the copy may be behind, which its revision tells, and is brought up again.
/// Rows carry checksums, and a summary carries the number of rows and the sum of their checksums. Whatever
/// SQLite or the checksums find wrong is put right from the other file; what neither can show is named, and the damaged
/// file is put aside, never overwritten.
///
/// Not thread-safe: it lives in an actor.
final class MirroredDatabase {
  /// A change to one row.
  enum Change {
    case put(RowName, [Cell])
    /// Of a row that certainly isn't there.
    case add(RowName, [Cell])
    case remove(RowName)
  }

  let schema: Schema
  let path: String
  var copyPath: String { path + ".copy" }
  /// What was found and done since the database was opened.
  var health = StoreHealth()
  var file: DatabaseFile
  var copy: DatabaseFile
  private let busyTimeout: Double
  /// Set while the files are closed, so also after a repair that failed: the next call tries again.
  private var isDown = false
  /// Set until the index is built anew after damage was met.
  var isIndexDue = false

  /// Opens both files, makes the missing one, and settles any difference between them.
  init(path: String, schema: Schema, busyTimeout: Double = 2) throws(TaskStoreError) {
    self.path = path
    self.schema = schema
    self.busyTimeout = busyTimeout
    let opened = try Opening(path: path, schema: schema, busyTimeout: busyTimeout).run()
    file = opened.file
    copy = opened.copy
    health = opened.health
    try fitIndex()
  }

  /// Reads through `body`, and once more after a repair when it meets damage.
  func read<T>(_ body: (Database) throws -> T) throws(TaskStoreError) -> T {
    try reopenIfDown()
    do { return try file.read(body) } catch  where error.code == .damaged && error.ids.isEmpty {
      try repair()
      return try file.read(body)
    }
  }

  /// Applies `changes` in one transaction, in both files.
  ///
  /// - Parameter changes: decides what to change from what is there; runs again after a repair.
  func write(_ changes: (Database, Summary) throws -> [Change]) throws(TaskStoreError) {
    try reopenIfDown()
    let written: Written
    do { written = try apply(changes) } catch  where error.code == .damaged && error.ids.isEmpty {
      try repair()
      written = try apply(changes)
    }
    mirror(written)
    if PageCache.isLarge(forRows: written.puts.count + written.removals.count) { ProcessMemory.returnFreedHeap() }
  }

  /// Settles the difference between the files, or finds them whole, and builds the index anew.
  func repair() throws(TaskStoreError) {
    isIndexDue = schema.index != nil
    try settle()
    try buildIndex()
  }

  /// Settles the difference between the files, or finds them whole.
  ///
  /// - Parameter distrusting: builds the first file anew, however whole it looks.
  func settle(distrusting: Bool = false) throws(TaskStoreError) {
    let before = health
    if !isDown { try close() }
    isDown = true
    var opening = Opening(path: path, schema: schema, busyTimeout: busyTimeout)
    opening.isDistrusting = distrusting
    let opened = try opening.run(alwaysCompare: true)
    file = opened.file
    copy = opened.copy
    isDown = false
    health = before
    health.repairs += opened.health.repairs
    health.filesSetAside += opened.health.filesSetAside
  }

  /// Opens the files again if a repair had to leave them closed, and makes up for an index that is due.
  func reopenIfDown() throws(TaskStoreError) {
    if isDown { try repair() } else if isIndexDue { try buildIndex() }
  }

  /// Closes both files.
  func close() throws(TaskStoreError) {
    try file.close()
    try copy.close()
  }
}

extension MirroredDatabase {
  private struct Written {
    var puts: [StoredRow] = []
    var removals: [RowName] = []
    var before: Summary
    var after: Summary
  }

  private func apply(_ changes: (Database, Summary) throws -> [Change]) throws(TaskStoreError) -> Written {
    try file.write { database in
      guard let summary = try database.summary() else { throw damage("its summary") }
      var written = Written(before: summary, after: summary)
      let list = try changes(database, summary)
      guard !list.isEmpty else { return written }
      written.after.revision += 1
      try database.withCache(forRows: list.count) {
        for change in list { try perform(change, database, &written) }
      }
      try database.save(written.after)
      if let index = schema.index { try database.stamp(index, written.after) }
      return written
    }
  }

  private func perform(_ change: Change, _ database: Database, _ written: inout Written) throws {
    let name =
      switch change {
      case .put(let name, _), .add(let name, _), .remove(let name): name
      }
    var old: StoredRow?
    if case .add = change {
    } else {
      old = try database.row(name).map { read throws(TaskStoreError) in try read.valid() }
    }
    if let old { written.after.tallies[name.table.index].remove(old) }
    var new: StoredRow?
    switch change {
    case .put(_, let cells), .add(_, let cells):
      let row = StoredRow(name: name, cells: cells, revision: written.after.revision)
      try database.insert(row)
      written.after.tallies[name.table.index].add(row)
      written.puts.append(row)
      new = row
    case .remove:
      guard old != nil else { return }
      try database.delete(name)
      written.removals.append(name)
    }
    if let index = schema.index, index.table == name.table { try index.replace(old, by: new, in: database) }
  }

  private func damage(_ what: String) -> TaskStoreError { TaskStoreError(.damaged, "\(path): \(what) is damaged") }

  /// Brings the copy up. What goes wrong here is told by `health`: the change itself is safe in the first file.
  private func mirror(_ written: Written) {
    guard written.after != written.before else { return }
    do {
      let isCurrent = try copy.write { database in
        guard try database.summary() == written.before else { return false }
        try database.withCache(forRows: written.puts.count + written.removals.count) {
          for row in written.puts { try database.insert(row) }
          for name in written.removals { try database.delete(name) }
        }
        try database.save(written.after)
        return true
      }
      if !isCurrent {
        try settle()
        try fitIndex()
      }
    } catch {
      let note = "The second copy could not be written and is behind (\(error)); it is tried again at the next change."
      if !health.repairs.contains(note) { health.repairs.append(note) }
    }
  }
}
