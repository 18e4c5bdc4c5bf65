internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import ServerClient

extension VaultAgent {
  /// Holds the request open, and tells of changes, until the client leaves. What it shows is in front just as long.
  func live(_ request: LiveRequest, _ conversation: any Conversation) async throws(Failure) -> Reply {
    let owner = try await inbox.begunOwner()
    let (logins, changes) = (await account.client.phases(), await inbox.store.changes(for: owner))
    let id = UUID()
    inbox.front.enter(id, isFront: request.isFront, channel: request.openChannel)
    var ticket: OpenChannelTicket?
    if let channel = request.openChannel { ticket = await inbox.sync.open(channel) }
    let outcome = await tell(Signals.merged(logins, changes), of: owner, conversation)
    inbox.front.leave(id)
    if let ticket { await inbox.sync.close(ticket) }
    return try outcome.get()
  }

  private func tell(
    _ changes: AsyncStream<Void>, of owner: InboxOwner, _ conversation: any Conversation
  ) async -> Result<Reply, Failure> {
    do throws(Failure) {
      // Whatever changed before the client could hear of it.
      try await conversation.tell(.changed)
      for await _ in changes {
        // After a logout there is nothing to see, and after the next login perhaps another's.
        guard try await inbox.owner() == owner else { break }
        try await conversation.tell(.changed)
      }
      return .success(.done(message: ""))
    } catch { return .failure(error) }
  }
}

extension LiveRequest {
  /// The channel whose messages are shown as they are written; nil for none.
  fileprivate var openChannel: UUID? {
    guard isOpen, case .channel(let id) = view else { return nil }
    return id
  }
}
