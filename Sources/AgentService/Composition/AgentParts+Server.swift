/// Controllers of what goes to the server, and comes from there.
extension AgentParts {
  /// Requests about the login.
  var accountController: AccountController { AccountController(login: account.client, device: inbox) }

  /// The request for the user's devices.
  var deviceController: DeviceController {
    DeviceController(owners: inbox, device: inbox.device, server: account.client)
  }

  /// Requests about items.
  var inboxController: InboxController {
    InboxController(owners: inbox, store: inbox.store, decisions: decisions, verification: owner)
  }

  /// The request for an item's picture.
  var pictureController: PictureController {
    PictureController(owners: inbox, store: inbox.store, pictures: pictures)
  }

  /// The server's channels.
  var catalogue: ChannelCatalogue { ChannelCatalogue(store: inbox.store, server: account.client) }

  /// Requests about channels.
  var channelController: ChannelController {
    ChannelController(
      owners: inbox, store: inbox.store, catalogue: catalogue, server: account.client, sync: inbox.sync)
  }

  /// The request to write to a channel.
  var postController: PostController {
    PostController(owners: inbox, store: inbox.store, catalogue: catalogue, outgoing: inbox)
  }

  /// Requests about messages.
  var messageController: MessageController {
    MessageController(owners: inbox, store: inbox.store, hints: hints, sync: inbox.sync)
  }

  /// Requests about people.
  var profileController: ProfileController {
    ProfileController(owners: inbox, store: inbox.store, hints: hints, sync: inbox.sync, server: account.client)
  }

  /// Requests about pushes.
  var pushController: PushController {
    PushController(server: account.client, pictures: PictureAttacher(server: account.client))
  }

  /// Requests of clients that are told of what happens.
  var liveController: LiveController {
    LiveController(
      owners: inbox, store: inbox.store, front: inbox.front, channels: inbox.sync, login: account.client)
  }
}
