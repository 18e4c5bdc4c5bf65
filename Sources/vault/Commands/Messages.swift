internal import AgentAPI
internal import ArgumentParser
internal import Terminal
internal import VaultClient

/// `vault messages`
struct Messages: AgentCommand {
  /// What is listed.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case all, message, comment, like, jsondata

    /// The entries of the messages page; nil for all of them.
    var entries: CorrespondenceKind? { EntryKind(rawValue: rawValue)?.requested }
  }

  static let configuration = CommandConfiguration(
    commandName: "messages", abstract: "Read what people wrote to you: messages, comments and likes, newest first.",
    discussion: """
      The number of a row is what vault message show, comment and like take, with the same --kind. What is listed counts as read then; of a
      conversation as far as everything before was listed, too.

      --kind jsondata lists the messages that came with pushes: a row for each, with its text alone, and vault message show N --kind jsondata
      shows who sent the Nth.

      --item opens what an item of the inbox tells of, a comment or a like, and the live list of all behind it.

      With --watch a list is live until q, that of --kind jsondata unless you say another: what comes appears at once, and nothing of it on
      the desktop meanwhile.

      EXAMPLES
        vault messages
        vault messages --kind comment --limit 100 --json
        vault messages --kind jsondata --watch
        vault messages --kind all --watch
        vault messages --item 12
      """)

  @Option(help: "List these alone.")
  var kind: Kind?
  @Option(help: "Show at most N, 1 to 500.")
  var limit = 50
  @Option(help: ArgumentHelp("Open what item N of the inbox tells of.", valueName: "n"))
  var item: Int64?
  @Flag(help: "Show them live, at a terminal.")
  var watch = false
  @Flag(help: .json) var json = false

  func validate() throws {
    guard (1...500).contains(limit) else { throw ValidationError("--limit takes 1 to 500.") }
    if item != nil, json || watch || kind != nil { throw ValidationError("--item stands alone.") }
    if watch, json {
      throw ValidationError("--watch is for terminals; for programs there is vault inbox watch --json.")
    }
  }

  func run(in context: CommandContext) throws {
    if watch || item != nil { return try watch(context) }
    if kind == .jsondata { return try listPushed(context) }
    let listing = try context.run(ListCorrespondence(kind: kind?.entries, limit: limit))
    if json { return try context.output.json(["entries": listing.entries.map(CorrespondenceView.init)]) }
    if let date = listing.askedAt { try context.errors.line("It was asked last on \(DateText(date).local).") }
    if listing.entries.isEmpty { return try context.errors.line("There are no messages.") }
    let text = CorrespondenceText(style: context.output.style)
    for line in text.lines(listing.entries, columns: context.output.columns) { try context.output.line(line) }
    if listing.entries.count == limit, limit < 500 {
      try context.output.line(context.output.style.dim("there may be more: vault messages --limit 500"))
    }
  }

  private func watch(_ context: CommandContext) throws {
    let show = LiveShow(context: context)
    if item == nil, kind ?? .jsondata == .jsondata { return try show.run(MessagesSource()) }
    try show.checkTerminal()
    // The view shows what is here, and what comes.
    _ = try context.run(ListCorrespondence(kind: kind?.entries, limit: 1, isSeen: false))
    let source = CorrespondenceSource(kind: kind?.entries)
    do { try show.run(source, opening: item) } catch let failure as Failure where failure.code == .usage && item != nil
    {
      // It was taken back, is older than what is kept, or the item tells of nothing.
      try context.errors.line("Item \(item ?? 0) leads to no comment or like that is here; these are the messages.")
      try show.run(source)
    }
  }

  private func listPushed(_ context: CommandContext) throws {
    let rows = try context.run(ListMessages(limit: limit))
    if json { return try context.output.json(["messages": rows.map(MessageView.init)]) }
    if rows.isEmpty { return try context.errors.line("There are no messages.") }
    for row in rows { try context.output.line(Escaping.line(row.text)) }
  }
}

/// `vault message`
struct Message: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message", abstract: "Write with somebody, and see who sent a message.",
    discussion: """
      Two people have one conversation, which nobody else sees. Who is written to has to follow the one who writes.

      EXAMPLES
        vault message
        vault message send bob "The tea is ready."
        vault message open bob
      """,
    subcommands: [
      MessageList.self, MessageSend.self, MessageOpen.self, MessageLog.self, MessageShow.self, MessageComment.self,
      MessageLike.self,
    ], defaultSubcommand: MessageList.self)
}

/// `vault message show`
struct MessageShow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one entry of vault messages, with what was said about it.",
    discussion: """
      Of a message that came with a push (--kind jsondata) it shows who sent it.

      EXAMPLES
        vault message show 1
        vault message show 2 --kind comment
        vault message show 1 --kind jsondata
      """)

  @Argument(help: "The entry's number in the list of vault messages that you saw last.")
  var number: Int
  @Option(help: "The number is one of the list of these.")
  var kind: Messages.Kind?
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    if kind == .jsondata { return try showSender(context) }
    let reference = CorrespondenceReference.place(number: number, kind: kind?.entries)
    let row = try context.run(ShowCorrespondence(reference))
    let feedback = try context.run(ListFeedback(about: .entry(.id(row.id)), asksServer: true)).feedback
    if json { return try context.output.json(DiscussedView("entry", CorrespondenceView(row), feedback)) }
    for line in CorrespondenceText.details(row, feedback) { try context.output.line(Escaping.line(line)) }
  }

  private func showSender(_ context: CommandContext) throws {
    let row = try context.run(ShowMessage(number: number))
    if json { return try context.output.json(["message": MessageView(row)]) }
    let screen = Centred.lines(
      Escaping.line(row.senderName), rows: context.output.rows, columns: context.output.columns)
    for line in screen { try context.output.line(line) }
  }
}
