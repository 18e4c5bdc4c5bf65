/// The rows both files are to hold, with the summary that fits them.
struct CanonicalRows {
  let rows: [RowName: StoredRow]
  let summary: Summary

  /// Takes what was merged, and names what was lost in the `lost` table.
  init(_ merged: Merged, schema: Schema) {
    var rows = merged.rows
    // After a merge that may have lost something, no older file must pass for the newest again.
    let revision = merged.isWhole ? merged.revision : merged.revision &+ 1
    for name in merged.lost where name.table != schema.lost {
      let lost = RowName(table: schema.lost, key: [UInt8(name.table.index)] + name.key)
      rows[lost] = StoredRow(name: lost, cells: [], revision: revision)
    }
    let storeID = merged.storeID ?? (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    var summary = Summary(storeID: storeID, format: schema.format, tableCount: schema.tables.count)
    summary.revision = revision
    for row in rows.values { summary.tallies[row.name.table.index].add(row) }
    self.rows = rows
    self.summary = summary
  }
}

extension Merged {
  /// What a person should know of the merge, apart from rebuilt files.
  var repairs: [String] {
    older.isEmpty
      ? [] : ["\(older.count) damaged rows were replaced from the copy by the state it had, which may be an older one."]
  }
}
