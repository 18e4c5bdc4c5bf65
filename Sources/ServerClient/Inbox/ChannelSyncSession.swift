internal import FoundationEssentials
internal import ServerAPI

/// Keeps a user's channels equal to the server's, and sends what the user says, while there is a connection.
struct ChannelSyncSession: Sendable {
  /// When something is tried again, and how long it is waited for.
  struct Pace: Sendable {
    let policy: RetryPolicy
    let clock: any Clock<Duration>
    let random: @Sendable () -> Double
    /// For how long no byte of a stream may come.
    let silence: Duration
  }

  let link: InboxSyncSession
  let replica: any ChannelReplica
  let errands: PendingChannelWork
  let pace: Pace
  let backoff = SendingBackoff()

  /// Does what there is to do, as it comes, until the task is cancelled. What fails is done again later.
  ///
  /// - Throws: what only a new session helps against.
  func run() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      defer { group.cancelAll() }
      try await run { addressee, problem in
        let failures = backoff.begin(addressee)
        group.addTask { await wake(addressee, afterFailures: failures, problem) }
      }
    }
  }

  private func run(restLater: (Addressee, ServerClientError) -> Void) async throws {
    var failures = 0
    for await _ in errands.signals {
      let work = errands.removeAll()
      do throws(StepFailure) {
        for (addressee, problem) in try await perform(work) { restLater(addressee, problem) }
        failures = 0
      } catch {
        guard case .failed(let problem) = error, problem.code != .needsCredentials else { throw error }
        failures += 1
        try await pace.wait(afterFailures: failures, problem)
        errands.add(work)
      }
    }
  }

  /// Fetches before it sends, so that what the user wrote stands after what was there.
  ///
  /// - Returns: the addressees that are to be left alone for a while.
  private func perform(_ work: PendingChannelWork.Work) async throws(StepFailure) -> [Addressee: ServerClientError] {
    if work.compares {
      try await compare()
    } else {
      try await fetch(work.news)
    }
    return work.sends ? try await send() : [:]
  }

  private func fetch(_ news: [UUID: Int64]) async throws(StepFailure) {
    for (channel, highest) in news {
      // Enrolled elsewhere: all is compared.
      guard let newest = try await newest(of: channel) else { return try await compare() }
      if newest < highest { try await fetch(channel) }
    }
  }

  private func compare() async throws(StepFailure) {
    while true {
      let mark = try await local { try await $0.enrolmentMark() }
      let channels = try await enrolments()
      // An answer from before a join would make the user leave again.
      guard let behind = try await local({ try await $0.recordEnrolments(channels, asOf: mark) }) else { continue }
      for channel in behind { try await fetch(channel) }
      break
    }
    if let conversations = try await conversations() {
      for user in try await local({ try await $0.recordConversations(conversations) }) { try await fetch(user) }
    }
    errands.recordComparison()
  }

  private func enrolments() async throws(StepFailure) -> [UUID: SequenceBounds] {
    let sequences = try await link.call { (api, session) async throws(ServerClientError) in
      try await api.sequences(at: session.origin, token: session.token)
    }
    var channels: [UUID: SequenceBounds] = [:]
    for (text, bounds) in sequences.channels {
      guard let id = UUID(uuidString: text) else {
        throw .failed(ServerClientError(.garbage, "a channel's id is none"))
      }
      channels[id] = bounds
    }
    return channels
  }

  /// Fetches the messages of a channel that are missing, page by page; each is stored before the next is asked for.
  func fetch(_ channel: UUID) async throws(StepFailure) {
    while let newest = try await newest(of: channel) {
      guard let page = try await page(of: channel, after: newest) else { return }
      guard page.bounds.highest >= newest else {
        try await local { try await $0.handleServerRollback(of: channel) }
        continue
      }
      let end = page.messages.last?.sequence ?? page.bounds.first - 1
      guard end > newest else { return }
      try await local { try await $0.store(page.messages, bounds: page.bounds, of: channel) }
      if end >= page.bounds.highest { return }
    }
  }

  /// Nil when the user is not enrolled any more; whoever compares next will know.
  private func page(of channel: UUID, after sequence: Int64) async throws(StepFailure) -> ChannelPage? {
    do throws(StepFailure) {
      return try await link.call { (api, session) async throws(ServerClientError) in
        try await api.messages(of: channel, after: sequence, at: session.origin, token: session.token)
      }
    } catch {
      guard case .failed(let problem) = error, problem.code == .forbidden || problem.code == .notFound else {
        throw error
      }
      return nil
    }
  }

  /// The number of the newest message of a channel that is here; nil when the user is not enrolled.
  func newest(of channel: UUID) async throws(StepFailure) -> Int64? {
    try await local { try await $0.position(of: channel) }?.sequence
  }

  /// Asks the replica.
  func local<Value>(_ body: (any ChannelReplica) async throws -> Value) async throws(StepFailure) -> Value {
    do { return try await body(replica) } catch {
      throw .failed(ServerClientError(.stateUnavailable, "the channels on this machine could not be read or written"))
    }
  }
}

extension ChannelSyncSession.Pace {
  /// Waits before something is tried again.
  func wait(afterFailures failures: Int, _ problem: ServerClientError) async throws {
    try await clock.sleep(for: policy.delay(afterFailures: failures, error: problem, random: random()))
  }
}
