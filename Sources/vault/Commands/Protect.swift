internal import AgentAPI
internal import ArgumentParser
internal import VaultModel

/// `vault protect`
struct Protect: DatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "protect", abstract: "Seal the text of tasks; it is shown only after verification.",
    discussion: """
      Name, \(TaskField.sealed.map(\.name).joined(separator: ", ")) and subtasks vanish from the task store, its search index and its history. Due date,
      tags and \(TaskField.plain.map(\.name).joined(separator: ", ")) stay readable.

      EXAMPLES
        vault protect 4f2a --label "Door code"
        vault protect 4f2a --always-verify --destroy-on done
      """)

  @OptionGroup var named: TaskArguments
  @Option(help: "What lists show in place of the text.")
  var label: String?
  @Flag(help: "Ask at every reveal, even while unlocked.")
  var alwaysVerify = false
  @Option(help: "Destroy the text when the task is `done`, or on a date.")
  var destroyOn: String?
  @OptionGroup var pin: PINOption
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let command = ProtectTasks(
      tasks: named.tasks, label: label, alwaysVerify: alwaysVerify, destruction: try context.destruction(destroyOn))
    let reply = try context.run(command, answers: pin.answers)
    try ChangeText(context: context).print(reply, asJSON: json)
  }
}

/// `vault unprotect`
struct Unprotect: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "unprotect", abstract: "Remove protection permanently; asks for the PIN.",
    discussion: """
      From then on the text is stored as plaintext. The first line is the task's name, the rest its notes.

      EXAMPLES
        vault unprotect 4f2a
      """)

  @OptionGroup var named: TaskArguments
  @OptionGroup var pin: PINOption
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let reply = try context.run(UnprotectTasks(named.tasks), answers: pin.answers)
    try ChangeText(context: context).print(reply, asJSON: json)
  }
}
