internal import GRDB

/// A row before and after a change; nil where there is none.
struct RowChange: Sendable {
  let name: RowName
  var old: StoredRow?
  let new: StoredRow?
}

/// What one transaction does, and what the files say of themselves before and after it.
struct RowChanges: Sendable {
  var list: [RowChange] = []
  var before: Summary
  var after: Summary
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
  /// Writes the rows and the summary.
  func perform(_ changes: RowChanges) throws {
    for change in changes.list { if let new = change.new { try insert(new) } else { try delete(change.name) } }
    try save(changes.after)
  }
}
