internal import AgentAPI
internal import Inbox
internal import Localization

/// The request for a channel's picture.
struct ChannelPictureController: Sendable {
  let owners: any InboxOwnerResolving
  let catalogue: ChannelCatalogue
  let delivery: PictureDelivery

  /// Sends a channel's picture in the form that was asked for.
  ///
  /// - Returns: what is known of it.
  func send(_ request: FetchChannelPicture, _ conversation: any Conversation) async throws(Failure) -> PictureRow {
    let owner = try await owners.begunOwner()
    let channel = try await catalogue.channel(request.channel, for: owner)
    guard let id = channel.picture else { throw Failure(.usage, "\(channel.title) has no picture.") }
    let picture = try await delivery.pictures.picture(
      id, for: owner, within: PictureDelivery.patience(request.isPrompt))
    return try await delivery.send(picture, titled: channel.title, as: request.form, conversation)
  }
}

extension RequestRouter {
  /// Adds the request that the controller answers.
  mutating func route(to pictures: ChannelPictureController) {
    on(FetchChannelPicture.self) { (request, conversation) throws(Failure) in
      try await pictures.send(request, conversation)
    }
  }
}
