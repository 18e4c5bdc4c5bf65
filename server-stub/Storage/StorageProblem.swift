internal import Synchronization

/// Why the storage did not do what it was asked, for now. The same may be asked again; whether something was stored is not known until then.
enum StorageProblem: Error, Equatable, Sendable {
  /// Why it can't be used.
  enum Cause: String, Sendable {
    /// It can't be reached, or did not answer in time.
    case away
    /// It has no room left.
    case full
    /// Its disk can't be read or written.
    case failing
  }

  /// It can't be used; it is worth asking again after a time.
  case unavailable(retryAfter: Duration, cause: Cause = .away)
  /// Others were at work in it for too long. Nothing was stored.
  case tooBusy

  /// What it is called in the log and among the figures.
  var reason: String {
    switch self {
    case .unavailable(_, let cause): cause.rawValue
    case .tooBusy: "busy"
    }
  }

  /// All that there are.
  static let reasons = ["busy", "away", "full", "failing"]
}

/// How often the storage had a problem, and whether it has one.
final class StorageFigures: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let canWrite = Atomic(true)

  /// How many problems there were, by their reason.
  var problems: [(reason: String, count: Int)] {
    counts.withLock { counts in StorageProblem.reasons.map { ($0, counts[$0] ?? 0) } }
  }

  /// Whether what was to be stored last is stored.
  var isWritable: Bool { canWrite.load(ordering: .relaxed) }

  /// There was a problem.
  ///
  /// - Parameter isWrite: whether something was to be stored.
  func record(_ problem: StorageProblem, isWrite: Bool) {
    counts.withLock { $0[problem.reason, default: 0] += 1 }
    if isWrite { canWrite.store(false, ordering: .relaxed) }
  }

  /// Something was stored.
  func recordWrite() { canWrite.store(true, ordering: .relaxed) }
}
