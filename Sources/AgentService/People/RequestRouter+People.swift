internal import AgentAPI

extension RequestRouter {
  /// Requests about messages and people.
  mutating func route(to messages: MessageController, _ profiles: ProfileController) {
    on(ListMessages.self) { (request, conversation) throws(Failure) in
      try await messages.list(request.limit, conversation)
    }
    on(ShowMessage.self) { (request) throws(Failure) in try await messages.show(request.number) }
    on(ShowProfile.self) { (request, conversation) throws(Failure) in
      try await profiles.profile(of: request.user, conversation)
    }
    on(FollowUser.self) { (request) throws(Failure) in Acknowledgement(try await profiles.follow(request.user)) }
    on(UnfollowUser.self) { (request) throws(Failure) in Acknowledgement(try await profiles.unfollow(request.user)) }
  }
}
