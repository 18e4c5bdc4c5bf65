internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization

/// The requests about messages that came with pushes.
struct MessageController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let hints: any HintAsking
  let sync: any DecisionSending

  /// The newest messages; they count as read from then on.
  func list(_ limit: Int, _ conversation: any Conversation) async throws(Failure) -> [MessageRow] {
    let owner = try await owners.fetchedOwner()
    try await hints.ask(.messages, conversation)
    let messages: [InboxMessage]
    do {
      messages = try await store.messages(for: owner, limit: limit)
      try await store.markRead(.messages, at: Date(), for: owner)
    } catch { throw Failure(error) }
    await sync.sendDecisions()
    let nicknames = try await InboxStoreError.asFailure(await store.nicknames(for: owner))
    return zip(1..., messages).map { MessageRow($1, number: $0, for: owner.user, nicknames) }
  }

  /// The message at that place of the list.
  func show(_ number: Int) async throws(Failure) -> MessageRow {
    let owner = try await owners.owner()
    var found: [InboxMessage] = []
    if number > 0 {
      found = try await InboxStoreError.asFailure(await store.messages(for: owner, offset: number - 1, limit: 1))
    }
    guard let message = found.first else {
      throw Failure(
        .usage, "There is no message \(number).", hint: "vault messages --kind jsondata lists them; the first is 1.")
    }
    let nicknames = try await InboxStoreError.asFailure(await store.nicknames(for: owner))
    return MessageRow(message, number: number, for: owner.user, nicknames)
  }
}

extension MessageRow {
  fileprivate init(_ message: InboxMessage, number: Int, for user: UUID, _ nicknames: [UUID: String]) {
    self.init(
      number: number, key: message.number, id: message.message.id, text: message.message.text,
      senderName: message.message.senderName, receivedAt: message.receivedAt,
      sender: message.sender.map { InboxSender($0, for: user, nicknames) })
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to messages: MessageController) {
    on(ListMessages.self) { (request, conversation) throws(Failure) in
      try await messages.list(request.limit, conversation)
    }
    on(ShowMessage.self) { (request) throws(Failure) in try await messages.show(request.number) }
  }
}
