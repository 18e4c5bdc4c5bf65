#if Postgres
internal import LinuxSystem

/// What waits for a lane, first come, first served.
final class LaneQueue: Sendable {
  private struct State {
    var jobs: [LaneJob] = []
    /// Nothing more is taken in.
    var isClosed = false
    /// Lanes end, whatever waits.
    var isOver = false
    var lanes = 0
  }

  private let state = Guarded(State())
  private let limit: Int

  /// The most statements of one commit, and the most bytes of their values.
  private static let most = (count: 64, bytes: 4 << 20)

  init(limit: Int) { self.limit = limit }

  /// How many wait.
  var count: Int { state.change { $0.jobs.count } }

  /// - Throws: ``PostgresError/Kind/tooBusy`` when too many wait; ``PostgresError/Kind/unavailable`` after the end.
  func add(_ job: LaneJob) throws(PostgresError) {
    try state.change { (state) throws(PostgresError) in
      guard !state.isClosed else { throw PostgresError(.unavailable, explanation: "the lanes are closed") }
      guard state.jobs.count < limit else { throw PostgresError(.tooBusy) }
      state.jobs.append(job)
    }
  }

  /// Puts back what was begun, before all others.
  func putBack(_ jobs: [LaneJob]) {
    let left = state.change { state -> [LaneJob] in
      guard !state.isOver else { return jobs }
      state.jobs.insert(contentsOf: jobs, at: 0)
      return []
    }
    for job in left { job.fail(.closing) }
  }

  /// Takes out one that nobody wants any more.
  ///
  /// - Returns: whether no lane had it.
  func remove(_ job: LaneJob) -> Bool {
    state.change { state in
      guard let index = state.jobs.firstIndex(where: { $0 === job }) else { return false }
      state.jobs.remove(at: index)
      return true
    }
  }

  /// Waits until something is to be done.
  ///
  /// - Returns: whether there is; a lane ends where not.
  func waitForWork() -> Bool {
    state.wait(until: .none) { state -> Bool? in
      if !state.jobs.isEmpty, !state.isOver { return true }
      return state.isClosed ? false : nil
    } ?? false
  }

  /// What is done next: one transaction, or statements in the order of their locks.
  func take() -> [LaneJob] {
    expire()
    return state.change { state in
      guard let first = state.jobs.first else { return [] }
      guard !first.isSuspect else { return [state.jobs.removeFirst()] }
      var bytes = 0
      let end = state.jobs.prefix(Self.most.count).firstIndex { job in
        bytes += job.byteCount
        return job.isSuspect || (bytes > Self.most.bytes && job !== first)
      }
      let taken = Array(state.jobs[..<(end ?? min(Self.most.count, state.jobs.count))])
      state.jobs.removeFirst(taken.count)
      // Those of one owner stay in the order in which they came.
      return taken.enumerated().sorted { left, right in
        (left.element.place, left.offset) < (right.element.place, right.offset)
      }.map(\.element)
    }
  }

  /// Answers those whose time is up.
  ///
  /// - Returns: when the next one's is.
  @discardableResult
  func expire() -> Deadline {
    let now = Deadline.now
    let (late, next) = state.change { state in
      let late = state.jobs.filter { $0.deadline <= now }
      if !late.isEmpty { state.jobs.removeAll { $0.deadline <= now } }
      return (late, state.jobs.map(\.deadline).min() ?? .none)
    }
    for job in late { job.fail(PostgresError(.unavailable, explanation: "the database was not to be had in time")) }
    return next
  }

  /// Waits before a lane tries again to connect; meanwhile those whose time is up have their answer.
  func pause(until end: Deadline) {
    while !end.hasPassed {
      let wake = min(end, expire())
      if state.wait(until: wake, { $0.isOver ? true : nil }) == true { return }
    }
  }

  // MARK: The end

  /// A lane begins.
  func laneBegins() { state.change { $0.lanes += 1 } }

  /// A lane has ended.
  func laneEnds() { state.change { $0.lanes -= 1 } }

  /// Whether lanes end whatever waits.
  var isOver: Bool { state.change { $0.isOver } }

  /// Takes in nothing more.
  func close() { state.change { $0.isClosed = true } }

  /// Waits until what waits is done, then until the lanes have ended; at `deadline` nothing waits any more.
  func finish(until deadline: Deadline) {
    while state.wait(until: min(deadline, expire()), { $0.lanes == 0 ? true : nil }) == nil, !deadline.hasPassed {}
    let left = state.change { state in
      state.isOver = true
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in left { job.fail(.closing) }
  }
}

extension PostgresError {
  /// What is left when the lanes are closed.
  static let closing = PostgresError(.unavailable, explanation: "the lanes were closed")
}
#endif
