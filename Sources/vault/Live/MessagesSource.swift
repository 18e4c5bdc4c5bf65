internal import AgentAPI
internal import Localization
internal import Terminal

/// The messages as a live list: a row has the text alone, and a message opened its sender's name.
struct MessagesSource: LiveSource {
  static let view = ShowLive.View.messages
  static let title = "Messages"
  static let emptiness = "There are no messages. What is pushed to you appears here."

  func items(_ limit: Int, _ agent: some AgentLink) throws -> [LiveItem] {
    try Self.rows(limit, agent).map { LiveItem(number: $0.identity, title: $0.text, text: "") }
  }

  func details(of item: LiveTarget, _ agent: some AgentLink) throws -> LiveDetails {
    guard let details = try present(item, agent) else { throw Failure(.usage, "That message is no longer here.") }
    return details
  }

  func present(_ item: LiveTarget, _ agent: some AgentLink) throws -> LiveDetails? {
    try Self.rows(500, agent).first { $0.identity == item.number }.map {
      LiveDetails(lines: [$0.senderName], areCentred: true)
    }
  }

  func act(_ key: Character, on item: LiveTarget, isConfirmed: Bool, _ agent: some AgentLink) -> LiveOutcome {
    .nothing
  }

  func ask(_ key: Character, on item: LiveTarget, in context: CommandContext) -> String { "" }

  private static func rows(_ limit: Int, _ agent: some AgentLink) throws -> [MessageRow] {
    try agent.run(ListMessages(limit: limit))
  }
}
