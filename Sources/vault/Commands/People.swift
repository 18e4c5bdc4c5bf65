internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault profile`
struct Profile: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "See who follows you since the last time, or who somebody is.",
    discussion: """
      Others follow the id that your profile shows.

      EXAMPLES
        vault profile
        vault profile grace
      """)

  @OptionGroup var user: UserArgument
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
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
      their vault profile shows, or the name of somebody in vault people.

      EXAMPLES
        vault follow grace
      """)

  @OptionGroup var other: OtherUserArgument

  func run(in context: CommandContext) throws { try context.finish(FollowUser(user: other.user)) }
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
