internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault people`
struct PeopleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "See whom you follow and who follows you; name, invite and block people.",
    subcommands: [PeopleList.self, PeopleName.self, PeopleInvite.self, PeopleBlock.self, PeopleUnblock.self],
    defaultSubcommand: PeopleList.self)
}

/// Which people are listed.
enum PeopleChoice: String, WordChoice {
  case contacts, followers, followed, blocked

  /// As requests have it.
  var group: PeopleGroup? { PeopleGroup(rawValue: rawValue) }
}

/// `vault people list`
struct PeopleList: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List contacts, followers, those you follow, or those you have blocked.",
    discussion: """
      Contacts follow each other. Each line has a name, the beginning of an id, and what they are to you; commands about a person take the
      name or the id. Whom you have named (vault people name) is listed by that name.

      EXAMPLES
        vault people
        vault people contacts
        vault people blocked --json
      """)

  @Argument(help: ArgumentHelp("contacts, followers, followed or blocked; all of them without it.", valueName: "kind"))
  var kind: PeopleChoice?
  @Flag(help: .json) var json = false

  /// The most pages that are asked for, of 500 people each: a server may go on without end.
  private static let pageCount = 200

  func run(in context: CommandContext) throws {
    var listing = try context.run(ListPeople(kind: kind?.group))
    for _ in 1..<Self.pageCount {
      guard let next = listing.next else { break }
      let page = try context.run(ListPeople(kind: kind?.group, after: next))
      listing.people += page.people
      listing.next = page.next
    }
    if json { return try context.output.json(PeopleListingView(listing)) }
    for line in PeopleText(listing: listing, style: context.output.style).lines { try context.output.line(line) }
  }
}

/// `vault people block`
struct PeopleBlock: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "block", abstract: "Block somebody: what they send to you arrives nowhere, and they are not told.",
    discussion: """
      What of them waits in your inbox, and none of your devices has, is taken away. Whom you follow stays as it is.

      EXAMPLES
        vault people block mallory
      """)

  @OptionGroup var other: OtherUserArgument

  func run(in context: CommandContext) throws { try context.finish(BlockUser(user: other.user)) }
}

/// `vault people unblock`
struct PeopleUnblock: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "unblock", abstract: "Block somebody no longer; what they sent meanwhile does not come.",
    discussion: """
      EXAMPLES
        vault people unblock mallory
      """)

  @OptionGroup var other: OtherUserArgument

  func run(in context: CommandContext) throws { try context.finish(UnblockUser(user: other.user)) }
}
