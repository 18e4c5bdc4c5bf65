public import AgentAPI
public import FoundationEssentials

/// What the window asks of the agent about conversations, and what others said about things.
public protocol MessagesService: Sendable {
  /// The newest conversations.
  func conversations(limit: Int) async throws(Failure) -> ConversationListing

  /// The newest comments, or likes, as far as they are here; they stay unread.
  func remarks(_ kind: CorrespondenceKind, limit: Int) async throws(Failure) -> [CorrespondenceRow]

  /// Has the server asked for comments and likes that are not here yet.
  func askForRemarks() async throws(Failure)

  /// One comment or like, whole; it counts as read from then on.
  func remark(_ id: UUID) async throws(Failure) -> CorrespondenceRow

  /// The conversation with somebody, which begins where there is none.
  ///
  /// - Parameter person: an id, the first eight digits or more of one, or the name of a contact.
  func conversation(with person: String) async throws(Failure) -> ChannelRow
}

extension AgentLink: MessagesService {
  public func conversations(limit: Int) async throws(Failure) -> ConversationListing {
    var listing = try await send(ListConversations(limit: limit))
    for place in listing.conversations.indices {
      // A name that says who it is stands as one that the user has given.
      let row = listing.conversations[place]
      listing.conversations[place].nickname = row.nickname ?? names.name(of: row.user)
    }
    return listing
  }

  public func remarks(_ kind: CorrespondenceKind, limit: Int) async throws(Failure) -> [CorrespondenceRow] {
    try await send(ListCorrespondence(kind: kind, limit: limit, isSeen: false, asksServer: false)).entries.map(named)
  }

  public func askForRemarks() async throws(Failure) {
    _ = try await askServer(ListCorrespondence(limit: 1, isSeen: false), isAsked: false)
  }

  public func remark(_ id: UUID) async throws(Failure) -> CorrespondenceRow {
    named(try await send(ShowCorrespondence(.id(id))))
  }

  private func named(_ row: CorrespondenceRow) -> CorrespondenceRow {
    var row = row
    row.author = names.plain(row.author)
    return row
  }

  public func conversation(with person: String) async throws(Failure) -> ChannelRow {
    try await askServer(OpenConversation(person: person))
  }
}
