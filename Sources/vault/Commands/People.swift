internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault profile`
struct Profile: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "See who follows you since the last time, or who somebody is.",
    discussion: """
      Others follow the id that your profile shows. With --findable on, whoever is logged in at your server and knows your whole email follows
      you by it, too; nobody does before you say so.

      EXAMPLES
        vault profile
        vault profile grace
        vault profile --findable on
      """)

  @OptionGroup var user: UserArgument
  @Option(help: ArgumentHelp("Whether others find you by your whole email: on or off.", valueName: "switch"))
  var findable: Switch?
  @Flag(help: .json) var json = false

  func validate() throws {
    guard findable == nil || (user.user == nil && !json) else { throw ValidationError("Give --findable alone.") }
  }

  func run(in context: CommandContext) throws {
    if let findable { return try context.finish(SetFindable(isFindable: findable == .on)) }
    let row = try context.run(ShowProfile(user: user.user))
    if json { return try context.output.json(["profile": ProfileView(row)]) }
    for line in ProfileText(row: row, style: context.output.style).lines { try context.output.line(line) }
  }
}

/// Whose profile; one's own without.
struct UserArgument: ParsableArguments {
  @Argument(help: "A name or an id, as vault people shows them; your own without it.")
  var user: String?
}

/// Somebody.
struct OtherUserArgument: ParsableArguments {
  @Argument(help: "A name or an id, as vault people shows them.")
  var user: String
}

/// `vault follow`
struct Follow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Follow a user, who is notified once and may send to you.",
    discussion: """
      Whom you follow may propose tasks and send notices to you, until you unfollow or block them. Who follow each other are contacts. Give the ID that
      their vault profile shows, the name of somebody in vault people, the code of an invitation (then both of you follow each other), or the whole
      email of somebody who lets themselves be found by it. By code and by email you are told who it is and asked first.

      EXAMPLES
        vault follow grace
        vault follow grace@example.org
        vault follow "$code"
      """)

  @Argument(help: "A name or an id, as vault people shows them, the code of an invitation, or an email.")
  var user: String
  @Flag(help: "Don't ask who it is.") var yes = false

  func run(in context: CommandContext) throws { try context.finish(FollowUser(user: user, isAgreed: yes ? true : nil)) }
}

/// `vault unfollow`
struct Unfollow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "unfollow", abstract: "Follow a user no longer, who then sends you nothing.",
    discussion: """
      They can see that you do not follow them; to be silent about it, block them (vault people block).

      EXAMPLES
        vault unfollow grace
      """)

  @OptionGroup var other: OtherUserArgument

  func run(in context: CommandContext) throws { try context.finish(UnfollowUser(user: other.user)) }
}
