internal import Inbox
internal import ServerAPI
internal import ServerClient
internal import StrictJSON

/// What a server sends, and what others have it deliver.
extension FuzzTarget {
  static let server = [
    FuzzTarget("inbox-page") { input in
      guard let page = try? InboxPage(json: input) else { return }
      guard let again = try? InboxPage(json: page.json) else {
        preconditionFailure("a page that was read can't be written and read")
      }
      precondition(again.json == page.json, "a page is another one after it was written and read")
    },
    FuzzTarget("event-stream", eventStream),
    FuzzTarget("push-payload") { input in
      let text = String(decoding: input, as: UTF8.self)
      let payload = PushPayload(text)
      precondition(payload.problems.count <= 20 && !payload.title.isEmpty, "what is said of a payload has no bound")
      precondition(payload.text.utf8.count <= 2 * text.utf8.count + 64, "a payload says more than it holds")
      _ = PayloadImage(in: text)?.replaced(by: "/v1/attachments/1")
    },
    FuzzTarget("request-body", requestBody),
  ]

  /// What the server is asked.
  private static func requestBody(_ input: [UInt8]) {
    guard let members = try? RequestMembers(input) else { return }
    roundTrip(ChannelMessageRequest.self, members)
    roundTrip(ChannelDetails.self, members)
    roundTrip(DeviceRegistration.self, members)
    roundTrip(ManagedAccountChange.self, members)
    roundTrip(InboxAcknowledgement.self, members)
    roundTrip(InboxStateRequest.self, members)
    roundTrip(RedactionRequest.self, members)
    guard let push = try? PushBody(members) else { return }
    precondition(push.payload.utf8.count <= ServerLimits.payloadByteCount, "a payload is longer than it may be")
    precondition(push.expiresAt == nil || push.expiresIn == nil, "a push is over twice")
    let alone = Array("{\"payload\":\(push.payload)}".utf8)
    precondition((try? PushBody(RequestMembers(alone)))?.payload == push.payload, "a payload is no object of its own")
  }

  private static func roundTrip<Body: Codable & Equatable>(_ type: Body.Type, _ members: RequestMembers) {
    guard let body = try? members.decode(type) else { return }
    let again = (try? JSONEncoding.ofServer.encode(body)).flatMap { try? RequestMembers($0).decode(type) }
    precondition(again == body, "a body is another one after it was written and read")
  }

  /// However the bytes are cut, the events are the same.
  private static func eventStream(_ input: [UInt8]) {
    let whole = events(of: [input])
    precondition(whole == events(of: input.map { [$0] }), "the events depend on how the bytes came")
    for event in whole {
      _ = try? ServerEvent(event)
      _ = try? ChannelEvent(event)
    }
  }

  private static func events(of parts: [[UInt8]]) -> [EventStreamDecoder.Event] {
    var decoder = EventStreamDecoder(limit: 1024)
    var events: [EventStreamDecoder.Event] = []
    do { for part in parts { events += try decoder.decode(part) } } catch { return events }
    return events
  }
}
