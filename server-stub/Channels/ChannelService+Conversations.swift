internal import FoundationEssentials
internal import ServerAPI

/// Conversations: what two users write to each other. Each has messages and numbers of their own, so that what is kept from one is missing
/// nowhere.
extension ChannelService {
  /// Who is not there is answered as one who does not follow, and as no channel.
  static let noConversation = APIFailure(.notFound, "there is no such channel, and nobody of this id follows you")

  /// 429: it is for the other one to answer, so the time to wait is a guess.
  private static let tooManyUnanswered = APIFailure(
    .tooManyRequests,
    "\(ServerLimits.unansweredMessageCount) messages of yours have no answer; write more when there is one, or a week later"
  ).retrying(after: .seconds(600))

  /// A page of a user's conversations.
  func conversations(of account: Account, after user: UUID?, limit: Int) async throws -> ConversationPage {
    try await storage.conversations(of: account.id, after: user, limit: limit)
  }

  /// Stores a message to a user.
  ///
  /// - Throws: ``APIFailure``: 404, 409, 429.
  func converse(_ message: ChannelMessage, with user: UUID) async throws -> (ChannelMessage, isNew: Bool) {
    switch try await storage.append(message, toUser: user) {
    case .stored(let own, let other):
      figures.messages.add(1)
      for copy in [own, other].compactMap(\.self) {
        let (side, message) = (copy.side, copy.message)
        hub.publish([(side.id, try MessageEvent(message))])
        announcer.announce(message.sequence, of: .conversation(of: side.owner, with: side.partner))
      }
      return (own.message, true)
    case .repeated(let stored): return (stored, false)
    case .idIsTaken: throw APIFailure(.conflict, "this id was used for another message")
    case .notFollowed: throw Self.noConversation
    case .tooManyUnanswered: throw Self.tooManyUnanswered
    }
  }
}
