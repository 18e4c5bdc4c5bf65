internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault inbox`
struct Inbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox", abstract: "See what was pushed to you, and accept or reject it.",
    subcommands: [
      InboxList.self, InboxShow.self, InboxImage.self, InboxAccept.self, InboxReject.self, InboxWatch.self,
    ],
    defaultSubcommand: InboxList.self)
}

/// `vault inbox list`
struct InboxList: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the newest items.",
    discussion: """
      EXAMPLES
        vault inbox
        vault inbox list --limit 50
        vault inbox --json
      """)

  static let limits = 1...500

  @Option(help: "Show at most N, 1 to 500.")
  var limit = 20
  @OptionGroup var json: JSONOption

  func validate() throws {
    guard Self.limits.contains(limit) else { throw ValidationError("--limit takes 1 to 500.") }
  }

  func run(in context: CommandContext) throws {
    let listing = try context.run(ListInbox(limit: limit))
    if json.isSet { return try context.output.json(InboxListingView(listing)) }
    if listing.items.isEmpty {
      try context.errors.line("The inbox is empty.")
    } else {
      try context.output.line(
        InboxText(context: context).list(listing, maximum: Self.limits.upperBound).joined(separator: "\n"))
    }
    if let losses = listing.losses, let owner = listing.owner { try report(losses, of: owner, in: context) }
  }

  /// Reports what is lost, once.
  private func report(_ losses: [LostItems], of owner: String, in context: CommandContext) throws {
    for loss in losses { try context.errors.line(context.errors.style.warning(Escaping.line(loss.sentence))) }
    _ = try context.run(AcknowledgeLosses(losses: losses, owner: owner))
  }
}

/// The item that a command is about.
struct InboxNumber: ParsableArguments {
  @Argument(help: "The item's number in the list.")
  var number: Int64
}

/// `vault inbox show`
struct InboxShow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one complete item and mark it read.",
    discussion: """
      At a terminal it is shown on the alternate screen, its picture above the text: arrows and the space bar scroll, a accepts and r rejects
      it, q leads to the list and leaves that. Elsewhere it is printed.

      EXAMPLES
        vault inbox show 12
      """)

  @OptionGroup var item: InboxNumber
  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws {
    let show = LiveShow(context: context)
    guard json.isSet || !show.isPossible else { return try show.run(InboxSource(), opening: item.number) }
    let row = try context.run(ShowInboxItem(number: item.number))
    if !json.isSet, row.hasPicture { try showPicture(of: row, in: context) }
    try InboxText(context: context).print(row, InboxText.details(row), asJSON: json.isSet)
  }

  /// The picture above the text.
  private func showPicture(of row: InboxRow, in context: CommandContext) throws {
    let transfer = PictureTransfer(context: context, number: row.number, identity: row.identity)
    switch try transfer.shown(in: context.pictureShapeAboveText) {
    case .drawn(let text, _), .words(let text): try context.output.line(text)
    }
  }
}

/// `vault inbox accept`
struct InboxAccept: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Create a task from an item, with its reminder on.",
    discussion: """
      Accepted twice, or on two devices, it is one task. Some items ask for the PIN first.

      EXAMPLES
        vault inbox accept 12
      """)

  @OptionGroup var item: InboxNumber
  @OptionGroup var pin: PINOption
  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws {
    let row = try context.run(AcceptInboxItem(number: item.number), answers: pin.answers)
    try InboxText(context: context).print(row, [InboxText.accepted(row)], asJSON: json.isSet)
  }
}

/// `vault inbox reject`
struct InboxReject: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject", abstract: "Decline an item.",
    discussion: """
      EXAMPLES
        vault inbox reject 12
      """)

  @OptionGroup var item: InboxNumber
  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws {
    let row = try context.run(RejectInboxItem(number: item.number))
    try InboxText(context: context).print(row, [InboxText.declined(row)], asJSON: json.isSet)
  }
}

/// `vault inbox watch`
struct InboxWatch: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show the inbox live: new items appear immediately.",
    discussion: """
      Arrows or j and k move, Enter opens an item, a accepts and r rejects it, q goes back and leaves. What comes drops from the top
      for five seconds: Enter opens it, Esc dismisses it. While the terminal has the focus nothing is shown on the desktop.

      With --json it needs no terminal, and prints a line for each event until nobody reads them.

      EXAMPLES
        vault inbox watch
        vault inbox watch --json | while read -r event; do echo "$event"; done
      """)

  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws {
    guard json.isSet else { return try LiveShow(context: context).run(InboxSource()) }
    var events = try InboxEvents(context)
    try events.run()
  }
}
