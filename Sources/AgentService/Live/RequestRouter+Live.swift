internal import AgentAPI

extension RequestRouter {
  /// Requests of clients that are told of what happens.
  mutating func route(to live: LiveController) {
    on(ShowLive.self) { (request, conversation) throws(Failure) in
      try await live.show(request, conversation)
      return Acknowledgement()
    }
    on(WatchEvents.self) { (_) throws(Failure) in
      await live.watch()
      return Acknowledgement()
    }
  }
}
