internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault inbox comment`
struct InboxComment: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "Comment on what somebody has sent you.",
    discussion: """
      Nobody but the two of you sees it. On a hint of a comment or a like the comment goes to what that is about.

      EXAMPLES
        vault inbox comment 12 "On Friday, or on Saturday?"
        vault inbox comment 12
      """)

  @OptionGroup var item: InboxNumber
  @OptionGroup var text: WrittenText

  func run(in context: CommandContext) throws {
    // What has that number may change while the comment is typed.
    let identity = text.isTyped ? try context.run(ShowInboxItem(number: item.number)).identity : nil
    let target = FeedbackTarget.item(number: item.number, identity: identity)
    let title = text.isTyped ? try FeedbackKeys.question(about: target, in: context) : ""
    try context.finish(Comment(on: target, text: try text.read(title, context)))
  }
}

/// `vault inbox like`
struct InboxLike: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "like", abstract: "Like what somebody has sent you.",
    discussion: """
      Its sender is told once, however often you take it back and like it again.

      EXAMPLES
        vault inbox like 12
        vault inbox like 12 --undo
      """)

  @OptionGroup var item: InboxNumber
  @Flag(help: "Take it back.")
  var undo = false

  func run(in context: CommandContext) throws {
    try context.finish(SetLike(.item(number: item.number, identity: nil), isLiked: !undo))
  }
}

/// A kind of entry of the messages page.
enum EntryKind: String, ExpressibleByArgument, CaseIterable {
  case message, comment, like

  var requested: CorrespondenceKind {
    switch self {
    case .message: .message
    case .comment: .comment
    case .like: .like
    }
  }
}

/// An entry of `vault messages`.
struct EntryArgument: ParsableArguments {
  @Argument(help: "The entry's number in the list of vault messages that you saw last.")
  var number: Int
  @Option(help: "The number is one of the list of these: message, comment or like.")
  var kind: EntryKind?

  var reference: CorrespondenceReference { .place(number: number, kind: kind?.requested) }
}

/// `vault message comment`
struct MessageComment: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "Comment on a message, or answer a comment.",
    discussion: """
      Nobody but the two of you sees it. An answer to a comment or a like goes to what that is about.

      EXAMPLES
        vault message comment 1 "Thank you!"
        vault message comment 2 "Gladly." --kind comment
      """)

  @OptionGroup var entry: EntryArgument
  @OptionGroup var text: WrittenText

  func run(in context: CommandContext) throws {
    // What has that place may change while the comment is typed.
    let row = try context.run(ShowCorrespondence(entry.reference))
    if text.isTyped { try context.output.line(Escaping.line("\(row.author): \(CorrespondenceText.summary(row))")) }
    try context.finish(Comment(on: .entry(.id(row.id)), text: try text.read("Comment", context)))
  }
}

/// `vault message like`
struct MessageLike: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "like", abstract: "Like a message, or what a comment is about.",
    discussion: """
      EXAMPLES
        vault message like 1
        vault message like 1 --undo
      """)

  @OptionGroup var entry: EntryArgument
  @Flag(help: "Take it back.")
  var undo = false

  func run(in context: CommandContext) throws {
    try context.finish(SetLike(.entry(entry.reference), isLiked: !undo))
  }
}

/// `vault proposals comment`
struct ProposalsComment: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "Comment on a proposal of yours, or answer a comment on it.",
    discussion: """
      EXAMPLES
        vault proposals comment 4f2a6c1e "Saturday is fine, too."
      """)

  @Argument(help: "The proposal: its id, or the first eight digits or more.")
  var proposal: String
  @OptionGroup var text: WrittenText

  func run(in context: CommandContext) throws {
    try context.finish(Comment(on: .proposal(id: proposal), text: try text.read("Comment", context)))
  }
}
