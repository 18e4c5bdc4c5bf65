internal import GRDB

/// How much of a file SQLite keeps in memory.
enum PageCache {
  /// The SQL that has it keep what single changes and lists touch: 4 MB.
  static let smallSQL = "PRAGMA cache_size = -4000"
  /// The SQL that has it keep what changes of very many rows touch: 64 MB at most.
  static let largeSQL = "PRAGMA cache_size = -64000"

  /// Whether a change of so many rows touches more pages than are kept otherwise: their keys lie anywhere in every index.
  static func isLarge(forRows count: Int) -> Bool { count >= 500 }
}

extension Database {
  /// Runs `body`, which changes so many rows. With too few pages in memory SQLite would write and read the same ones again
  /// and again.
  ///
  /// The write-ahead log of a large change is not folded into the file as it is committed, for which the caller would wait:
  /// ``DatabaseFile/foldSoon()`` does that.
  func withCache(forRows count: Int, _ body: () throws -> Void) throws {
    guard PageCache.isLarge(forRows: count) else { return try body() }
    try execute(sql: "\(PageCache.largeSQL); PRAGMA wal_autocheckpoint = 0")
    let result = Result { try body() }
    try execute(sql: PageCache.smallSQL)
    try result.get()
  }
}
