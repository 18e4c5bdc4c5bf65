public import FoundationEssentials
public import SecretMemory
public import ServerAPI

/// The answer to `GET /v1/catalogue`.
public enum CatalogueAnswer: Equatable, Sendable {
  /// It is the one that was asked about.
  case same
  /// It is another; the next question may name its tag, where it has one.
  case changed(Catalogue, tag: String?)
}

extension VaultServerAPI {
  /// `GET /v1/catalogue`: all channels.
  ///
  /// - Parameter tag: of the catalogue that is known; nil for none.
  public func catalogue(
    unlessTagged tag: String?, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> CatalogueAnswer {
    var request = HTTPTransport.Request(
      method: .get, origin: origin, path: "/v1/catalogue", token: token, answerLimit: ServerClientLimits.listByteCount)
    if let tag, Self.isEntityTag(tag) { request.headers = [("If-None-Match", tag)] }
    let answer = try await transport.send(request)
    if answer.status == 304, !request.headers.isEmpty { return .same }
    let catalogue = try AnswerReader.value(Catalogue.self, from: answer)
    return .changed(catalogue, tag: answer.entityTag.flatMap { Self.isEntityTag($0) ? $0 : nil })
  }

  /// `PUT /v1/channels/{id}/enrolment`: joins a channel.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is none.
  public func enrol(
    in channel: UUID, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> CatalogueChannel {
    let request = HTTPTransport.Request(
      method: .put, origin: origin, path: Self.path(ofChannel: channel, "enrolment"), token: token)
    return try AnswerReader.value(CatalogueChannel.self, from: try await transport.send(request))
  }

  /// `DELETE /v1/channels/{id}/enrolment`: leaves a channel.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is none.
  public func leave(
    channel: UUID, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) {
    let request = HTTPTransport.Request(
      method: .delete, origin: origin, path: Self.path(ofChannel: channel, "enrolment"), token: token)
    try AnswerReader.checkStatus(try await transport.send(request))
  }

  /// `POST /v1/channels/{id}/messages`: writes a message; sent again with the same id it is the same one.
  ///
  /// - Throws: ``ServerClientError/Code/forbidden`` for who is not enrolled, ``ServerClientError/Code/notFound`` when there is no
  ///   such channel, ``ServerClientError/Code/conflict`` when the id stands for another message,
  ///   ``ServerClientError/Code/invalidInput`` for an empty or too long text.
  public func send(
    _ message: ChannelMessageRequest, to channel: UUID, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> ChannelMessage {
    let request = HTTPTransport.Request(
      method: .post, origin: origin, path: Self.path(ofChannel: channel, "messages"), token: token,
      body: try Self.json(message))
    return try AnswerReader.value(ChannelMessage.self, from: try await transport.send(request))
  }

  /// `GET /v1/channels/{id}/messages`: the messages after a number, in their order.
  ///
  /// - Parameter limit: how many at most, 1 to ``ServerLimits/pageCount``; other numbers are brought into that range.
  /// - Throws: ``ServerClientError/Code/forbidden`` for who is not enrolled, ``ServerClientError/Code/notFound`` when there is no
  ///   such channel.
  public func messages(
    of channel: UUID, after sequence: Int64, limit: Int = ServerLimits.pageCount, at origin: ServerOrigin,
    token: SharedSecret
  ) async throws(ServerClientError) -> ChannelPage {
    let limit = min(max(limit, 1), ServerLimits.pageCount)
    var request = HTTPTransport.Request(
      method: .get, origin: origin, path: Self.path(ofChannel: channel, "messages"), token: token)
    request.query = [("after", max(sequence, 0)), ("limit", Int64(limit))]
    request.answerLimit = limit * ServerClientLimits.messageByteCount + (4 << 10)
    return try AnswerReader.value(ChannelPage.self, from: try await transport.send(request))
  }

  /// `GET /v1/channels/{id}/events`: opens a channel on this device, which has one open at a time, within the deadline of every
  /// request.
  ///
  /// - Parameters:
  ///   - device: its token, as ``DeviceToken`` has it.
  ///   - sequence: the newest message that the client has.
  ///   - epoch: the numbering of that, where the server named one.
  /// - Throws: ``ServerClientError/Code/invalidInput`` for a number that the server has never given, or gave under another numbering, and
  ///   as ``messages(of:after:limit:at:token:)``.
  public func events(
    ofChannel channel: UUID, device: String, after sequence: Int64, epoch: Epoch? = nil, at origin: ServerOrigin,
    token: SharedSecret
  ) async throws(ServerClientError) -> EventStream<ChannelEvent> {
    guard DeviceToken.isValid(device) else {
      throw ServerClientError(.invalidInput, "a device's token has 16 to 64 characters of base64url")
    }
    var request = HTTPTransport.Request(
      method: .get, origin: origin, path: Self.path(ofChannel: channel, "events?device=\(device)"), token: token)
    request.headers = [("Last-Event-ID", "\(max(sequence, 0))" + (epoch.map { "-\($0)" } ?? ""))]
    return EventStream(try await transport.open(request, accepting: "text/event-stream"))
  }

  private static func path(ofChannel channel: UUID, _ rest: String) -> String {
    "/v1/channels/\(channel.uuidString)/\(rest)"
  }

  private static func isEntityTag(_ text: String) -> Bool {
    (2...ServerClientLimits.entityTagByteCount).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
