internal import AgentInbox

/// Controllers of what goes to the server, and comes from there.
extension AgentParts {
  /// Whose inbox a request is about.
  private var owners: InboxOwners { InboxOwners(inbox: inbox) }

  /// Requests about the login.
  var accountController: AccountController { AccountController(login: account.client, device: inbox) }

  /// The request for the user's devices.
  var deviceController: DeviceController {
    DeviceController(owners: owners, device: inbox.device, server: account.client)
  }

  /// Requests about items.
  var inboxController: InboxController {
    InboxController(owners: owners, store: inbox.store, decisions: decisions, verification: owner, local: .system)
  }

  /// The request that deletes items.
  var inboxDeletionController: InboxDeletionController {
    InboxDeletionController(owners: owners, store: inbox.store, sync: inbox.sync, redactions: redactions)
  }

  private var pictureDelivery: PictureDelivery { PictureDelivery(pictures: pictures, large: largePictures) }

  /// The request for an item's picture.
  var pictureController: PictureController {
    PictureController(owners: owners, store: inbox.store, delivery: pictureDelivery)
  }

  /// The request for a channel's picture.
  var channelPictureController: ChannelPictureController {
    ChannelPictureController(owners: owners, catalogue: catalogue, delivery: pictureDelivery)
  }

  /// The server's channels.
  var catalogue: ChannelCatalogue { ChannelCatalogue(store: inbox.store, server: account.client) }

  /// Requests about channels.
  var channelController: ChannelController {
    ChannelController(
      owners: owners, store: inbox.store, catalogue: catalogue, server: account.client, sync: inbox.sync)
  }

  /// The request to write to a channel.
  var postController: PostController {
    PostController(owners: owners, store: inbox.store, catalogue: catalogue, outgoing: inbox)
  }

  /// Requests about conversations of two.
  var conversationController: ConversationController {
    ConversationController(
      owners: owners, store: inbox.store, people: people, server: account.client, sync: inbox.sync)
  }

  /// Requests about messages.
  var messageController: MessageController {
    MessageController(owners: owners, store: inbox.store, hints: hints, sync: inbox.sync)
  }

  /// Requests of the messages page.
  var correspondenceController: CorrespondenceController {
    CorrespondenceController(
      owners: owners, store: inbox.store, hints: hints, sync: inbox.sync, listed: listed,
      proposals: proposalController)
  }

  /// Requests to comment and to like.
  var feedbackController: FeedbackController {
    FeedbackController(
      owners: owners, store: inbox.store, hints: hints, outgoing: inbox, awaited: inbox.awaited,
      proposals: proposalController, correspondence: correspondenceController)
  }

  /// Requests about who somebody is.
  var profileController: ProfileController {
    ProfileController(
      owners: owners, store: inbox.store, hints: hints, sync: inbox.sync, server: account.client, people: people)
  }

  /// Finds the person whom somebody means.
  private var people: PersonResolver { PersonResolver(owners: owners, store: inbox.store, server: account.client) }

  /// Requests about whom the user has anything to do with.
  var peopleController: PeopleController {
    PeopleController(owners: owners, people: people, server: account.client)
  }

  /// Requests about what the user calls people.
  var nameController: NameController {
    NameController(owners: owners, store: inbox.store, people: people, server: account.client)
  }

  /// Requests about who may follow whom by a code or an email.
  var invitationController: InvitationController {
    InvitationController(owners: owners, server: account.client)
  }

  /// Requests to be found by email.
  var findabilityController: FindabilityController { FindabilityController(server: account.client) }

  /// Follows somebody, whoever they are.
  var followController: FollowController {
    FollowController(owners: owners, people: people, server: account.client)
  }

  /// Requests about pushes.
  var pushController: PushController {
    PushController(
      people: people, server: account.client, pictures: PictureAttacher(server: account.client))
  }

  /// Requests about what the user proposes to others.
  var proposalController: ProposalController {
    ProposalController(
      owners: owners, store: inbox.store, sync: inbox.sync, people: people, server: account.client, tasks: tasks)
  }

  /// Requests of clients that are told of what happens.
  var liveController: LiveController {
    LiveController(
      owners: owners, store: inbox.store, front: inbox.front, channels: inbox.sync, login: account.client,
      connection: inbox.sync)
  }
}
