internal import AgentAPI
internal import Inbox
internal import Localization

/// The request for an item's picture.
struct PictureController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let delivery: PictureDelivery

  /// Sends an item's picture in the form that was asked for.
  ///
  /// - Returns: what is known of it.
  func send(_ request: FetchPicture, _ conversation: any Conversation) async throws(Failure) -> PictureRow {
    let owner = try await owners.owner(of: request.number, as: request.identity)
    let entry = try await InboxStoreError.asFailure(await store.entry(request.number, for: owner))
    let picture = try await delivery.pictures.picture(
      of: entry, for: owner, within: PictureDelivery.patience(request.isPrompt))
    return try await delivery.send(picture, titled: entry.payload?.title ?? "", as: request.form, conversation)
  }
}

extension RequestRouter {
  /// Adds the request that the controller answers.
  mutating func route(to pictures: PictureController) {
    on(FetchPicture.self) { (request, conversation) throws(Failure) in try await pictures.send(request, conversation) }
  }
}
