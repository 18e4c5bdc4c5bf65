#if Postgres
internal import Foundation
internal import LinuxSystem
internal import Synchronization

/// Something that somebody waits for, and that a lane does.
final class LaneJob: Sendable {
  /// What it is.
  enum Work: Sendable {
    /// Answers whoever waits; a statement has a result.
    typealias Finish = @Sendable (Result<QueryResult?, PostgresError>) -> Void

    /// One statement, which is committed together with those of others.
    case statement(EncodedRequest, finish: Finish)
    /// A transaction of its own, which may be tried again when it throws.
    case transaction(@Sendable (PostgresConnection, Deadline) throws(PostgresError) -> Void, finish: Finish)
  }

  let work: Work
  /// When whoever waits gives up.
  let deadline: Deadline
  /// Where it stands among the others of a commit: all lanes lock in one order.
  let place: LockOrder
  private let state = Mutex(State())

  private struct State {
    var isFinished = false
    var isInDoubt = false
    var attempts = 0
  }

  init(_ work: Work, until deadline: Deadline, place: LockOrder) {
    self.work = work
    self.deadline = deadline
    self.place = place
  }

  /// Whether whoever waits has an answer.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Whether it may be done again when nobody knows whether it was done.
  var isRepeatable: Bool {
    guard case .statement(let request, _) = work else { return false }
    return request.text.effect != .once
  }

  /// Whether it may have been done, and its answer must not be that of a session which sees more than the standby has.
  var needsBarrier: Bool {
    guard case .statement(let request, _) = work else { return false }
    return request.text.effect == .idempotent && state.withLock { $0.isInDoubt }
  }

  /// Whether it is done alone.
  var isAlone: Bool {
    guard case .transaction = work else { return false }
    return true
  }

  /// Whether it is done alone for what happened before: with it the connection was lost, more than once.
  var isSuspect: Bool { isAlone || state.withLock { $0.attempts > 1 } }

  /// How many bytes its values have.
  var byteCount: Int {
    guard case .statement(let request, _) = work else { return 0 }
    return request.parameters.bytes.count
  }

  /// Counts one more try.
  ///
  /// - Returns: how many there were before.
  func countAttempt() -> Int {
    state.withLock { state in
      state.attempts += 1
      return state.attempts - 1
    }
  }

  /// It may have been done: from now on nothing but an answer of the database takes that back.
  func doubt() { state.withLock { $0.isInDoubt = true } }

  /// It is done: answers whoever waits, if nobody has.
  func finish(_ result: QueryResult?) {
    if claim() { answer(.success(result)) }
  }

  /// Says that it was not done, or that nobody knows, if whoever waits has no answer yet.
  func fail(_ error: PostgresError) {
    let wasInDoubt = state.withLock { $0.isInDoubt }
    if claim() { answer(.failure(wasInDoubt ? error.afterDoubt : error)) }
  }

  private func answer(_ result: Result<QueryResult?, PostgresError>) {
    switch work {
    case .statement(let request, let finish):
      finish(result.mapError { request.text.effect.error($0).of(request.text.name) })
    case .transaction(_, let finish): finish(result)
    }
  }

  private func claim() -> Bool {
    state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
  }
}

/// The order in which rows are locked, so that no two transactions wait for each other: that of PostgreSQL's `uuid`.
struct LockOrder: Comparable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// The place of what belongs to somebody; whatever belongs to nobody comes last.
  init(_ id: UUID?) {
    guard let id else {
      (high, low) = (.max, .max)
      return
    }
    (high, low) = withUnsafeBytes(of: id.uuid) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }

  static func < (left: LockOrder, right: LockOrder) -> Bool { (left.high, left.low) < (right.high, right.low) }
}
#endif
