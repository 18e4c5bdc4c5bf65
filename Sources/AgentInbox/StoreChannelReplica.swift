internal import FoundationEssentials
internal import Inbox
internal import ServerAPI
internal import ServerClient

/// One user's channels in the agent's database, as the connection to the server fills them.
struct StoreChannelReplica: ChannelReplica {
  let store: InboxStore
  let owner: InboxOwner

  func enrolmentMark() async -> Int { await store.enrolmentMark }

  func recordEnrolments(_ channels: [UUID: SequenceBounds], asOf mark: Int) async throws -> [UUID]? {
    try await store.enrol(in: channels, asOf: mark, for: owner)
  }

  func recordConversations(_ conversations: [UserConversation]) async throws -> [UUID] {
    try await store.record(conversations, for: owner)
  }

  func position(of channel: UUID) async throws -> SequencePosition? {
    try await store.position(of: channel, for: owner)
  }

  func store(_ messages: [ChannelMessage], bounds: SequenceBounds?, of channel: UUID) async throws {
    try await store.ingest(messages, bounds: bounds, of: channel, for: owner)
  }

  func handleServerRollback(of channel: UUID) async throws { try await store.restart(channel, for: owner) }

  func outgoingMessages(besides channels: Set<UUID>) async throws -> [OutgoingMessage] {
    try await store.outgoing(for: owner, besides: channels)
  }

  func sent(_ message: ChannelMessage, to channel: UUID) async throws {
    try await store.acknowledge(message, sentTo: channel, for: owner)
  }

  func refused(_ message: OutgoingMessage, _ reason: MessageRefusal) async throws {
    let isConversation = try await store.conversation(with: message.channel, for: owner) != nil
    let sentence = isConversation ? Self.sentenceOfConversation(reason) : Self.sentence(of: reason)
    try await store.refuse(message.id, sentence, for: owner)
  }

  private static func sentenceOfConversation(_ reason: MessageRefusal) -> String {
    switch reason {
    case .notEnrolled, .noChannel: "They do not follow you."
    case .invalid: sentence(of: reason)
    }
  }

  private static func sentence(of reason: MessageRefusal) -> String {
    switch reason {
    case .notEnrolled: "You have left the channel."
    case .noChannel: "The channel is gone."
    case .invalid: "The server does not take it."
    }
  }
}
