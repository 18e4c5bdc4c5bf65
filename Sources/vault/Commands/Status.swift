internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault status`
struct Status: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the current state: locked or not, logged in or not, which store.",
    discussion: """
      EXAMPLES
        vault status
        vault status --json
      """)

  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws { try Self.show(asJSON: json.isSet, in: context) }

  /// How things stand, for the command and for `vault` alone.
  static func show(asJSON: Bool, in context: CommandContext) throws {
    let status = try context.run(ShowStatus())
    if asJSON { return try context.output.json(StatusView(status)) }
    try context.output.write(Overview(status: status, style: context.output.style).text)
  }
}
