internal import AgentAPI

extension LiveShow {
  /// Shows a channel, or a conversation, until the person leaves it.
  func show(_ channel: ChannelRow) throws {
    let agent = try LiveAgent(.channel(id: channel.id), context)
    var view = try OpenChannel(channel, agent, text: ChannelText(context: context, nickname: channel.nickname))
    try show(&view, agent)
  }
}
