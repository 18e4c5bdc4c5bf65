internal import AgentAPI
internal import FoundationEssentials

/// Fetches a channel's messages, page by page.
struct ChannelPages {
  let context: CommandContext

  /// The newest `limit` messages, oldest first, or all there are.
  func newest(_ limit: Int, of channel: String) throws -> ChannelHistory {
    let client = try context.connect(PreparedAnswers())
    var conversation = TerminalConversation(context: context, answers: PreparedAnswers())
    var history: ChannelHistory?
    while true {
      let request = ShowChannel(
        channel: history?.channel.id.uuidString ?? channel, limit: limit - (history?.messages.count ?? 0),
        before: history?.messages.first?.number, asksServer: history == nil, isSeen: history == nil)
      let page = try conversation.run(request, with: client)
      history =
        history.map { newer in
          var all = newer
          all.messages = page.messages + newer.messages
          all.hasMore = page.hasMore
          return all
        } ?? page
      if let history, isComplete(history, page, limit) { return history }
    }
  }

  /// Nothing comes before a message without a number, and a page without new messages would be requested forever.
  private func isComplete(_ history: ChannelHistory, _ page: ChannelHistory, _ limit: Int) -> Bool {
    !page.hasMore || page.messages.isEmpty || history.messages.count >= limit
      || history.messages.first?.number == nil
  }
}
