internal import FoundationEssentials
internal import SecretMemory
internal import ServerAPI

/// Sends the server what the user wrote, in order for each addressee. Where the server rejects something for now, what is for the same
/// addressee rests, and the rest goes on.
extension ChannelSyncSession {
  /// Sends what there is to send.
  ///
  /// - Returns: the addressees that are to rest from now on, and why.
  func send() async throws(StepFailure) -> [Addressee: ServerClientError] {
    try await sendMessages().merging(try await sendFeedback()) { $1 }
  }

  private func sendMessages() async throws(StepFailure) -> [Addressee: ServerClientError] {
    var held: [Addressee: ServerClientError] = [:]
    while true {
      let resting = backoff.resting.union(held.keys).channels
      let messages = try await local { try await $0.outgoingMessages(besides: resting) }
      if messages.isEmpty { return held }
      for message in messages where held[.channel(message.channel)] == nil {
        held[.channel(message.channel)] = try await send(message)
      }
    }
  }

  private func send(_ message: OutgoingMessage) async throws(StepFailure) -> ServerClientError? {
    try await attempt(.channel(message.channel)) { () async throws(StepFailure) in
      let accepted = try await link.call { (api, session) async throws(ServerClientError) in
        try await api.send(
          ChannelMessageRequest(id: message.id, text: message.text), to: message.channel, at: session.origin,
          token: session.token)
      }
      guard accepted.id == message.id else {
        return .failure(ServerClientError(.garbage, "the server answered for another message"))
      }
      try await local { try await $0.sent(accepted, to: message.channel) }
      return .success(())
    } refused: { (problem) async throws(StepFailure) in
      guard let refusal = MessageRefusal(problem) else { throw .failed(problem) }
      try await local { try await $0.refused(message, refusal) }
    }
  }

  private func sendFeedback() async throws(StepFailure) -> [Addressee: ServerClientError] {
    guard let replica = link.replica.feedback else { return [:] }
    var held: [Addressee: ServerClientError] = [:]
    while true {
      let resting = backoff.resting.union(held.keys).people
      let waiting = try await link.local { _ in try await replica.outgoingFeedback(besides: resting) }
      if waiting.isEmpty { return held }
      for feedback in waiting where held[.person(feedback.user)] == nil {
        held[.person(feedback.user)] = try await send(feedback, replica)
      }
    }
  }

  private func send(
    _ feedback: OutgoingFeedback, _ replica: any FeedbackReplica
  ) async throws(StepFailure) -> ServerClientError? {
    try await attempt(.person(feedback.user)) { () async throws(StepFailure) in
      let stored = try await link.call { (api, session) async throws(ServerClientError) in
        try await api.send(feedback, at: session.origin, token: session.token)
      }
      guard stored.map({ $0.id == feedback.id }) ?? true else {
        return .failure(ServerClientError(.garbage, "the server answered for another comment"))
      }
      try await link.local { _ in try await replica.sent(feedback, as: stored) }
      return .success(())
    } refused: { (problem) async throws(StepFailure) in
      guard let refusal = FeedbackRefusal(problem) else { throw .failed(problem) }
      try await link.local { _ in try await replica.refused(feedback, refusal) }
    }
  }

  /// Sends something once.
  ///
  /// - Returns: why the server rejects it for now; nil when it has answered.
  private func attempt(
    _ addressee: Addressee, _ send: () async throws(StepFailure) -> Result<Void, ServerClientError>,
    refused: (ServerClientError) async throws(StepFailure) -> Void
  ) async throws(StepFailure) -> ServerClientError? {
    do throws(StepFailure) {
      if case .failure(let problem) = try await send() { return problem }
      backoff.reset(addressee)
    } catch {
      guard case .failed(let problem) = error else { throw error }
      if [.throttled, .serverFault, .garbage].contains(problem.code) { return problem }
      try await refused(problem)
    }
    return nil
  }

  /// Leaves an addressee alone for as long as the server says, or longer each time, and then has it sent to again.
  func wake(_ addressee: Addressee, afterFailures failures: Int, _ problem: ServerClientError) async {
    // Only the end of the connection ends it early, and the next one sends everything.
    do { try await pace.wait(afterFailures: failures, problem) } catch { return }
    backoff.end(addressee)
    errands.add(.init(sends: true))
  }
}

extension VaultServerAPI {
  /// Sends a comment or a like.
  ///
  /// - Returns: the user's copy; nil for a like, of which the server tells nothing.
  fileprivate func send(
    _ feedback: OutgoingFeedback, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> Feedback? {
    switch feedback.content {
    case .comment(let text):
      return try await comment(
        CommentRequest(id: feedback.id, subject: feedback.subject, text: text), at: origin, token: token)
    case .like(let isGiven):
      try await setLike(LikeChange(subject: feedback.subject, isLiked: isGiven), at: origin, token: token)
      return nil
    }
  }
}
