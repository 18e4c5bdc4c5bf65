public import FoundationEssentials
public import SecretMemory
public import ServerAPI

extension VaultServerAPI {
  /// `PUT /v1/nicknames/{user}`: the user of the session calls another something.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user; ``ServerClientError/Code/conflict`` when somebody else has a
  ///   nickname that looks like it; ``ServerClientError/Code/forbidden`` with ``ServerLimits/nicknameCount`` of them;
  ///   ``ServerClientError/Code/invalidInput``.
  public func setNickname(
    _ nickname: Nickname, of user: UUID, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) {
    try AnswerReader.checkStatus(
      try await sent(.put, "/v1/nicknames/\(user.uuidString)", NicknameChange(nickname: nickname.text), origin, token))
  }

  /// `DELETE /v1/nicknames/{user}`.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user.
  public func removeNickname(
    of user: UUID, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) {
    try await change(.delete, "/v1/nicknames/\(user.uuidString)", origin, token)
  }

  /// `GET /v1/nicknames`: everybody whom the user of the session has named.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` from a server that is too old.
  public func nicknames(at origin: ServerOrigin, token: SharedSecret) async throws(ServerClientError) -> Nicknames {
    let request = HTTPTransport.Request(
      method: .get, origin: origin, path: "/v1/nicknames", token: token,
      answerLimit: ServerClientLimits.listByteCount)
    return try AnswerReader.value(Nicknames.self, from: try await transport.send(request))
  }

  /// `GET /v1/me/findable`: whether the user of the session is found by email.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` from a server that is too old.
  public func isFindable(at origin: ServerOrigin, token: SharedSecret) async throws(ServerClientError) -> Bool {
    let request = HTTPTransport.Request(method: .get, origin: origin, path: "/v1/me/findable", token: token)
    return try AnswerReader.value(Findability.self, from: try await transport.send(request)).isFindable
  }

  /// `PUT /v1/me/findable`.
  public func setFindable(
    _ isFindable: Bool, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) {
    try AnswerReader.checkStatus(
      try await sent(.put, "/v1/me/findable", Findability(isFindable: isFindable), origin, token))
  }

  /// `POST /v1/people/lookup`: the user of an email.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when nobody is found by it; ``ServerClientError/Code/throttled`` after too many.
  public func profile(
    ofEmail email: String, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> Profile {
    try AnswerReader.value(
      Profile.self, from: try await sent(.post, "/v1/people/lookup", EmailLookup(email: email), origin, token))
  }
}

/// Invitations to follow each other.
extension VaultServerAPI {
  /// `POST /v1/follow-invitations`: a new one of the user of the session, with its code.
  ///
  /// - Throws: ``ServerClientError/Code/forbidden`` with ``ServerLimits/followInvitationCount`` of them.
  public func inviteToFollow(
    at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> FollowInvitation {
    let request = HTTPTransport.Request(method: .post, origin: origin, path: "/v1/follow-invitations", token: token)
    return try AnswerReader.value(FollowInvitation.self, from: try await transport.send(request))
  }

  /// `GET /v1/follow-invitations`: those of the user of the session that still serve, the oldest first.
  public func followInvitations(
    at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> [FollowInvitation] {
    let request = HTTPTransport.Request(method: .get, origin: origin, path: "/v1/follow-invitations", token: token)
    return try AnswerReader.value(FollowInvitations.self, from: try await transport.send(request)).invitations
  }

  /// `DELETE /v1/follow-invitations/{invitation}`.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when it does not serve.
  public func revokeFollowInvitation(
    _ id: UUID, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) {
    try await change(.delete, "/v1/follow-invitations/\(id.uuidString)", origin, token)
  }

  /// `POST /v1/follow-invitation-lookups`: whose a code is. That uses nothing up.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when it neither serves nor was used by this user; ``ServerClientError/Code/throttled``
  ///   after too many of those.
  public func offer(
    _ code: String, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> FollowInvitationOffer {
    try AnswerReader.value(
      FollowInvitationOffer.self,
      from: try await sent(.post, "/v1/follow-invitation-lookups", FollowInvitationCode(code: code), origin, token))
  }

  /// `POST /v1/follow-invitation-redemptions`: the user of the session and the maker of the code follow each other.
  ///
  /// - Returns: who made it.
  /// - Throws: as ``offer(_:at:token:)``.
  public func redeem(
    _ code: String, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> Profile {
    try AnswerReader.value(
      Profile.self,
      from: try await sent(.post, "/v1/follow-invitation-redemptions", FollowInvitationCode(code: code), origin, token))
  }
}

extension VaultServerAPI {
  /// The answer to a request with a body.
  private func sent(
    _ method: HTTPTransport.Method, _ path: String, _ body: some Encodable, _ origin: ServerOrigin,
    _ token: SharedSecret
  ) async throws(ServerClientError) -> HTTPTransport.Answer {
    try await transport.send(
      HTTPTransport.Request(method: method, origin: origin, path: path, token: token, body: try Self.json(body)))
  }
}
