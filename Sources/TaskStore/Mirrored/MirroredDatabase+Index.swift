internal import FoundationEssentials
internal import GRDB

extension Summary {
  /// The store's id as a stamp has it.
  var stampID: Data { Data(storeID) }
}

extension MirroredDatabase {
  /// Builds the index unless its stamp says that it fits, and removes one from the copy, which may be a file that was
  /// brought there.
  func fitIndex() throws(TaskStoreError) {
    guard let index = schema.index else { return }
    let form = index.form
    var fits = false
    do { fits = try file.read { try $0.fits(form: form) } } catch  where error.code == .damaged {}
    if fits { indexForm = form } else { try buildIndex() }
    guard try copy.read({ try $0.tableExists("indexStamp") }) else { return }
    try verify()
    try copy.write { try $0.remove(index) }
  }

  /// Adds to the index what questions are found to need.
  ///
  /// - Throws: ``TaskStoreError``, after which everything is as it was.
  func extendIndex(_ body: (Database) throws -> Void) throws(TaskStoreError) {
    try verify()
    try file.write(body)
  }

  /// How many rows are given to the index at once when it is built: they are in memory together.
  private static let indexedTogether = 500

  /// Builds the index from the rows. Damage to the file that is met thereby has it made anew.
  func buildIndex() throws(TaskStoreError) {
    guard let index = schema.index else { return }
    isIndexDue = true
    forgetIndexCheck()
    _ = try reconcileIfUnsound()
    do { try build(index) } catch  where error.code == .damaged {
      try reconcile(distrusting: true)
      try build(index)
    }
    isIndexDue = false
  }

  /// Compares the index with the rows, and builds it anew when it says something else.
  func checkIndex() throws(TaskStoreError) {
    guard let index = schema.index else { return }
    var agrees = false
    let form = index.form
    do {
      agrees = try file.write { database in
        try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok" && database.fits(form: form)
          && holdsAllRows(index, database)
      }
    } catch  where error.code == .damaged {}
    guard !agrees else { return }
    try buildIndex()
    health.repairs.append("The index of \(path) was damaged and has been rebuilt.")
  }

  private func holdsAllRows(_ index: any RowIndex, _ database: Database) throws -> Bool {
    var holdsAll = true
    var count = 0
    try forEachRow(of: index.table, database) { row in
      count += 1
      if holdsAll { holdsAll = try index.holds(row, in: database) }
    }
    return try holdsAll && index.isSound(rowCount: count, in: database)
  }

  private func build(_ index: any RowIndex) throws(TaskStoreError) {
    let form = index.form
    try file.write { database in
      guard let summary = try database.summary(of: schema) else {
        throw TaskStoreError(.damaged, "\(path): its summary")
      }
      try database.create(index)
      var rows: [RowChange] = []
      try forEachRow(of: index.table, database) { row in
        rows.append(RowChange(name: row.name, old: nil, new: row))
        guard rows.count == Self.indexedTogether else { return }
        try index.replace(rows, in: database)
        rows = []
      }
      try index.replace(rows, in: database)
      try index.finish(in: database)
      try database.stamp(form: form, summary)
    }
    indexForm = form
  }
}
