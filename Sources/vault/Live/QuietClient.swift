internal import AgentAPI
internal import SecretMemory
internal import Terminal
internal import VaultClient

/// A connection for requests while the screen belongs to a live view: what is told besides is kept, what is asked is declined.
final class QuietClient {
  private let client: AgentClient
  /// What the agent had to say last, for one line of the view.
  private(set) var notice: String?

  /// Connects.
  init(_ context: CommandContext) throws { client = try context.connect(PreparedAnswers()) }

  /// Runs a request that nobody has to be asked for.
  func run<Request: AgentRequest>(_ request: Request) throws -> Request.Reply {
    try run(request) { _ throws(TerminalError) in }
  }

  /// Runs a request, and takes the parts of a document that come with it.
  func run<Request: AgentRequest>(
    _ request: Request, _ take: @escaping PictureTransfer.Taking
  ) throws -> Request.Reply {
    var conversation = QuietConversation(takePart: take)
    defer { notice = conversation.notice ?? notice }
    return try client.send(request, &conversation)
  }
}

private struct QuietConversation: AgentConversation {
  let takePart: PictureTransfer.Taking
  var notice: String?

  mutating func answer(_ prompt: Prompt, from client: AgentClient) throws(Failure) -> SecretBytes? {
    guard prompt.kind == .information || prompt.kind == .error else { return nil }
    notice = prompt.text
    do { return try SecretBytes(count: 0) } catch { throw Failure(.internal, "\(error)") }
  }

  mutating func take(_ secret: consuming SecretBytes, _ notice: SecretNotice, from client: AgentClient) {}
  mutating func progress(_ progress: Progress) {}
  mutating func part(_ text: String) throws(Failure) {
    do { try takePart(text) } catch { throw Failure(error) }
  }
  mutating func event(_ event: Event) {}
}
