internal import AgentAPI
internal import ArgumentParser
internal import Localization
internal import Terminal

/// `vault channels`
struct Channels: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "channels", abstract: "Read and write in the server's channels.",
    discussion: """
      EXAMPLES
        vault channels
        vault channels join travels
        vault channels open travels
        vault channels send travels "The train leaves at 9:40"
      """,
    subcommands: [
      ChannelsList.self, ChannelsJoin.self, ChannelsLeave.self, ChannelsHistory.self, ChannelsSend.self,
      ChannelsOpen.self, ChannelsImage.self,
    ], defaultSubcommand: ChannelsList.self)
}

/// The channel that a command is about.
struct ChannelArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The channel's id, or the beginning of its title.", valueName: "channel"))
  var name: String
}

/// `vault channels list`
struct ChannelsList: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all channels, which you have joined, and what is unread.",
    discussion: """
      EXAMPLES
        vault channels
        vault channels --json
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let listing = try context.run(ListChannels())
    if json { return try context.output.json(ChannelListingView(listing)) }
    let text = ChannelText(context: context)
    if let notice = text.staleness(of: listing) { try context.errors.line(notice) }
    if listing.channels.isEmpty {
      return try context.errors.line(listing.isCurrent ? "The server has no channels." : "No channels are known yet.")
    }
    for line in text.list(listing) { try context.output.line(line) }
  }
}

/// `vault channels join`
struct ChannelsJoin: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join a channel: its messages come to all your devices.",
    discussion: """
      EXAMPLES
        vault channels join news
      """)

  @OptionGroup var channel: ChannelArgument
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    try ChannelText(context: context).print(JoinChannel(channel: channel.name), "Joined", asJSON: json)
  }
}

/// `vault channels leave`
struct ChannelsLeave: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Leave a channel; what came until then stays here.",
    discussion: """
      EXAMPLES
        vault channels leave news
      """)

  @OptionGroup var channel: ChannelArgument
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    try ChannelText(context: context).print(LeaveChannel(channel: channel.name), "Left", asJSON: json)
  }
}

/// `vault channels history`
struct ChannelsHistory: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show a channel's newest messages, oldest first; they count as read then.",
    discussion: """
      What you wrote has a mark: … is on its way, ✓ has been sent, ✗ was not taken.

      EXAMPLES
        vault channels history news
        vault channels history news --limit 200 --json
      """)

  @OptionGroup var channel: ChannelArgument
  @Option(help: "Show at most N, 1 to 10000.")
  var limit = 50
  @Flag(help: .json) var json = false

  func validate() throws {
    guard (1...10_000).contains(limit) else { throw ValidationError("--limit takes 1 to 10000.") }
  }

  func run(in context: CommandContext) throws {
    let history = try ChannelPages(context: context).newest(limit, of: channel.name)
    try ChannelText(context: context).print(history, asJSON: json)
  }
}

/// `vault channels send`
struct ChannelsSend: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Write a message in a channel.",
    discussion: """
      Without a connection it waits, and goes out once, after what was written before.

      EXAMPLES
        vault channels send news "The tea is ready."
        date | vault channels send news -
      """)

  @OptionGroup var channel: ChannelArgument
  @Argument(help: "The message, of 4,096 bytes at most; - for standard input.")
  var text: String
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let request = SendChannelMessage(channel: channel.name, text: try message(context), waits: true)
    let row = try context.run(request)
    if json { return try context.output.json(["message": ChannelMessageView(row)]) }
    let isWaiting = row.state == .sending
    try context.output.line(isWaiting ? "It waits here, and goes out once you are connected to the server." : "Sent.")
  }

  /// The message; of one from standard input, as programs write it, without the end of its last line.
  private func message(_ context: CommandContext) throws -> String {
    guard text == "-" else { return text }
    let input = try PayloadFile.read(text, context)
    return input.hasSuffix("\n") ? String(input.dropLast()) : input
  }
}

/// `vault channels open`
struct ChannelsOpen: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Show a channel live, and write in it.",
    discussion: """
      Enter sends what you wrote, page up and page down scroll, Esc or Ctrl-D leaves. Left of what you wrote stands how far it has come:
      … is on its way, a pale ✓ has been sent, a green ✓ came back with the channel, ✗ was not taken.

      Messages come as they are written while you look at it. While the terminal has the focus nothing is shown on the desktop; what is
      pushed to you drops from the top.

      EXAMPLES
        vault channels open news
      """)

  @OptionGroup var channel: ChannelArgument

  func run(in context: CommandContext) throws {
    let show = LiveShow(context: context)
    try show.checkTerminal(instead: "Use vault channels history --json to read it in a script.")
    let request = ShowChannel(
      channel: channel.name, limit: 1, before: nil, asksServer: true, isSeen: false)
    let history = try context.run(request)
    guard history.channel.isJoined else {
      throw Failure(
        .usage, "You have not joined \(history.channel.title).", hint: "Join it with vault channels join first.")
    }
    try show.show(history.channel)
  }
}

/// `vault channels image`
struct ChannelsImage: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "image", abstract: "Show or save the picture of a channel.",
    discussion: """
      As vault inbox image shows that of an item.

      EXAMPLES
        vault channels image news
        vault channels image news --save news.png
      """)

  @OptionGroup var channel: ChannelArgument
  @OptionGroup var options: PictureOptions

  func run(in context: CommandContext) throws {
    try options.run(PictureTransfer(of: .channel(channel.name), context), context)
  }
}
