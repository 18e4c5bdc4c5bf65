internal import AgentAPI

extension RequestRouter {
  /// Requests about channels.
  mutating func route(to channels: ChannelController, _ posts: PostController) {
    on(ListChannels.self) { (_) throws(Failure) in try await channels.list() }
    on(JoinChannel.self) { (request) throws(Failure) in try await channels.join(request.channel) }
    on(LeaveChannel.self) { (request) throws(Failure) in try await channels.leave(request.channel) }
    on(ShowChannel.self) { (request) throws(Failure) in
      try await channels.history(
        of: request.channel, limit: request.limit, before: request.before, asksServer: request.asksServer,
        isSeen: request.isSeen)
    }
    on(SendChannelMessage.self) { (request) throws(Failure) in
      try await posts.send(request.text, to: request.channel, waits: request.waits)
    }
  }
}
