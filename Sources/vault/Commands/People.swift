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
  @Argument(help: "The user's id, or the name of one of your followers; your own without it.")
  var user: String?
}

/// Somebody.
struct OtherUserArgument: ParsableArguments {
  @Argument(help: "The user's id, or the name of one of your followers.")
  var user: String
}

/// `vault follow`
struct Follow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Follow a user, who is notified once.",
    discussion: """
      EXAMPLES
        vault follow grace
      """)

  @OptionGroup var other: OtherUserArgument

  func run(in context: CommandContext) throws { try context.finish(FollowUser(user: other.user)) }
}

/// `vault unfollow`
struct Unfollow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "unfollow", abstract: "Follow a user no longer.",
    discussion: """
      EXAMPLES
        vault unfollow grace
      """)

  @OptionGroup var other: OtherUserArgument

  func run(in context: CommandContext) throws { try context.finish(UnfollowUser(user: other.user)) }
}
