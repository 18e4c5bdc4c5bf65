internal import AgentAPI

/// What goes to the server, or came from there: each request has its controller.
extension VaultAgent {
  func answer(_ request: InboxRequest, _ conversation: any Conversation) async throws(Failure) -> Reply {
    switch request {
    case .list(let limit, let before): .inbox(try await inboxController.list(limit, before: before))
    case .passLosses(let losses, let owner): .done(try await inboxController.passLosses(losses, of: owner))
    case .show(let number, let identity): .inboxItem(try await inboxController.show(number, as: identity))
    case .accept(let number, let identity):
      .inboxItem(try await inboxController.accept(number, as: identity, conversation))
    case .picture(let number, let form, let isPrompt, let identity):
      .picture(
        try await pictureController.send(
          ofItem: number, identity, as: form, isPrompt: isPrompt ?? false, conversation))
    case .reject(let number, let identity): .inboxItem(try await inboxController.reject(number, as: identity))
    case .messages(let limit): .messages(try await messageController.list(limit, conversation))
    case .message(let number): .message(try await messageController.show(number))
    case .profile(let user): .profile(try await profileController.profile(of: user, conversation))
    case .follow(let user): .done(message: try await profileController.follow(user))
    case .unfollow(let user): .done(message: try await profileController.unfollow(user))
    case .devices: .devices(try await deviceController.devices())
    case .push(let draft): .pushed(try await pushController.push(draft, conversation))
    case .pushStatus(let id): .pushed(try await pushController.report(on: id))
    }
  }

  func answer(_ request: ChannelRequest) async throws(Failure) -> Reply {
    switch request {
    case .list: .channels(try await channelController.list())
    case .join(let name): .channel(try await channelController.join(name))
    case .leave(let name): .channel(try await channelController.leave(name))
    case .history(let name, let limit, let before, let asksServer, let isSeen):
      .channelHistory(
        try await channelController.history(
          of: name, limit: limit, before: before, asksServer: asksServer, isSeen: isSeen))
    case .send(let name, let text, let waits):
      .channelMessage(try await postController.send(text, to: name, waits: waits))
    }
  }
}

extension Reply {
  /// What was asked for is done, and there is nothing to say about it.
  static func done(_ nothing: Void) -> Reply { .done(message: "") }
}
