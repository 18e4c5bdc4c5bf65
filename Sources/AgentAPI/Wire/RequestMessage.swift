/// The message in which a client asks for something: `{"request": {"show": {"task": "4f2a"}}}`. The next one follows only after the
/// reply or failure to this one.
public struct RequestMessage<Request: AgentRequest>: Codable, Equatable, Sendable {
  /// What is asked for.
  public var request: Request

  /// Asks.
  public init(_ request: Request) { self.request = request }

  /// Decodes a message that has to be of this request.
  public init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: WireKey.self)
    let inner = try outer.nestedContainer(keyedBy: WireKey.self, forKey: "request")
    request = try inner.decode(Request.self, forKey: WireKey(stringValue: Request.name))
  }

  /// Encodes the request under its name.
  public func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: WireKey.self)
    var inner = outer.nestedContainer(keyedBy: WireKey.self, forKey: "request")
    try inner.encode(request, forKey: WireKey(stringValue: Request.name))
  }
}

/// The message that answers a request which succeeded: `{"reply": …}`. The request says of what type it is.
public struct ReplyMessage<Reply: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// What came of it.
  public var reply: Reply

  /// Answers.
  public init(_ reply: Reply) { self.reply = reply }
}

/// What a client gets that waits for a reply.
package enum ReceivedMessage<Reply: Decodable>: Decodable {
  /// The last word on a request that succeeded.
  case reply(Reply)
  /// Anything else.
  case message(AgentMessage)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: WireKey.self)
    // Whatever a newer agent puts beside it.
    guard container.contains("reply") else {
      self = .message(try AgentMessage(from: decoder))
      return
    }
    self = .reply(try container.decode(Reply.self, forKey: "reply"))
  }
}

/// A reply of which only that it came is of interest.
package struct AnyReply: Decodable {
  package init(from decoder: any Decoder) {}
}
