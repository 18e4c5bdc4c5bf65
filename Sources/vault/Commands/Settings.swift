internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault settings`
struct Settings: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "See which settings are in force, and confirm those that need it.",
    subcommands: [SettingsShow.self, SettingsConfirm.self], defaultSubcommand: SettingsShow.self)
}

/// `vault settings status`
struct SettingsShow: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show which settings are in force, and where they come from.",
    discussion: """
      EXAMPLES
        vault settings
        vault settings --json
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let rows = try context.run(ListSettings())
    if json { return try context.output.json(["settings": rows.map(SettingView.init)]) }
    for line in SettingView.lines(rows, context.output.style) { try context.output.line(line) }
  }
}

/// `vault settings confirm`
struct SettingsConfirm: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: "Confirm the settings as they are set now, after the PIN.",
    discussion: """
      A longer time-out than the standard one, another server than that of the stored login, and a file with certificate \
      authorities count only once they are confirmed: any program of yours could have set them. Look at vault settings \
      first. The agent then ends, and the next command starts one with these settings.

      EXAMPLES
        vault settings confirm
      """)

  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws { try context.finish(ConfirmSettings(), answers: pin.answers) }
}
