internal import AgentAPI
internal import Inbox

extension ChannelRow {
  /// A channel as people see it.
  init(_ entry: ChannelEntry) {
    self.init(
      id: entry.id, title: entry.shownTitle, description: entry.description, picture: entry.picture,
      isJoined: entry.isEnrolled, unreadCount: entry.unreadCount, isConversation: entry.isConversation ? true : nil,
      nickname: entry.isConversation ? entry.nickname : nil)
  }
}

extension ChannelMessageRow {
  /// A message as people see it.
  init(_ line: StoredChannelMessage) {
    self.init(
      id: line.id, number: line.sequence, senderName: line.senderName, isOwn: line.isOwn, text: line.text,
      state: State(line.state), receivedAt: line.receivedAt, writtenAt: line.writtenAt, problem: line.problem,
      takenName: line.takenName, user: line.sender)
  }
}

extension ChannelMessageRow.State {
  fileprivate init(_ state: StoredChannelMessage.State) {
    switch state {
    case .sending: self = .sending
    case .sent: self = .sent
    case .received: self = .received
    case .failed: self = .failed
    }
  }
}
