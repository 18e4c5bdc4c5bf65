public import FoundationEssentials
internal import GRDB
internal import VaultModel

/// What is new in channels, for who does not look at them.
extension InboxStore {
  /// What others wrote and the owner has not seen, in each channel that the owner is enrolled in; the channel with the newest first.
  public func channelNews(for owner: InboxOwner) throws(InboxStoreError) -> [ChannelUnreadSummary] {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: """
          WITH unread AS (
            SELECT enrolments.channel AS channel, shownThrough, count(*) AS count, max(sequence) AS newest
            FROM enrolments JOIN channelMessages USING (owner, channel)
            WHERE enrolments.owner = ?1 AND isPresent = 1 AND highest > readThrough AND sequence > readThrough AND isOwn = 0
            GROUP BY enrolments.channel)
          SELECT channels.id, title, count, newest, isOwn, senderName, text, shownThrough, picture, \(Row.senderColumns),
            (SELECT nickname FROM nicknames WHERE nicknames.owner = ?1 AND user = channels.id) AS nickname
          FROM unread
          JOIN channels ON channels.number = unread.channel
          JOIN channelMessages ON channelMessages.owner = ?1 AND channelMessages.channel = unread.channel
            AND sequence = newest
          ORDER BY receivedAt DESC, channels.number
          """)
      return try Row.fetchCursor(statement, arguments: [number]).map { try ChannelUnreadSummary($0) }.collected()
    }
  }

  /// Records that what has come in a channel up to a number needs no showing on the desktop any more.
  public func passShown(
    of channel: UUID, through sequence: Int64, for owner: InboxOwner
  ) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.execute(
        sql: """
          UPDATE enrolments SET shownThrough = max(shownThrough, min(highest, ?)) WHERE owner = ? AND channel = ?
          """, arguments: [sequence, number, try database.channel(channel, of: number)])
    }
  }
}

extension ChannelUnreadSummary {
  fileprivate init(_ row: Row) throws {
    self.init(
      channel: try row.id("id"), title: try row.presentText("title"), unreadCount: try row.value("count"),
      newest: try row.value("newest"), senderName: try row.senderTitle(), text: try row.presentText("text"),
      shownThrough: try row.value("shownThrough"), picture: try row.optionalID("picture"),
      isConversation: try row.flag("isConversation"), nickname: try row.text("nickname"))
  }
}
