internal import AgentAPI

extension RequestRouter {
  /// Requests about items.
  mutating func route(to inbox: InboxController, _ pictures: PictureController) {
    on(ListInbox.self) { (request) throws(Failure) in try await inbox.list(request.limit, before: request.before) }
    on(AcknowledgeLosses.self) { (request) throws(Failure) in
      try await inbox.passLosses(request.losses, of: request.owner)
      return Acknowledgement()
    }
    on(ShowInboxItem.self) { (request) throws(Failure) in try await inbox.show(request.number, as: request.identity) }
    on(AcceptInboxItem.self) { (request, conversation) throws(Failure) in
      try await inbox.accept(request.number, as: request.identity, conversation)
    }
    on(RejectInboxItem.self) { (request) throws(Failure) in
      try await inbox.reject(request.number, as: request.identity)
    }
    on(FetchPicture.self) { (request, conversation) throws(Failure) in
      try await pictures.send(
        ofItem: request.number, request.identity, as: request.form, isPrompt: request.isPrompt, conversation)
    }
  }
}
