internal import AgentAPI
internal import ArgumentParser
internal import FoundationEssentials
internal import Terminal

/// `vault add`
struct Add: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a task.",
    discussion: """
      The text of a protected task is never an argument: arguments stand in the process list and in the shell's history. It
      is asked for without echo, or read from standard input where `-` is given. Adding needs no PIN.

      EXAMPLES
        vault add "Buy milk" --due 2026-12-24
        vault add --protected --label "Door code"
        pass show door | vault add --protected --label "Door code" -
      """)

  @Argument(help: "What there is to do; with --protected only `-`, for standard input.")
  var text: [String] = []
  @Option(help: "When it is due, ISO 8601: 2026-12-24, 2026-12-24T18:00, 2026-12-24T18:00Z.")
  var due: DueDate?
  @Flag(help: "Seal the text; it is shown only after verification.")
  var protected = false
  @Option(help: "With --protected: what lists show in place of the text.")
  var label: String?
  @Flag(help: "With --protected: ask at every reveal, even while unlocked.")
  var alwaysVerify = false
  @OptionGroup var json: JSONOption

  func run(in context: CommandContext) throws {
    try check()
    let answers = PreparedAnswers(textFromInput: protected && text == ["-"])
    let request: Request =
      protected
      ? .addProtected(label: label, alwaysVerify: alwaysVerify, dueDate: due?.date)
      : .add(name: text.joined(separator: " "), dueDate: due?.date)
    guard case .task(let row) = try context.run(request, answers: answers) else { throw Failure.unexpectedReply }
    if json.isSet { return try context.output.json(["task": TaskView(row)]) }
    try context.output.line(Escaping.line("Added \(row.shortID): \(TaskText(context: context).title(row))"))
  }

  /// - Throws: a usage failure; it never repeats the text.
  private func check() throws {
    if protected, !text.isEmpty, text != ["-"] {
      throw Failure(
        .usage,
        "The text of a protected task is not given as an argument: arguments are readable in the process list and"
          + " in the shell's history.",
        hint: "Leave it out and type it at the prompt, or give - and pipe it in. Clear this line from your history.")
    }
    if !protected, label != nil || alwaysVerify {
      throw Failure(
        .usage, "--label and --always-verify belong to --protected.", hint: "Add --protected, or leave them out.")
    }
    if !protected, text.joined(separator: " ").allSatisfy(\.isWhitespace) {
      throw Failure(.usage, "There is no text.", hint: "For instance: vault add \"Buy milk\"")
    }
  }
}
