internal import AgentAPI
internal import Localization
internal import SecretMemory
internal import Terminal
internal import VaultClient

/// A connection for requests while the screen belongs to a live view: notices are kept, questions are declined.
final class QuietClient {
  private let client: AgentClient
  /// The last notice of the agent, for one line of the view.
  private(set) var notice: String?

  /// Connects.
  init(_ context: CommandContext) throws { client = try context.connect(PreparedAnswers()) }

  /// Runs a request that asks nothing.
  func run<Request: AgentRequest>(_ request: Request) throws -> Request.Reply {
    try run(request) { _ throws(TerminalError) in }
  }

  /// Runs a request, and hands on the parts of a document that come with it.
  func run<Request: AgentRequest>(
    _ request: Request, _ onPart: @escaping PictureTransfer.PartHandler
  ) throws -> Request.Reply {
    var conversation = QuietConversation(onPart: onPart)
    defer { notice = conversation.notice ?? notice }
    return try client.send(request, &conversation)
  }
}

/// A conversation in which nobody answers.
struct QuietConversation: AgentConversation {
  let onPart: PictureTransfer.PartHandler
  /// What the agent said last that was no question.
  private(set) var notice: String?

  init(onPart: @escaping PictureTransfer.PartHandler) { self.onPart = onPart }

  mutating func answer(_ prompt: Prompt, from client: AgentClient) throws(Failure) -> SecretBytes? {
    guard prompt.kind == .information || prompt.kind == .error else { return nil }
    notice = prompt.text
    do { return try SecretBytes(count: 0) } catch { throw Failure(.internal, "\(error)") }
  }

  mutating func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice, from client: AgentClient) {}
  mutating func progress(_ progress: Progress) {}
  mutating func part(_ text: String) throws(Failure) {
    do { try onPart(text) } catch { throw Failure(error) }
  }
  mutating func event(_ event: Event) {}
}
