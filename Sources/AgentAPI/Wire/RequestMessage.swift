internal import Localization

/// The message in which a client asks for something: `{"request": {"show": {"task": "4f2a"}}}`. The next one follows only after the
/// reply or failure to this one.
public struct RequestMessage<Request: AgentRequest>: Codable, Equatable, Sendable {
  /// Under its name.
  private let request: [String: Request]

  /// Asks.
  public init(_ request: Request) { self.request = [Request.name: request] }

  /// What is asked for; nil where it is something else.
  public var content: Request? { request[Request.name] }
}

/// The message that answers a request which succeeded: `{"reply": …}`. The request says of what type it is.
public struct ReplyMessage<Reply: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// What came of it.
  public var reply: Reply

  /// Answers.
  public init(_ reply: Reply) { self.reply = reply }
}

/// What a client gets that waits for a reply.
package enum ReceivedMessage<Reply: Codable> {
  /// The last word on a request that succeeded, whatever a newer agent puts beside it.
  case reply(Reply)
  /// Anything else.
  case message(AgentMessage)

  /// Tells a reply from the rest.
  package init(_ cases: AgentCases<Reply>) {
    self = cases.reply.map(Self.reply) ?? .message(AgentMessage(message: cases))
  }
}

/// A reply of which only that it came is of interest.
public struct AnyReply: Codable {}
