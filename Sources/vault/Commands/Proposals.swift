internal import AgentAPI
internal import ArgumentParser
internal import FoundationEssentials
internal import Localization
internal import Terminal

/// `vault propose`
struct Propose: DatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "propose", abstract: "Propose a task to somebody, who accepts or declines it.",
    discussion: """
      They get it if they follow you: give the name of a contact, or the beginning of an id as vault people shows it. You are told when it is
      decided (vault proposals), and nothing else of what they do. At most 50 proposals of yours wait for one person.

      Several words become one text. The task of whoever accepts it is due at the same moment; a day without a time ends at midnight, here.

      Where the server's answer was lost, nobody knows whether it has taken the proposal. The error names a key then: the same words sent
      once more with --key are one proposal, even where it was taken.

      EXAMPLES
        vault propose grace "Water the plants" --due "fri 18:00"
        vault propose 4f2a6c1e Bring the ladder --notes "The long one." --expires tomorrow
      """)

  @Argument(help: "The name of a contact, or an id.")
  var person: String
  @Argument(help: "What there is to do.")
  var text: [String] = []
  @Option(help: "When it is due: tomorrow, \"fri 18:00\", \"in 2h\", \"24 dec\", 2026-12-24, 2026-12-24T18:00Z.")
  var due: String?
  @Option(help: "Notes.")
  var notes: String?
  @Option(help: ArgumentHelp("When it expires, if nobody has decided by then.", valueName: "when"))
  var expires: String?
  @Option(help: ArgumentHelp("Make it one proposal, however often it is sent with this key.", valueName: "key"))
  var key: String?
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let name = text.joined(separator: " ")
    guard !name.allSatisfy(\.isWhitespace) else {
      throw Failure(.usage, "There is no text.", hint: "For instance: vault propose grace \"Water the plants\"")
    }
    let draft = ProposalDraft(
      person: person, name: name, notes: notes, due: try context.proposedDue(due),
      expiresAt: try context.expiry(expires),
      key: key)
    let row = try context.run(ProposeTask(draft))
    if json { return try context.output.json(["proposal": ProposalView(row)]) }
    for line in ProposalText(style: context.output.style).sent(row) { try context.output.line(Escaping.line(line)) }
  }
}

/// `vault proposals`
struct Proposals: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proposals", abstract: "See what you have proposed to others, and what they decided.",
    discussion: """
      EXAMPLES
        vault proposals
        vault proposals --all
        vault proposals show 4f2a6c1e
      """,
    subcommands: [ProposalsList.self, ProposalsShow.self, ProposalsComment.self], defaultSubcommand: ProposalsList.self)
}

/// `vault proposals list`
struct ProposalsList: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what waits for somebody's decision, newest first.",
    discussion: """
      Each has the beginning of its id, what was decided, and the text; under them who it was proposed to, when it is due, and when it was decided.

      EXAMPLES
        vault proposals
        vault proposals --all --limit 50
        vault proposals --json
      """)

  /// The most that one message brings.
  private static let pageCount = 100
  /// The most pages that are asked for: a server may go on without end.
  private static let maximumPageCount = 1000

  @Flag(help: "List those that were decided, and those that expired, too.")
  var all = false
  @Option(help: "Show at most N; 0 shows all that the server keeps.")
  var limit = 20
  @Flag(help: .json) var json = false

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit takes a number from 0 on.") }
  }

  func run(in context: CommandContext) throws {
    let wanted = limit == 0 ? Int.max : limit
    var listing = ProposalListing()
    for _ in 0..<Self.maximumPageCount {
      let room = min(wanted - listing.proposals.count, Self.pageCount)
      let page = try context.run(ListProposals(limit: room, all: all, before: listing.next))
      listing.proposals += page.proposals
      listing.next = page.next
      if page.next == nil || listing.proposals.count >= wanted { break }
    }
    if json { return try context.output.json(ProposalListingView(listing)) }
    if listing.proposals.isEmpty { return try context.errors.line(ProposalText.nothing(all: all)) }
    let text = ProposalText(style: context.output.style)
    for line in text.list(listing, columns: context.output.columns) { try context.output.line(line) }
  }
}

/// `vault proposals show`
struct ProposalsShow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one proposal, with its notes.",
    discussion: """
      EXAMPLES
        vault proposals show 4f2a6c1e
      """)

  @Argument(help: "Its id, or the beginning of it that vault proposals shows.")
  var proposal: String
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let row = try context.run(ShowProposal(proposal: proposal))
    let feedback = try context.run(ListFeedback(about: .proposal(id: row.id.uuidString), asksServer: true)).feedback
    if json { return try context.output.json(DiscussedView("proposal", ProposalView(row), feedback)) }
    for line in ProposalText(style: context.output.style).details(row) + FeedbackText.lines(feedback) {
      try context.output.line(Escaping.line(line))
    }
  }
}
