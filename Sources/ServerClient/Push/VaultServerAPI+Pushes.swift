public import FoundationEssentials
public import SecretMemory
public import ServerAPI

extension VaultServerAPI {
  /// `POST /v1/pushes`.
  ///
  /// - Parameters:
  ///   - payload: a JSON object of at most ``ServerLimits/payloadByteCount`` bytes, which arrives exactly as it is.
  ///   - recipient: nil for the sender's own devices.
  ///   - expiresAt: when it is no longer delivered, to the second; nil for never.
  ///   - expiresIn: in how many seconds, instead of that, counted by the server's clock from when it takes the push: one of
  ///     ``ServerLimits/lifetimeSeconds``.
  ///   - manner: what it replaces, and how much it matters.
  ///   - idempotencyKey: 1 to ``ServerLimits/idempotencyKeyByteCount`` visible ASCII characters; sent twice with the same key
  ///     it is one push.
  /// - Throws: ``ServerClientError/Code/invalidInput``; ``ServerClientError/Code/forbidden`` for a recipient that one may not
  ///   send to; ``ServerClientError/Code/conflict`` when the key stands for another push.
  public func push(
    _ payload: String, to recipient: Recipient? = nil, expiresAt: Date? = nil, expiresIn: Int? = nil,
    manner: PushManner = PushManner(), idempotencyKey: String? = nil, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> Push {
    let body = try PushBody.make(payload: payload, to: recipient, expiresAt: expiresAt, expiresIn: expiresIn)
    var request = HTTPTransport.Request(method: .post, origin: origin, path: "/v1/pushes", token: token, body: body)
    if let idempotencyKey {
      guard Self.isIdempotencyKey(idempotencyKey) else {
        throw ServerClientError(
          .invalidInput,
          "an idempotency key has 1 to \(ServerLimits.idempotencyKeyByteCount) visible ASCII characters")
      }
      request.headers = [("Idempotency-Key", idempotencyKey)]
    }
    if let id = manner.collapseID {
      guard PushManner.isCollapseID(id) else {
        throw ServerClientError(
          .invalidInput, "a collapse ID has 1 to \(PushManner.collapseIDByteCount) visible ASCII characters")
      }
      request.headers.append(("apns-collapse-id", id))
    }
    if manner.priority != .usual { request.headers.append(("apns-priority", "\(manner.priority.rawValue)")) }
    return try AnswerReader.value(Push.self, from: try await transport.send(request))
  }

  /// `GET /v1/pushes/{id}`: how far a push of one's own has come.
  ///
  /// - Parameter seconds: how long the answer may take; nil for what is usual.
  /// - Throws: ``ServerClientError/Code/notFound`` when there is none.
  public func status(
    ofPush id: UUID, within seconds: Double? = nil, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> PushStatus {
    let request = HTTPTransport.Request(
      method: .get, origin: origin, path: "/v1/pushes/\(id.uuidString)", token: token,
      seconds: seconds, answerLimit: ServerClientLimits.listByteCount)
    return try AnswerReader.value(PushStatus.self, from: try await transport.send(request))
  }

  /// `GET /v1/pushes`: a page of what one has sent to other users, the newest first.
  ///
  /// - Parameters:
  ///   - state: these alone; nil for all.
  ///   - push: ``SentPushes/next`` of the page before; nil for the first.
  ///   - limit: the most of the page, 1 to ``ServerLimits/pageCount``.
  /// - Throws: ``ServerClientError/Code/invalidInput`` when that push is not there any more; ``ServerClientError/Code/notFound`` from a server
  ///   that is too old.
  public func sentPushes(
    _ state: SentPushState?, before push: UUID?, limit: Int, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> SentPushes {
    let query =
      ["limit=\(limit)"]
      + [state.map { "state=\($0.rawValue)" }, push.map { "before=\($0.uuidString)" }]
      .compactMap(\.self)
    let request = HTTPTransport.Request(
      method: .get, origin: origin, path: "/v1/pushes?" + query.joined(separator: "&"), token: token,
      answerLimit: ServerClientLimits.pageByteCount(limit))
    return try AnswerReader.value(SentPushes.self, from: try await transport.send(request))
  }

  private static func isIdempotencyKey(_ text: String) -> Bool {
    PushManner.isVisible(text, byteCount: ServerLimits.idempotencyKeyByteCount)
  }
}
