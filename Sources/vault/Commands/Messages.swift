internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault messages`
struct Messages: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "messages", abstract: "Read the messages that were pushed to you, newest first.",
    discussion: """
      A row for each, with its text alone; vault message show N shows who sent the Nth. They count as read then.

      With --watch they are shown live until q: what comes appears at once, and nothing of it on the desktop meanwhile.

      EXAMPLES
        vault messages
        vault messages --limit 100 --json
        vault messages --watch
      """)

  @Option(help: "Show at most N, 1 to 500.")
  var limit = 50
  @Flag(help: "Show them live, at a terminal.")
  var watch = false
  @Flag(help: .json) var json = false

  func validate() throws {
    guard (1...500).contains(limit) else { throw ValidationError("--limit takes 1 to 500.") }
    if watch, json {
      throw ValidationError("--watch is for terminals; for programs there is vault inbox watch --json.")
    }
  }

  func run(in context: CommandContext) throws {
    if watch { return try LiveShow(context: context).run(MessagesSource()) }
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
      MessageList.self, MessageSend.self, MessageOpen.self, MessageLog.self, MessageShow.self,
    ], defaultSubcommand: MessageList.self)
}

/// `vault message show`
struct MessageShow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the name of the sender of a message in vault messages.",
    discussion: """
      EXAMPLES
        vault message show 1
      """)

  @Argument(help: "The message's place in vault messages; 1 is the newest.")
  var number: Int
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let row = try context.run(ShowMessage(number: number))
    if json { return try context.output.json(["message": MessageView(row)]) }
    let screen = Centred.lines(
      Escaping.line(row.senderName), rows: context.output.rows, columns: context.output.columns)
    for line in screen { try context.output.line(line) }
  }
}
