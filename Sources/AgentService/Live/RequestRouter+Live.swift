internal import AgentAPI

extension RequestRouter {
  /// Requests of clients that are told of what happens.
  mutating func route(to live: LiveController, _ tasks: LiveTaskController) {
    on(ShowLive.self) { (request, conversation) throws(Failure) in
      try await live.show(request, conversation)
      return Acknowledgement()
    }
    on(ObserveTasks.self) { (request, conversation) throws(Failure) in
      try await tasks.observe(request.query, conversation)
      return Acknowledgement()
    }
    on(WatchEvents.self) { (_) throws(Failure) in
      await live.watch()
      return Acknowledgement()
    }
  }
}
