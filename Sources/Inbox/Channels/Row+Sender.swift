internal import GRDB

/// Who wrote a message of `channelMessages`.
extension Row {
  /// What ``senderTitle()`` needs besides `isOwn` and `senderName`, as columns of a query.
  static let senderColumns = """
    sender, (SELECT isConversation FROM channels AS place WHERE place.number = channelMessages.channel) AS isConversation,
    (SELECT nickname FROM nicknames AS known WHERE known.owner = channelMessages.owner AND known.user = sender) AS senderNickname
    """

  /// What people read of whoever wrote it. In a channel anybody may have any name, so it has the beginning of the id, or `?` where that was not kept; of a
  /// conversation the title says with whom it is.
  func senderTitle() throws -> String {
    let name = try presentText("senderName")
    if try flag("isOwn") || flag("isConversation") { return name }
    guard let sender = try optionalID("sender") else { return "\(name) (?)" }
    return PersonTitle(name: name, nickname: try text("senderNickname"), user: sender).text
  }
}
