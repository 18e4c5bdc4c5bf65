internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import Waiting

/// Asks the server for what hints tell of.
protocol HintAsking: Sendable {
  /// Asks about a topic. What is new is in the store then.
  ///
  /// - Throws: ``Failure`` when nobody is logged in, or the server can't be had; what is here already stays as it is.
  func ask(_ topic: InboxTopic) async throws(Failure)
}

extension HintAsking {
  /// Asks about a topic; where that can't be, it is said, and what is here is shown.
  ///
  /// - Returns: whether the server has answered.
  @discardableResult
  func ask(_ topic: InboxTopic, _ conversation: any Conversation) async throws(Failure) -> Bool {
    do {
      try await ask(topic)
      return true
    } catch {
      try await conversation.notify("The server could not be asked, so this is what was here: \(error.$message)")
      return false
    }
  }
}

extension HintAsking {
  /// Asks about a topic, where the server can be had, and answers soon: what is here is shown in any case.
  func tryToAsk(_ topic: InboxTopic) async {
    let (asked, continuation) = AsyncStream<Void>.makeStream()
    let asking = Task {
      do throws(Failure) { try await ask(topic) } catch { continuation.finish() }
      continuation.finish()
    }
    await BoundedWait.wait(for: asked, atMost: .seconds(2)) { _ in true }
    asking.cancel()
  }
}

/// What the server says of followers, of feedback, and of where the inbox stands.
protocol HintReading: Sendable {
  /// Who began to follow the user at a time or later.
  func followers(since date: Date) async throws(ServerClientError) -> Followers

  /// Where the inbox stands.
  func sequences() async throws(ServerClientError) -> Sequences

  /// What has changed of comments and likes after a number, so many at most.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` from a server that is too old.
  func feedback(after number: Int64, limit: Int) async throws(ServerClientError) -> FeedbackPage
}

extension AuthClient: HintReading {
  func followers(since date: Date) async throws(ServerClientError) -> Followers {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.followers(since: date, at: origin, token: token)
    }
  }

  func sequences() async throws(ServerClientError) -> Sequences {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.sequences(at: origin, token: token)
    }
  }
}

extension AuthClient {
  func feedback(after number: Int64, limit: Int) async throws(ServerClientError) -> FeedbackPage {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.feedback(after: number, limit: limit, at: origin, token: token)
    }
  }
}

/// The connection by which items come.
protocol SyncResuming: SyncPhaseReading {
  /// Connects again, and at once.
  func resume() async

  /// Tries again at once to reach a server that could not be reached, and waits until that is decided, but not for long.
  func tryAgain(atMost time: Duration) async

  /// Waits until all messages of channels and conversations are here that the server had, but not for long.
  func waitForChannels(atMost time: Duration) async
}

extension InboxSync: SyncResuming {}

/// Asks the server for what hints tell of, and keeps when it was asked.
struct HintFetcher: HintAsking {
  /// How long to wait for what is missing, once the server has said what there is.
  private static let patience = Duration.seconds(5)

  let owners: any InboxOwnerResolving
  let store: InboxStore
  let sync: any SyncResuming
  let server: any HintReading
  let nicknames: NicknameFetcher

  func ask(_ topic: InboxTopic) async throws(Failure) {
    let owner = try await owners.owner()
    switch topic {
    case .messages: try await fetchMessages(owner)
    case .followers: try await fetchFollowers(owner)
    // They are kept on the server alone, which is asked each time they are shown.
    case .proposals: break
    }
  }

  private func fetchFollowers(_ owner: InboxOwner) async throws(Failure) {
    let since = try await InboxStoreError.asFailure(await store.lastQuery(of: .followers, for: owner))
    let followers = try await ServerClientError.asFailure(await server.followers(since: since))
    try await InboxStoreError.asFailure(await store.save(followers, for: owner))
  }

  /// Messages come with items, so what is missing is missing there; it comes by the stream, which is only opened again where it is
  /// closed.
  private func fetchMessages(_ owner: InboxOwner) async throws(Failure) {
    let now = Date()
    // The three answers have nothing to do with each other, and the page waits for all of them.
    async let feedback = Self.failure { () async throws(Failure) in try await fetchFeedback(owner) }
    async let named = Self.failure { () async throws(Failure) in try await nicknames.fetch() }
    let sequences = try await ServerClientError.asFailure(await server.sequences())
    // The server can be had: a connection that waits to be tried again is tried now.
    await sync.tryAgain(atMost: Self.patience)
    if try await InboxStoreError.asFailure(await store.position(of: owner)).gap(to: sequences) != .nothing {
      if await sync.phase != .live { await sync.resume() }
      await arrival(of: sequences, owner)
    }
    await sync.waitForChannels(atMost: Self.patience)
    // What people are called is fetched with each connection, too, and where that fails it is in the log.
    _ = await named
    if let failure = await feedback { throw failure }
    try await InboxStoreError.asFailure(await store.setLastQuery(of: .messages, to: now, for: owner))
  }

  /// The most pages of feedback that are asked for at once: a server may go on without end, and the next query goes on from there.
  private static let feedbackPageCount = 100
  /// The most of one page: each may be as long as a message.
  private static let feedbackCount = 100

  private static func failure(_ body: () async throws(Failure) -> Void) async -> Failure? {
    do throws(Failure) { try await body() } catch { return error }
    return nil
  }

  /// Has what the server has of comments and likes.
  func fetchFeedback() async throws(Failure) { try await fetchFeedback(try await owners.owner()) }

  private func fetchFeedback(_ owner: InboxOwner) async throws(Failure) {
    for _ in 0..<Self.feedbackPageCount {
      let after = try await InboxStoreError.asFailure(await store.feedbackHighest(for: owner))
      let page: FeedbackPage
      do throws(ServerClientError) { page = try await server.feedback(after: after, limit: Self.feedbackCount) } catch {
        // A server of before has none.
        if error.code == .notFound { return }
        throw Failure(error)
      }
      // Somebody else may have logged in meanwhile, and the answer be about theirs.
      guard try await owners.owner() == owner else { return }
      let hasMore = try await InboxStoreError.asFailure(
        await store.save(page, after: after, limit: Self.feedbackCount, for: owner))
      guard hasMore else { return }
    }
  }

  /// Returns when everything up to there is here, or after ``patience``.
  private func arrival(of sequences: Sequences, _ owner: InboxOwner) async {
    let changes = await store.changes(for: owner)
    let store = store
    // What can't be read is told by who reads the messages.
    let isHere: @Sendable () async -> Bool = {
      (try? await store.position(of: owner).sequence >= sequences.inbox.highest) ?? true
    }
    if await isHere() { return }
    await BoundedWait.wait(for: changes, atMost: Self.patience) { _ in await isHere() }
  }
}
