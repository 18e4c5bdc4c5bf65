internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import ServerAPI
internal import ServerClient

/// Asks the server for what hints tell of, and keeps when it was asked.
struct HintFetcher: Sendable {
  /// How long to wait for what is missing, once the server has said what there is.
  private static let patience = Duration.seconds(5)

  let inbox: InboxService
  let account: AccountService

  /// Asks about a topic. What is new is in the store then.
  ///
  /// - Throws: ``Failure`` when nobody is logged in, or the server can't be had; what is here already stays as it is.
  func ask(_ topic: InboxTopic) async throws(Failure) {
    let owner = try await inbox.owner()
    switch topic {
    case .messages: try await fetchMessages(owner)
    case .followers: try await fetchFollowers(owner)
    }
  }

  private func fetchFollowers(_ owner: InboxOwner) async throws(Failure) {
    do {
      let since = try await inbox.store.lastQuery(of: .followers, for: owner)
      let answer = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
        try await api.followers(since: since, at: origin, token: token)
      }
      try await inbox.store.keep(answer, for: owner)
    } catch { throw Self.failure(error) }
  }

  /// Messages come with items, so what is missing is missing there; it comes by the stream, which is only opened again where it is
  /// closed.
  private func fetchMessages(_ owner: InboxOwner) async throws(Failure) {
    do {
      let now = Date()
      let sequences = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
        try await api.sequences(at: origin, token: token)
      }
      if try await inbox.store.place(of: owner).missing(of: sequences) != .nothing {
        if await inbox.sync.phase != .live { await inbox.sync.resume() }
        await arrival(of: sequences, owner)
      }
      try await inbox.store.setLastQuery(of: .messages, to: now, for: owner)
    } catch { throw Self.failure(error) }
  }

  /// Returns when everything up to there is here, or after ``patience``.
  private func arrival(of sequences: Sequences, _ owner: InboxOwner) async {
    let changes = await inbox.store.changes(for: owner)
    let store = inbox.store
    // What can't be read is told by who reads the messages.
    let isHere: @Sendable () async -> Bool = {
      (try? await store.place(of: owner).highest >= sequences.inbox.highest) ?? true
    }
    if await isHere() { return }
    await BoundedWait.wait(for: changes, atMost: Self.patience) { _ in await isHere() }
  }

  private static func failure(_ error: any Error) -> Failure {
    switch error {
    case let error as Failure: error
    case let error as InboxStoreError: Failure(error)
    default: Failure(.internal, "The server could not be asked.")
    }
  }
}
