internal import GRDB
internal import Glibc

/// How long what is here stays, and what becomes of a damaged file.
extension InboxStore {
  /// Removes all but the newest `count` items of an owner; what the server was not told yet stays. Messages stay as well.
  ///
  /// - Returns: how many items were removed.
  @discardableResult
  public func prune(keeping count: Int, for owner: InboxOwner) throws(InboxStoreError) -> Int {
    try change(owner) { database, number in
      try database.execute(
        sql: """
          DELETE FROM items WHERE owner = ?1 AND wish IS NULL
            AND sequence <= (SELECT highest FROM owners WHERE number = ?1) - ?2
          """, arguments: [number, max(count, 0)])
      return database.changesCount
    }
  }

  /// Whether SQLite finds the file sound. Reads all of it.
  public func isSound() throws(InboxStoreError) -> Bool {
    try file.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") == "ok" }
  }

  /// Puts a damaged file aside, with its side files, so that a new one can be made and filled from the server. No store is
  /// open at that path.
  ///
  /// - Returns: what it is called now: `PATH.set-aside-1`, or the next number that is free.
  public static func setAside(_ path: String) throws(InboxStoreError) -> String {
    var number = 1
    while access("\(path).set-aside-\(number)", F_OK) == 0 { number += 1 }
    let target = "\(path).set-aside-\(number)"
    // The log belongs to the file, and would spoil a new one: it goes first.
    for suffix in ["-wal", "-shm", ""] where access(path + suffix, F_OK) == 0 {
      guard rename(path + suffix, target + suffix) == 0 else { throw InboxStoreError(errno: errno, path + suffix) }
    }
    return target
  }
}
