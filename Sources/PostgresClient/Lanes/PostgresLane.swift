#if Postgres
internal import LinuxSystem

/// A thread with one connection. It takes what waits, at most 64 statements at a time, sends them in one pipeline with one sync, and so has
/// one commit for all of them. When one of them fails, all are done again one by one, since none was committed.
struct PostgresLane {
  let address: PostgresAddress
  let queue: LaneQueue
  let counts: LaneCounts
  /// How long the server lets one statement run.
  let statementPatience: Duration

  /// How often what was in another transaction's way is tried again.
  private static let mostAttempts = 8

  /// Works until the queue is closed.
  func run() {
    defer { queue.laneEnds() }
    var connection: PostgresConnection?
    var failures = 0
    while queue.waitForWork() {
      if connection?.isAlive != true {
        connection = nil
        do throws(PostgresError) {
          connection = try connect()
          failures = 0
        } catch {
          counts.note { $0.failedConnections += 1 }
          failures += 1
          queue.pause(until: .after(seconds: Self.delay(after: failures)))
          if queue.isOver { return }
          continue
        }
      }
      guard let current = connection else { continue }
      let jobs = queue.take()
      guard !jobs.isEmpty else { continue }
      work(on: jobs, current)
      if current.isBroken { connection = nil }
    }
  }

  /// Between 0.05 and 1 s, doubled each time, with some chance in it: lanes and nodes are not to come all at once.
  private static func delay(after failures: Int) -> Double {
    min(1, 0.05 * Double(1 << min(failures, 5))) * Double.random(in: 0.5...1)
  }

  private func connect() throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection.open(
      address, until: .after(seconds: 10), statementPatience: statementPatience,
      whileWaiting: lookAround)
    counts.note { $0.connections += 1 }
    return connection
  }

  // MARK: Work

  /// Has a commit wait for the standby though nothing else in it may be written.
  ///
  /// Who asks again after a doubt may find what is committed here and on no standby: a commit that gave up waiting, or one from before a
  /// crash. Finding it writes nothing, so that its own commit would not wait, and it would be acknowledged, and could be lost. This writes
  /// a record to the log behind it, which has no other effect, so that the commit waits until the standby has both.
  private static let barrier = PostgresStatement(
    "vault_barrier", "SELECT pg_logical_emit_message(true, 'vault', '') IS NULL", giving: Bool.self)()

  private func work(on jobs: [LaneJob], _ connection: PostgresConnection) {
    if let first = jobs.first, first.isAlone { return transact(first, connection) }
    guard var error = commit(jobs, connection) else { return }
    if error.kind == .retry {
      counts.note { $0.repeated += jobs.count }
      guard let second = commit(jobs, connection) else { return }
      error = second
    }
    // What is in doubt may be done: only who finds it may ask again.
    guard jobs.count > 1, !connection.isBroken, error.kind != .inDoubt else { return settle(jobs, error, connection) }
    for (index, job) in jobs.enumerated() {
      guard !connection.isBroken else { return queue.putBack(jobs[index...].filter { !$0.isFinished }) }
      if let error = commit([job], connection) { settle([job], error, connection) }
    }
  }

  /// Does statements together.
  ///
  /// - Returns: what kept them from being committed; nil when all is done.
  private func commit(_ jobs: [LaneJob], _ connection: PostgresConnection) -> PostgresError? {
    let jobs = jobs.filter { !$0.isFinished }
    var requests = jobs.compactMap { job -> EncodedRequest? in
      guard case .statement(let request, _) = job.work else { return nil }
      return request
    }
    if jobs.contains(where: \.needsBarrier) { requests.append(Self.barrier.request) }
    guard let end = jobs.map(\.deadline).max() else { return nil }
    connection.whileWaiting = { failLate(jobs) }
    defer { connection.whileWaiting = nil }
    do throws(PostgresError) {
      let results = try connection.pipeline(requests, until: end)
      counts.note { counts in
        counts.commits += 1
        counts.statements += jobs.count
      }
      for (job, result) in zip(jobs, results) { job.finish(result) }
      return nil
    } catch { return error }
  }

  /// Tells those whose time is up while they are under way that nobody knows.
  ///
  /// - Returns: when to look again.
  private func failLate(_ jobs: [LaneJob]) -> Deadline {
    var earliest = lookAround()
    for job in jobs where !job.isFinished {
      if job.deadline.hasPassed { giveUp(job) } else { earliest = min(earliest, job.deadline) }
    }
    return earliest
  }

  /// Answers those that wait for a lane in vain.
  ///
  /// - Returns: when to look again: soon, since others may come whose time is up before that of those who wait now.
  private func lookAround() -> Deadline { min(queue.expire(), .after(seconds: 0.05)) }

  private func giveUp(_ job: LaneJob) {
    counts.note { $0.doubts += 1 }
    job.fail(PostgresError(.inDoubt, explanation: "no answer in time"))
  }

  /// Decides what becomes of statements that were not committed, or nobody knows whether.
  private func settle(_ jobs: [LaneJob], _ error: PostgresError, _ connection: PostgresConnection) {
    for job in jobs.reversed() where !job.isFinished {
      switch error.kind {
      case .inDoubt where job.isRepeatable:
        counts.note { $0.doubts += 1 }
        job.doubt()
        queue.putBack([job])
      case .inDoubt:
        counts.note { $0.doubts += 1 }
        job.fail(error)
      case .unavailable where connection.isBroken: again(job, error)
      case .retry: again(job, error)
      case .stale:
        connection.breakOff()
        again(job, error)
      default: job.fail(error)
      }
    }
  }

  private func again(_ job: LaneJob, _ error: PostgresError) {
    // What is not there is asked for until the job's deadline.
    guard job.countAttempt() < Self.mostAttempts || error.kind == .unavailable else {
      job.fail(error)
      return
    }
    counts.note { $0.repeated += 1 }
    queue.putBack([job])
  }

  private func transact(_ job: LaneJob, _ connection: PostgresConnection) {
    guard case .transaction(let attempt, _) = job.work, !job.isFinished else { return }
    connection.whileWaiting = lookAround
    defer { connection.whileWaiting = nil }
    do throws(PostgresError) {
      try attempt(connection, job.deadline)
      counts.note { $0.commits += 1 }
      job.finish(nil)
    } catch { settle([job], error, connection) }
  }
}
#endif
