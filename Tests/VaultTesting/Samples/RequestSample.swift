public import AgentAPI
internal import Localization

/// A value with its JSON, letter by letter but for the order of keys: what other builds of this protocol send and expect. It never changes.
public struct Frozen<Value: Codable & Equatable & Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// Its JSON.
  public let json: String

  init(_ value: Value, _ json: String) { (self.value, self.json) = (value, json) }
}

/// A request and a reply to it, as they travel. Tests that hold for every request find it in ``RequestSamples/all``.
public struct RequestSample: Sendable {
  /// The request, with all its members.
  public let request: any AgentRequest
  /// The request as it travels, under its name.
  public let json: String
  /// A reply to it, as it travels; nil where another sample of the same request has one.
  public let reply: (value: any Codable & Equatable & Sendable, json: String)?
  /// A command line that makes the request; nil where a test of its own has one.
  public let command: CommandSample?

  init<Request: AgentRequest>(
    _ request: Request, _ json: String, reply: Frozen<Request.Reply>, command: CommandSample? = nil
  ) {
    (self.request, self.json, self.command) = (request, json, command)
    self.reply = (reply.value, reply.json)
  }

  /// A request whose reply is a message.
  init<Request: AgentRequest<Acknowledgement>>(_ request: Request, _ json: String, command: CommandSample? = nil) {
    self.init(request, json, reply: Frozen(Acknowledgement("m"), #"{"message":"m"}"#), command: command)
  }

  /// A request of which another sample has the reply: with other members, or without some.
  init(anotherForm request: any AgentRequest, _ json: String) {
    (self.request, self.json, reply, command) = (request, json, nil, nil)
  }
}

/// A command line, and what it prints of the reply beside it, without a terminal and in UTC.
public struct CommandSample: Sendable {
  /// The words behind `vault`.
  public let arguments: [String]
  /// What it prints.
  public let output: String
  /// What it prints with `--json`; nil where it takes no such option.
  public let json: String?
  /// Commands after which a new vault gives that very reply; nil where replies differ from one vault to the next, as ids and dates do.
  public let setup: [[String]]?

  init(_ arguments: String..., prints output: String, json: String? = nil, after setup: [[String]]? = nil) {
    (self.arguments, self.output, self.json, self.setup) = (arguments, output, json, setup)
  }
}
