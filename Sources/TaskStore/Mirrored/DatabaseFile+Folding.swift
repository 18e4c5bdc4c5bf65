internal import Dispatch
internal import GRDB
internal import Glibc
internal import Synchronization

/// Folding the write-ahead log into the file.
extension DatabaseFile {
  /// Folds the write-ahead log into the file now. What goes wrong here is made up for by a later commit.
  func fold() { queue.inDatabase { _ = try? $0.checkpoint(.truncate) } }

  /// Folds the write-ahead log into the file once nothing else is to be done, and from then on as it grows. What goes wrong
  /// here is made up for by a later commit: everything is safe in the log.
  func foldSoon(_ finish: @escaping @Sendable () -> Void = {}) { Self.foldSoon(queue, finish) }

  private static func foldSoon(_ queue: DatabaseQueue, _ finish: @escaping @Sendable () -> Void) {
    queue.asyncWriteWithoutTransaction { database in
      try? database.execute(sql: "PRAGMA wal_autocheckpoint = 1000")
      _ = try? database.checkpoint(.truncate)
      finish()
    }
  }

  /// Folds the write-ahead log of a large change: soon where it is long, otherwise a second later, unless another one has followed by then. A page that
  /// several of them change is then written once.
  ///
  /// - Parameters:
  ///   - isLatest: whether no other large change has followed.
  ///   - finish: what is done in any case.
  func foldOnceQuiet(_ isLatest: @escaping @Sendable () -> Bool, _ finish: @escaping @Sendable () -> Void) {
    guard logByteCount < Self.longLog else { return foldSoon(finish) }
    queue.asyncWriteWithoutTransaction { _ in finish() }
    // Whoever closes the file folds its log.
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [weak queue] in
      guard isLatest(), let queue else { return }
      Self.foldSoon(queue) {}
    }
  }

  /// How many bytes of a log are worth to be folded while large changes follow each other.
  private static let longLog: Int64 = 16 << 20

  private var logByteCount: Int64 {
    var attributes = stat()
    return stat(path + "-wal", &attributes) == 0 ? Int64(attributes.st_size) : 0
  }

  /// Whether there may be no space for a large change: fewer bytes than any takes. Also where that can't be found out.
  var isShortOfSpace: Bool {
    var system = statvfs()
    guard statvfs(path, &system) == 0 else { return true }
    return UInt64(system.f_bavail) * UInt64(system.f_frsize) < 1 << 30
  }
}

/// Counts changes, for whoever has to know whether one was the last.
final class ChangeCounter: Sendable {
  private let count = Atomic(0)

  /// The number of a change.
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Whether none has followed it.
  func isLatest(_ number: Int) -> Bool { count.load(ordering: .relaxed) == number }
}
