public import FoundationEssentials
public import SecretMemory
public import ServerAPI

extension VaultServerAPI {
  /// `GET /v1/sequences`: where the user's inbox, changes of states and channels stand.
  public func sequences(at origin: ServerOrigin, token: SharedSecret) async throws(ServerClientError) -> Sequences {
    let request = HTTPTransport.Request(
      method: .get, origin: origin, path: "/v1/sequences", token: token, answerLimit: ServerClientLimits.listByteCount)
    return try AnswerReader.value(Sequences.self, from: try await transport.send(request))
  }

  /// `GET /v1/inbox`: the items after a number, in their order.
  ///
  /// - Parameter limit: how many at most, 1 to ``ServerLimits/pageCount``; other numbers are brought into that range.
  public func inbox(
    after sequence: Int64, limit: Int = ServerLimits.pageCount, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> InboxPage {
    try AnswerReader.inboxPage(from: try await page("/v1/inbox", after: sequence, limit, origin, token))
  }

  /// `GET /v1/inbox/changes`: the changes of items' states after a number, in their order.
  ///
  /// - Parameter limit: how many at most, 1 to ``ServerLimits/pageCount``; other numbers are brought into that range.
  public func inboxChanges(
    after change: Int64, limit: Int = ServerLimits.pageCount, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> [InboxChange] {
    let answer = try await page("/v1/inbox/changes", after: change, limit, origin, token)
    return try AnswerReader.value(InboxChanges.self, from: answer).changes
  }

  private func page(
    _ path: String, after number: Int64, _ limit: Int, _ origin: ServerOrigin, _ token: SharedSecret
  ) async throws(ServerClientError) -> HTTPTransport.Answer {
    let limit = min(max(limit, 1), ServerLimits.pageCount)
    var request = HTTPTransport.Request(method: .get, origin: origin, path: path, token: token)
    request.query = [("after", max(number, 0)), ("limit", Int64(limit))]
    request.answerLimit = ServerClientLimits.pageByteCount(limit)
    return try await transport.send(request)
  }

  /// `POST /v1/inbox/acknowledgement`: the device has everything up to an item in its own database.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when the device is not registered.
  public func acknowledge(
    through sequence: Int64, device: String, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) {
    let body = try Self.json(InboxAcknowledgement(device: device, through: sequence))
    let path = "/v1/inbox/acknowledgement"
    let request = HTTPTransport.Request(method: .post, origin: origin, path: path, token: token, body: body)
    try AnswerReader.checkStatus(try await transport.send(request))
  }

  /// `POST /v1/inbox/redactions`: what was pushed is no longer kept for the user.
  ///
  /// - Parameter pushes: at most ``ServerLimits/redactionCount``.
  /// - Throws: ``ServerClientError/Code/notFound`` when the device is not registered, and from a server of an earlier version.
  public func redact(
    _ pushes: [UUID], device: String, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> [Redaction] {
    let body = try Self.json(RedactionRequest(device: device, pushes: pushes))
    let path = "/v1/inbox/redactions"
    let request = HTTPTransport.Request(method: .post, origin: origin, path: path, token: token, body: body)
    return try AnswerReader.value(Redactions.self, from: try await transport.send(request)).redactions
  }

  /// `POST /v1/inbox/{sequence}/state`: what the user did about an item, or that this device has shown it.
  ///
  /// - Parameter state: `displayed`, `read`, `accepted` or `rejected`.
  /// - Returns: the state that stands, which is another one's where that came first; nil for `displayed`.
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such item, or no longer.
  public func setState(
    _ state: DeliveryState, ofItem sequence: Int64, device: String?, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> InboxChange? {
    let body = try Self.json(InboxStateRequest(state: state, device: device))
    let path = "/v1/inbox/\(sequence)/state"
    let request = HTTPTransport.Request(method: .post, origin: origin, path: path, token: token, body: body)
    let answer = try await transport.send(request)
    if state == .displayed {
      try AnswerReader.checkStatus(answer)
      return nil
    }
    return try AnswerReader.value(InboxChange.self, from: answer)
  }
}
