public import AgentAPI
public import FoundationEssentials

/// What the window asks of the agent about conversations, and what others said about things.
public protocol MessagesService: Sendable {
  /// The newest conversations.
  func conversations(limit: Int) async throws(Failure) -> ConversationListing

  /// The newest comments, or likes, as far as they are here; they stay unread.
  func remarks(_ kind: CorrespondenceKind, limit: Int) async throws(Failure) -> [CorrespondenceRow]

  /// Has the server asked for comments and likes that are not here yet.
  ///
  /// - Returns: what the user's proposals are called that the newest of them are about, by the id of the proposal: the server alone has them.
  ///   Nil where it could not be asked.
  func askForRemarks(limit: Int) async throws(Failure) -> [UUID: String]?

  /// One comment or like, whole; it counts as read from then on.
  func remark(_ id: UUID) async throws(Failure) -> CorrespondenceRow

  /// Has all messages of the conversation with somebody count as read.
  func markRead(_ conversation: UUID) async throws(Failure)

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

  public func askForRemarks(limit: Int) async throws(Failure) -> [UUID: String]? {
    let comments = ListCorrespondence(kind: .comment, limit: limit, isSeen: false, namesProposals: true)
    let listing = try await askServer(comments, isAsked: false)
    guard listing.askedAt == nil else { return nil }
    let likes = ListCorrespondence(kind: .like, limit: limit, isSeen: false, asksServer: false, namesProposals: true)
    let rows = try await listing.entries + askServer(likes, isAsked: false).entries
    let titles = rows.compactMap { row in row.push.flatMap { push in row.subject.map { (push, $0) } } }
    return Dictionary(titles) { first, _ in first }
  }

  public func remark(_ id: UUID) async throws(Failure) -> CorrespondenceRow {
    named(try await send(ShowCorrespondence(.id(id))))
  }

  public func markRead(_ conversation: UUID) async throws(Failure) {
    // The newest that is back from the server may stand above some that wait to be sent.
    _ = try await history(of: conversation, limit: 100, before: nil, asksServer: false, isSeen: true)
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
