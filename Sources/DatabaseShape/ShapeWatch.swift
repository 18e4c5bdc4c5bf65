public import GRDB
internal import Synchronization

/// Watches in every transaction that an open database keeps its shape: another program may change it at any time.
public final class ShapeWatch: Sendable {
  private let shape: DatabaseShape
  /// `PRAGMA schema_version` when the shape was compared last. SQLite counts it on with every change of the shape, and keeps to what it has
  /// read of it for as long as the count is the same.
  private let version = Mutex<Int64?>(nil)

  /// Watches for a shape.
  public init(_ shape: DatabaseShape) { self.shape = shape }

  /// Compares anew at the next transaction. After one that failed: SQLite may read the shape again then, whatever the count says.
  public func forget() { version.withLock { $0 = nil } }

  /// Whether the database has the shape, at the beginning of a transaction.
  public func holds(in database: Database) throws -> Bool {
    let current = try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA schema_version"))
    if version.withLock({ $0 != nil && $0 == current }) { return true }
    guard try shape.fits(database) else { return false }
    version.withLock { $0 = current }
    return true
  }
}
