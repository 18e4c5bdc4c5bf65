#if Postgres
public import Foundation
internal import LinuxSystem
internal import Synchronization

/// A few lanes to the database, for callers of any number: each lane is a thread with a connection, and commits for many at once.
///
/// At most so many callers wait as were admitted; the next ones are told immediately that it is too busy. Reads and writes have lanes of
/// their own, since a read in a lane of writes waits for their commit.
public final class PostgresLanes: Sendable {
  private let queue: LaneQueue
  private let counts = LaneCounts()

  /// How long a call waits unless it says otherwise.
  public static let patience = Duration.seconds(5)

  /// Starts the lanes. They connect when there is something to do, and again whenever the connection is lost.
  ///
  /// - Parameters:
  ///   - count: how many lanes; two are enough for a disk that syncs a thousand times a second.
  ///   - limit: how many calls may wait at once.
  ///   - statementPatience: how long the server lets one statement run.
  /// - Throws: ``PostgresError/Kind/configuration`` when the system has no threads to give.
  public init(
    _ address: PostgresAddress, count: Int = 2, limit: Int = 512, statementPatience: Duration = .seconds(10)
  ) throws(PostgresError) {
    queue = LaneQueue(limit: limit)
    for _ in 0..<max(1, count) {
      let lane = PostgresLane(address: address, queue: queue, counts: counts, statementPatience: statementPatience)
      queue.laneBegins()
      do { try DetachedThread.start { lane.run() } } catch {
        queue.laneEnds()
        queue.close()
        throw PostgresError(.configuration, explanation: "the system has no more threads")
      }
    }
  }

  deinit { queue.close() }

  /// What the lanes have done so far.
  public var statistics: LaneStatistics { counts.statistics(waiting: queue.count) }

  /// Runs one statement, committed together with those of others when it returns.
  ///
  /// - Parameters:
  ///   - owner: whose rows it locks, so that lanes lock in one order; nil where it locks none, or those of many.
  ///   - patience: how long to wait. Where nobody knows by then whether it was done, that is the error.
  /// - Returns: its rows.
  /// - Throws: ``PostgresError``. A cancelled task has ``PostgresError/Kind/cancelled`` if no lane had begun; else it waits to the end.
  public func run<Row>(
    _ call: PostgresCall<Row>, of owner: UUID? = nil, patience: Duration = patience
  ) async throws(PostgresError) -> [Row] {
    try await wait(patience, owner) { answer in
      .statement(call.request) { result in
        answer(
          result.flatMap { result in
            guard let result else { return .failure(.malformed) }
            return Result { () throws(PostgresError) in try call.rows(of: result) }
          })
      }
    }
  }

  /// Does several things in one transaction, which has a lane for itself meanwhile.
  ///
  /// - Parameters:
  ///   - isolation: what it sees of others, and whether it writes.
  ///   - body: runs on the lane's thread, and once more when another transaction was in its way, or the connection was lost
  ///     before the commit. It never waits for anything but the connection.
  /// - Throws: ``PostgresError``, as `run` does.
  public func transaction<Value: Sendable>(
    _ isolation: PostgresIsolation = .readCommitted, of owner: UUID? = nil, patience: Duration = patience,
    _ body: @escaping @Sendable (PostgresTransaction) throws(PostgresError) -> Value
  ) async throws(PostgresError) -> Value {
    try await session(of: owner, patience: patience) { (connection, deadline) throws(PostgresError) in
      try connection.transaction(isolation, until: deadline) { (connection) throws(PostgresError) in
        try body(PostgresTransaction(connection, until: deadline))
      }
    }
  }

  /// Reads with one statement after the other, each in a transaction of its own, which takes one trip to the server where `transaction` takes
  /// three.
  ///
  /// - Parameter body: as that of `transaction`; each of its statements says that it reads.
  /// - Throws: ``PostgresError``, as `run` does.
  public func look<Value: Sendable>(
    patience: Duration = patience, _ body: @escaping @Sendable (PostgresTransaction) throws(PostgresError) -> Value
  ) async throws(PostgresError) -> Value {
    try await session(of: nil, patience: patience) { (connection, deadline) throws(PostgresError) in
      try body(PostgresTransaction(connection, until: deadline))
    }
  }

  private func session<Value: Sendable>(
    of owner: UUID?, patience: Duration,
    _ body: @escaping @Sendable (PostgresConnection, Deadline) throws(PostgresError) -> Value
  ) async throws(PostgresError) -> Value {
    let done = Done<Value>()
    return try await wait(patience, owner) { answer in
      .transaction { (connection, deadline) throws(PostgresError) in
        let value = try body(connection, deadline)
        done.value.withLock { $0 = value }
      } finish: { result in
        answer(
          result.flatMap { _ in
            guard let value = done.value.withLock({ $0 }) else { return .failure(.malformed) }
            return .success(value)
          })
      }
    }
  }

  /// What a transaction gave, once it is committed.
  private final class Done<Value: Sendable>: Sendable { let value = Mutex<Value?>(nil) }

  private typealias Answer<Value> = @Sendable (Result<Value, PostgresError>) -> Void

  private func wait<Value: Sendable>(
    _ patience: Duration, _ owner: UUID?, _ work: (@escaping Answer<Value>) -> LaneJob.Work
  ) async throws(PostgresError) -> Value {
    let deadline = Deadline.after(seconds: patience / .seconds(1))
    let waiting = Mutex<LaneJob?>(nil)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, PostgresError>, Never>) in
        let job = LaneJob(work { continuation.resume(returning: $0) }, until: deadline, place: LockOrder(owner))
        do throws(PostgresError) {
          guard !Task.isCancelled else { throw PostgresError(.cancelled) }
          try queue.add(job)
          waiting.withLock { $0 = job }
          // It may have been cancelled before there was anything to take back.
          if Task.isCancelled, queue.remove(job) { throw PostgresError(.cancelled) }
        } catch {
          if error.kind != .cancelled { counts.note { $0.refused += 1 } }
          job.fail(error)
        }
      }
    } onCancel: {
      if let job = waiting.withLock({ $0 }), queue.remove(job) { job.fail(PostgresError(.cancelled)) }
    }
    return try result.get()
  }

  /// Takes in nothing more, waits for what is under way, at most `patience`, and ends the lanes.
  public func close(patience: Duration = patience) async {
    queue.close()
    let deadline = Deadline.after(seconds: patience / .seconds(1))
    let (queue, latch) = (queue, Latch())
    do {
      try DetachedThread.start {
        queue.finish(until: deadline)
        latch.open()
      }
    } catch { queue.finish(until: .now) }
    _ = await latch.wait(within: patience + .seconds(1))
  }
}
#endif
