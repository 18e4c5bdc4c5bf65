/// All that could be read of one file.
struct Contents: Sendable {
  /// What the file says of itself; nil when that can't be read.
  var summary: Summary?
  /// The rows that fit their checksums.
  var rows: [RowName: StoredRow] = [:]
  /// The names of rows that don't.
  var damaged: Set<RowName> = []
  /// Whether SQLite itself stumbled over the file.
  var isBroken = false

  /// Whether nothing is damaged or missing.
  var isWhole: Bool {
    guard let summary, damaged.isEmpty, !isBroken else { return false }
    var tallies = [Tally](repeating: Tally(), count: summary.tallies.count)
    for row in rows.values {
      guard tallies.indices.contains(row.name.table.index) else { return false }
      tallies[row.name.table.index].add(row)
    }
    return tallies == summary.tallies
  }

  /// The newest revision anything in it belongs to.
  var newestRevision: Int64 { max(summary?.revision ?? 0, rows.values.map(\.revision).max() ?? 0) }
}

/// What two files that should be the same say together.
struct Merged: Sendable {
  /// The rows that are to be in both from now on.
  var rows: [RowName: StoredRow]
  /// Rows that were there and can't be shown any more.
  var lost: Set<RowName> = []
  /// Rows of which only an older state could be shown.
  var older: Set<RowName> = []
  /// The revision to go on from.
  var revision: Int64
  /// The id to go on with; nil when neither file tells.
  var storeID: [UInt8]?
  /// Whether the rows are certainly all there are, in their newest state.
  var isWhole: Bool

  /// Decides between a file and its copy. A whole file that the other is not ahead of is the truth; otherwise every
  /// row counts that fits its checksum, the newer where there are two.
  static func merge(_ primary: Contents?, _ copy: Contents?) -> Merged {
    for (one, other) in [(primary, copy), (copy, primary)] {
      guard let one, one.isWhole, let summary = one.summary else { continue }
      let isForeign = other?.summary.map { $0.storeID != summary.storeID } ?? false
      // A file that lost all it held, for instance with its write-ahead log, was just made anew and is empty: that is whole,
      // and nobody's truth while the other holds something.
      if isForeign, summary.revision == 0, other!.newestRevision > 0 { continue }
      if other == nil || isForeign || other!.newestRevision <= summary.revision {
        return Merged(rows: one.rows, revision: summary.revision, storeID: summary.storeID, isWhole: true)
      }
    }
    return unite([primary, copy].compactMap { $0 })
  }

  private static func unite(_ sides: [Contents]) -> Merged {
    var rows: [RowName: StoredRow] = [:]
    for side in sides {
      rows.merge(side.rows) { $0.revision >= $1.revision ? $0 : $1 }
    }
    let damaged = sides.reduce(into: Set<RowName>()) { $0.formUnion($1.damaged) }
    let present = Set(rows.keys)
    return Merged(
      rows: rows, lost: damaged.subtracting(present), older: damaged.intersection(present),
      revision: sides.map(\.newestRevision).max() ?? 0, storeID: sides.lazy.compactMap(\.summary?.storeID).first,
      isWhole: false)
  }
}
