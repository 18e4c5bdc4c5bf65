internal import AgentAPI
internal import Terminal

/// The user's own profile as a page, as it was when it was opened: who is new is told once.
struct ProfileSource: LiveSource {
  static let view = ShowLive.View.inbox
  static let title = "Profile"
  static let emptiness = ""

  private let lines: [String]

  init(_ agent: some AgentLink) throws {
    lines = ProfileText(row: try agent.run(ShowProfile(user: nil)), style: Style(isColoured: false)).lines
  }

  func items(_ limit: Int, _ agent: some AgentLink) -> [LiveItem] { [] }

  func details(of item: LiveTarget, _ agent: some AgentLink) -> LiveDetails {
    LiveDetails(lines: lines, identity: item.identity)
  }

  func present(_ item: LiveTarget, _ agent: some AgentLink) -> LiveDetails? { details(of: item, agent) }

  func act(_ key: Character, on item: LiveTarget, isConfirmed: Bool, _ agent: some AgentLink) -> LiveOutcome {
    .nothing
  }

  func ask(_ key: Character, on item: LiveTarget, in context: CommandContext) -> String { "" }
}
