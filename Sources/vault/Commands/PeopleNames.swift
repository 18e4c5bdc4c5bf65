internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault people name`
struct PeopleName: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "name", abstract: "Call somebody what you like: commands and lists take it, on all your devices.",
    discussion: """
      Your name for somebody comes before every other, and nobody else is shown it. Until you name somebody, the beginning of the id stands beside
      the name that they have taken. It has 1 to 40 characters, and must not look like your name for somebody else.

      EXAMPLES
        vault people name grace "Grace H."
        vault people name 4f2a6c1e Mum
        vault people name Mum --remove
      """)

  @OptionGroup var other: OtherUserArgument
  @Argument(help: ArgumentHelp("What you call them; an empty one takes the name away.", valueName: "name"))
  var nickname: String?
  @Flag(help: "Take the name away.") var remove = false

  func validate() throws {
    guard remove ? (nickname ?? "").isEmpty : nickname != nil else {
      throw ValidationError(remove ? "Give a name or --remove, not both." : "Give a name, or --remove to take it away.")
    }
  }

  func run(in context: CommandContext) throws {
    try context.finish(NamePerson(user: other.user, nickname: nickname == "" ? nil : nickname))
  }
}

/// `vault people invite`
struct PeopleInvite: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Make a code by which somebody and you follow each other.",
    discussion: """
      Give the code to one person, by a way that you trust: whoever has it may use it. It serves once, for a week, at your server, by
      vault follow CODE. It is shown now and never again; at most 20 are open at once.

      EXAMPLES
        vault people invite
        vault people invite --list
        vault people invite --revoke 4f2a6c1e
      """)

  @Flag(help: "List your invitations that still serve.") var list = false
  @Option(help: ArgumentHelp("End an invitation: its code, or what --list shows.", valueName: "invitation"))
  var revoke: String?
  @Flag(help: .json) var json = false

  func validate() throws {
    guard revoke == nil || (!list && !json) else { throw ValidationError("Give --revoke alone.") }
  }

  func run(in context: CommandContext) throws {
    if let revoke { return try context.finish(RevokeInvitation(invitation: revoke)) }
    let rows = list ? try context.run(ListInvitations()) : [try context.run(InviteToFollow())]
    let text = InvitationText(rows: rows, style: context.output.style)
    if json { return try context.output.json(InvitationListView(rows)) }
    for line in list ? text.list : text.new { try context.output.line(line) }
  }
}
