internal import GRDB
internal import LinuxSystem

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
