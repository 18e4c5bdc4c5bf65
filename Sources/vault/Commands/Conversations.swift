internal import AgentAPI
internal import ArgumentParser
internal import FoundationEssentials
internal import Terminal

/// The person whom a command about a conversation is about.
struct CorrespondentArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The name of a contact, an id, or its first eight digits or more, as vault people shows them.",
      valueName: "person"))
  var person: String

  /// The conversation with them, which begins where there is none.
  func conversation(_ context: CommandContext) throws -> ChannelRow {
    try context.run(OpenConversation(person: person))
  }
}

/// `vault message list`
struct MessageList: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List your conversations: with whom, what is unread, and the newest line.",
    discussion: """
      EXAMPLES
        vault message
        vault message list --limit 200 --json
      """)

  @Option(help: "Show at most N, 1 to 10000.")
  var limit = 50
  @Flag(help: .json) var json = false

  /// The most conversations that are asked for at once.
  private static let pageCount = 400

  func validate() throws {
    guard (1...10_000).contains(limit) else { throw ValidationError("--limit takes 1 to 10000.") }
  }

  func run(in context: CommandContext) throws {
    let listing = try listing(context)
    if json { return try context.output.json(ConversationListingView(listing)) }
    if !listing.isConnected {
      try context.errors.line("Newer messages may be missing: there is no connection to the server.")
    }
    if listing.conversations.isEmpty {
      return try context.errors.line(
        listing.isComplete
          ? "There are no conversations yet."
          : "There are no conversations on this machine, and the server has not said yet whether it has any.")
    }
    for line in ConversationText(context: context).lines(listing) { try context.output.line(line) }
  }

  private func listing(_ context: CommandContext) throws -> ConversationListing {
    var listing = ConversationListing(conversations: [], hasMore: true, isConnected: true, isComplete: true)
    while listing.hasMore, listing.conversations.count < limit {
      let rest = limit - listing.conversations.count
      let request = ListConversations(offset: listing.conversations.count, limit: min(rest, Self.pageCount))
      let page = try context.run(request)
      listing.conversations += page.conversations
      listing.hasMore = page.hasMore && !page.conversations.isEmpty
      (listing.isConnected, listing.isComplete) = (page.isConnected, page.isComplete)
    }
    return listing
  }
}

/// `vault message send`
struct MessageSend: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Write a message to somebody.",
    discussion: """
      Without a connection it waits, and goes out once, after what was written before. Without a text it is asked for at the terminal, or read
      from standard input. Whoever has not followed you gets none; at most 500 messages of a week wait for an answer.

      EXAMPLES
        vault message send bob "The tea is ready."
        vault message send bob
        date | vault message send 1b9d6bcd -
      """)

  @OptionGroup var correspondent: CorrespondentArgument
  @OptionGroup var text: WrittenText
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let conversation = try correspondent.conversation(context)
    let request = SendChannelMessage(
      channel: conversation.id.uuidString, text: try text.read("To \(conversation.title)", context), waits: true)
    let row = try context.run(request)
    if json { return try context.output.json(["message": ChannelMessageView(row)]) }
    let title = Escaping.line(conversation.title)
    let isWaiting = row.state == .sending
    try context.output.line(
      isWaiting ? "It waits here, and goes out to \(title) once the server takes it." : "Sent to \(title).")
  }
}

/// `vault message open`
struct MessageOpen: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Show the conversation with somebody live, and write in it.",
    discussion: """
      Keys and marks are those of vault channels open.

      EXAMPLES
        vault message open bob
      """)

  @OptionGroup var correspondent: CorrespondentArgument

  func run(in context: CommandContext) throws {
    let show = LiveShow(context: context)
    try show.checkTerminal(instead: "Use vault message log --json to read it in a script.")
    try show.show(try correspondent.conversation(context))
  }
}

/// `vault message log`
struct MessageLog: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show the newest messages of a conversation, oldest first; they count as read then.",
    discussion: """
      What you wrote has a mark: … is on its way, ✓ has been sent, ✗ was not taken. Whether the other one has read it is told to nobody.

      EXAMPLES
        vault message log bob
        vault message log bob --limit 200 --json
      """)

  @OptionGroup var correspondent: CorrespondentArgument
  @Option(help: "Show at most N, 1 to 10000.")
  var limit = 50
  @Flag(help: .json) var json = false

  func validate() throws {
    guard (1...10_000).contains(limit) else { throw ValidationError("--limit takes 1 to 10000.") }
  }

  func run(in context: CommandContext) throws {
    let id = try correspondent.conversation(context).id.uuidString
    try ChannelText(context: context).print(try ChannelPages(context: context).newest(limit, of: id), asJSON: json)
  }
}
