internal import GRDB
internal import LinuxSystem
internal import ParallelCollections

extension MirroredDatabase {
  /// Makes the changes in the first file, durably, and in the copy.
  func apply(_ changes: (Database, Summary) throws -> [Change]) throws(TaskStoreError) {
    var copying: CopyTransaction?
    let written: RowChanges
    do throws(TaskStoreError) {
      written = try file.write { database in
        guard let summary = try database.summary(of: schema) else { throw damage("its summary") }
        let written = try database.resolve(changes(database, summary), from: summary)
        guard !written.list.isEmpty else { return written }
        // Two cores write large changes in little more than the time of one.
        if PageCache.isLarge(forRows: written.list.count) { copying = CopyTransaction(written, in: copy) }
        try database.withCache(forRows: written.list.count) {
          try database.perform(written)
          if let index = schema.index { try database.follow(written, index, form: indexForm) }
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
      // One that refuses what it is told is settled like one that was behind.
      do { if try isCurrent() { return } } catch  where error.code == .damaged {}
      try reconcile()
      try fitIndex()
    } catch {
      let note =
        error.code == .diskFull
        ? DatabaseOpener.lateCopy(copyPath)
        : "The second copy could not be written and is behind (\(error)); it is tried again at the next change."
      if !health.repairs.contains(note) { health.repairs.append(note) }
    }
  }
}

extension Database {
  /// What the changes come to for the rows that are there, in about the order of their keys, in which SQLite writes many of
  /// them faster and closer together.
  fileprivate func resolve(_ changes: [MirroredDatabase.Change], from summary: Summary) throws -> RowChanges {
    let revision = summary.revision &+ 1
    var result = RowChanges(before: summary, after: summary)
    let order = Self.order(of: changes)
    result.list = order.concurrentMap {
      RowChange(name: changes[$0].name, old: nil, new: changes[$0].row(revision: revision))
    }
    for (place, change) in order.enumerated() where !changes[change].isAddition {
      result.list[place].old = try row(changes[change].name)?.valid()
    }
    result.list.removeAll { $0.old == nil && $0.new == nil }
    if !result.list.isEmpty { result.after.revision = revision }
    for change in result.list {
      if let old = change.old { result.after.tallies[change.name.table.index].remove(old) }
      if let new = change.new { result.after.tallies[change.name.table.index].add(new) }
    }
    return result
  }

  /// The places of the changes, by the beginnings of their keys.
  private static func order(of changes: [MirroredDatabase.Change]) -> [Int] {
    let keys = changes.map { $0.name.key.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return changes.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
  }

  /// - Parameter form: in which the index was built, whatever it would be by now: so it is built anew where they differ.
  fileprivate func follow(_ changes: RowChanges, _ index: any RowIndex, form: Int?) throws {
    try index.replace(changes.list.filter { $0.name.table == index.table }, in: self)
    try stamp(form: form ?? index.form, changes.after)
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
