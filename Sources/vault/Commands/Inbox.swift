internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault inbox`
struct Inbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox", abstract: "See what was pushed to you, and accept or reject it.",
    discussion: """
      EXAMPLES
        vault inbox
        vault inbox watch
        vault inbox show 12
        vault inbox accept 12
      """,
    subcommands: [
      InboxList.self, InboxShow.self, InboxImage.self, InboxAccept.self, InboxReject.self, InboxComment.self,
      InboxLike.self, InboxRead.self,
      InboxDelete.self, InboxWatch.self,
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
        vault inbox list --before 120
        vault inbox list --all
        vault inbox --json
      """)

  /// The most items that one message brings.
  private static let pageCount = 500

  @Option(help: "Show at most N; 0 shows all that the inbox keeps.")
  var limit = 20
  @Option(help: "Show those that came before item N.")
  var before: Int64?
  @Flag(help: "List silent items and deleted ones, too.")
  var all = false
  @Flag(help: .json) var json = false

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit takes a number from 0 on.") }
  }

  func run(in context: CommandContext) throws {
    let listing = try listing(context)
    if json { return try context.output.json(InboxListingView(listing)) }
    if listing.items.isEmpty {
      try context.errors.line("The inbox is empty.")
    } else {
      try context.output.line(
        InboxText(context: context).list(listing).joined(separator: "\n"))
    }
    if let losses = listing.losses, let owner = listing.owner { try report(losses, of: owner, in: context) }
  }

  /// As many items as are wanted, page by page.
  private func listing(_ context: CommandContext) throws -> InboxListing {
    let wanted = limit == 0 ? Int.max : limit
    var listing = try context.run(ListInbox(limit: min(wanted, Self.pageCount), before: before, all: all))
    while listing.hasMore, listing.items.count < wanted, let last = listing.items.last {
      let room = min(wanted - listing.items.count, Self.pageCount)
      let page = try context.run(ListInbox(limit: room, before: last.number, all: all))
      guard !page.items.isEmpty else { break }
      listing.items += page.items
      (listing.hasMore, listing.olderCount) = (page.hasMore, page.olderCount)
    }
    return listing
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
      it when they are pressed twice, q leads to the list and leaves that. Elsewhere it is printed.

      EXAMPLES
        vault inbox show 12
      """)

  @OptionGroup var item: InboxNumber
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let show = LiveShow(context: context)
    guard json || !show.isPossible else { return try show.run(InboxSource(), opening: item.number) }
    let row = try context.run(ShowInboxItem(number: item.number))
    let feedback = try feedback(about: row, context)
    if json { return try context.output.json(DiscussedView("item", InboxView(row), feedback.feedback)) }
    if row.hasPicture { try showPicture(of: row, in: context) }
    let lines = InboxText.details(row) + FeedbackText.lines(feedback, about: row)
    try InboxText(context: context).print(row, lines, asJSON: false)
  }

  private func feedback(about row: InboxRow, _ context: CommandContext) throws -> FeedbackListing {
    guard row.isPersons else { return FeedbackListing(feedback: []) }
    let target = FeedbackTarget.item(number: row.number, identity: row.identity)
    do { return try context.run(ListFeedback(about: target, asksServer: true)) } catch let failure as Failure
      where failure.code == .usage
    {
      // Nothing can be said about it.
      return FeedbackListing(feedback: [])
    }
  }

  /// The picture above the text.
  private func showPicture(of row: InboxRow, in context: CommandContext) throws {
    let transfer = PictureTransfer(of: .item(row.number, row.identity), context)
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
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let row = try context.run(AcceptInboxItem(number: item.number), answers: pin.answers)
    try InboxText(context: context).print(row, [InboxText.accepted(row)], asJSON: json)
  }
}

/// `vault inbox reject`
struct InboxReject: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject", abstract: "Decline a proposed task.",
    discussion: """
      What proposes no task has nothing to decide: vault inbox delete deletes it.

      EXAMPLES
        vault inbox reject 12
      """)

  @OptionGroup var item: InboxNumber
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let row = try context.run(RejectInboxItem(number: item.number))
    try InboxText(context: context).print(row, [InboxText.declined(row)], asJSON: json)
  }
}

/// `vault inbox read`
struct InboxRead: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Mark items as read, on all your devices.",
    discussion: """
      Proposals that were read still wait for your decision.

      EXAMPLES
        vault inbox read 12 13
        vault inbox read --all
      """)

  @Argument(help: "The items' numbers in the list.")
  var numbers: [Int64] = []
  @Flag(help: "Mark all items as read.")
  var all = false

  func validate() throws {
    guard all == numbers.isEmpty else { throw ValidationError("Give the numbers of items, or --all.") }
  }

  func run(in context: CommandContext) throws {
    try context.finish(ReadInboxItems(numbers: all ? nil : numbers))
  }
}

/// `vault inbox delete`
struct InboxDelete: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete items from all your devices and the server.",
    discussion: """
      Their texts and pictures are erased and can't be brought back. Other recipients of a push keep it. A proposal that waits is
      rejected first; a task that was made of an item stays.

      EXAMPLES
        vault inbox delete 12
        vault inbox delete 12 13 14
      """)

  @Argument(help: "The items' numbers in the list.")
  var numbers: [Int64]

  func run(in context: CommandContext) throws { try context.finish(DeleteInboxItems(numbers: numbers)) }
}

/// `vault inbox watch`
struct InboxWatch: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show the inbox live: new items appear immediately.",
    discussion: """
      Arrows or j and k move, Enter opens an item, a accepts and r rejects it when they are pressed twice, c comments on what a person has sent
      and l likes it, q goes back and leaves. Tab leads to the item's picture
      and back; there Left and Right lead to older and newer pictures. Where the terminal shows images, items have a small one. What
      comes drops from the top for five seconds: Enter opens it, Esc dismisses it. While the terminal has the focus nothing is shown
      on the desktop.

      With --json it needs no terminal, and prints a line for each event until nobody reads them.

      EXAMPLES
        vault inbox watch
        vault inbox watch --json | while read -r event; do echo "$event"; done
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    guard json else { return try LiveShow(context: context).run(InboxSource()) }
    var events = try InboxEvents(context)
    try events.run()
  }
}
