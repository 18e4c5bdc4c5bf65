internal import GRDB
internal import LinuxSystem

/// A row before and after a change; nil where there is none.
struct RowChange: Sendable {
  let name: RowName
  let old: StoredRow?
  let new: StoredRow?
}

/// What one transaction does, and what the files say of themselves before and after it.
struct RowChanges: Sendable {
  var list: [RowChange] = []
  var before: Summary
  var after: Summary

  /// Puts the rows in about the order of their keys, in which SQLite writes many of them faster and closer together.
  mutating func sort() {
    let places = list.enumerated().map { (key: $1.name.key.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, $0) }
    list = places.sorted { $0.key < $1.key }.map { list[$0.1] }
  }
}

extension MirroredDatabase {
  /// Makes the changes in the first file, durably, and in the copy.
  func apply(_ changes: (Database, Summary) throws -> [Change]) throws(TaskStoreError) {
    var copying: CopyTransaction?
    let written: RowChanges
    do throws(TaskStoreError) {
      written = try file.write { database in
        guard let summary = try database.summary() else { throw damage("its summary") }
        var written = try database.resolve(changes(database, summary), from: summary)
        guard !written.list.isEmpty else { return written }
        // Two cores write large changes in little more than the time of one.
        if PageCache.isLarge(forRows: written.list.count) {
          written.sort()
          copying = CopyTransaction(written, in: copy)
        }
        try database.withCache(forRows: written.list.count) {
          try database.perform(written)
          if let index = schema.index { try database.follow(written, index) }
        }
        return written
      }
    } catch {
      if let copying {
        copying.rollBack()
        foldSoon()
      }
      throw error
    }
    guard !written.list.isEmpty else { return }
    mirror { () throws(TaskStoreError) in
      if let copying { try copying.commit() } else { try copy.follow(written) }
    }
    if copying != nil { foldSoon(written) }
  }

  /// Does what nobody has to wait for after a large change; frees it last.
  private func foldSoon(_ changes: RowChanges? = nil) {
    file.foldSoon()
    copy.foldSoon { withExtendedLifetime(changes) { ProcessMemory.returnFreedHeap() } }
  }

  private func damage(_ what: String) -> TaskStoreError { TaskStoreError(.damaged, "\(path): \(what) is damaged") }

  /// Brings the copy up. What goes wrong here is told by `health`: the change itself is safe in the first file.
  private func mirror(_ isCurrent: () throws(TaskStoreError) -> Bool) {
    do throws(TaskStoreError) {
      guard try !isCurrent() else { return }
      try settle()
      try fitIndex()
    } catch {
      let note = "The second copy could not be written and is behind (\(error)); it is tried again at the next change."
      if !health.repairs.contains(note) { health.repairs.append(note) }
    }
  }
}

extension DatabaseFile {
  /// Makes the changes that were made in the first file.
  ///
  /// - Parameter confirm: called before they are committed; takes them back by throwing.
  /// - Returns: false, with nothing done, when this file is not as the changes found the first one.
  func follow(_ changes: RowChanges, _ confirm: () throws -> Void = {}) throws(TaskStoreError) -> Bool {
    try write { database in
      guard try database.summary() == changes.before else { return false }
      try database.withCache(forRows: changes.list.count) { try database.perform(changes) }
      try confirm()
      return true
    }
  }
}

extension Database {
  /// What the changes come to for the rows that are there.
  fileprivate func resolve(_ changes: [MirroredDatabase.Change], from summary: Summary) throws -> RowChanges {
    var result = RowChanges(before: summary, after: summary)
    let revision = summary.revision + 1
    result.list.reserveCapacity(changes.count)
    for (change, new) in zip(changes, changes.concurrentMap { $0.row(revision: revision) }) {
      let old = change.isAddition ? nil : try row(change.name)?.valid()
      guard old != nil || new != nil else { continue }
      result.after.revision = revision
      if let old { result.after.tallies[change.name.table.index].remove(old) }
      if let new { result.after.tallies[change.name.table.index].add(new) }
      result.list.append(RowChange(name: change.name, old: old, new: new))
    }
    return result
  }

  /// Writes the rows and the summary.
  fileprivate func perform(_ changes: RowChanges) throws {
    for change in changes.list { if let new = change.new { try insert(new) } else { try delete(change.name) } }
    try save(changes.after)
  }

  fileprivate func follow(_ changes: RowChanges, _ index: any RowIndex) throws {
    try index.replace(changes.list.filter { $0.name.table == index.table }, in: self)
    try stamp(index, changes.after)
  }
}

extension MirroredDatabase.Change {
  fileprivate var name: RowName {
    switch self {
    case .put(let name, _), .add(let name, _), .remove(let name): name
    }
  }

  fileprivate var isAddition: Bool { if case .add = self { true } else { false } }

  /// The row that it makes; nil for a removal.
  fileprivate func row(revision: Int64) -> StoredRow? {
    switch self {
    case .put(let name, let cells), .add(let name, let cells):
      StoredRow(name: name, cells: cells, revision: revision)
    case .remove: nil
    }
  }
}
