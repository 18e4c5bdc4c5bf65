internal import AgentAPI
internal import ArgumentParser
internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import Terminal
internal import VaultModel

/// `vault add`
struct Add: DatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a task.",
    discussion: """
      The text of a protected task is never an argument: arguments stand in the process list and in the shell's history. It
      is asked for without echo, or read from standard input where `-` is given. Its first line is the name, the rest are
      notes; with --subtasks its lines that begin with `- ` are its subtasks. Adding needs no PIN.

      Several words become one text, words such as +shop or due:fri among them: due date, tags and the like are options.

      EXAMPLES
        vault add "Buy milk" --due tomorrow
        vault add "Move house" --project home --subtask Pack --subtask "Hand keys"
        vault add "Water the plants" --due "fri 18:00" --repeat weekly --notify
        vault add --protected --label "Door code"
        pass show door | vault add --protected --label "Door code" -
      """)

  @Argument(help: "What there is to do; with --protected only `-`, for standard input.")
  var text: [String] = []
  @Option(help: "When it is due: tomorrow, \"fri 18:00\", \"in 2h\", \"24 dec\", 2026-12-24, 2026-12-24T18:00Z.")
  var due: String?
  @Flag(help: "Remind me when it is due.")
  var notify = false
  @Option(help: "high, medium or low.")
  var priority: PriorityChoice?
  @Option(name: .customLong("tag"), help: "A word it is found by; may be given several times.")
  var tags: [Tag] = []
  @OptionGroup var texts: TextOptions
  @Option(name: .customLong("repeat"), help: "How it repeats: weekly, \"every 2 weeks\", mon,wed, or an RRULE.")
  var recurrence: String?
  @Option(name: .customLong("subtask"), help: "A subtask; may be given several times.")
  var steps: [String] = []
  @Flag(help: "Seal the text; it is shown only after verification.")
  var protected = false
  @Option(help: "With --protected: what lists show in place of the text.")
  var label: String?
  @Flag(help: "With --protected: ask at every reveal, even while unlocked.")
  var alwaysVerify = false
  @Flag(
    name: .customLong("subtasks"), help: "With --protected: lines of the text that begin with `- ` are its subtasks.")
  var hasSubtasks = false
  @Flag(help: "Write the task in your editor: the first line is the name, the rest are notes.")
  var editor = false
  @Option(help: "With --protected: destroy the text when the task is `done`, or on a date.")
  var destroyOn: String?
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    try check()
    var answers = PreparedAnswers(textFromInput: protected && text == ["-"])
    var draft = try draft(context)
    if editor {
      let written = try Writing(context: context).new()
      if protected { answers.text = written } else { (draft.name, draft.notes) = try Writing.nameAndNotes(written) }
    }
    let row =
      protected
      ? try context.run(AddProtectedTask(draft: draft, hasSubtasks: hasSubtasks), answers: answers)
      : try context.run(AddTask(draft))
    try print(row, context)
    try FirstDate.report(on: [row], context)
    try SkippedDates.report(on: [row], context)
    guard !protected, let words = AttributeWords(text, now: Date(), zone: .system()) else { return }
    for line in words.hint(id: row.shortID) { try context.errors.line(line) }
  }

  private func print(_ row: TaskRow, _ context: CommandContext) throws {
    if json { return try context.output.json(AddedView(row)) }
    let text = TaskText(context: context)
    try context.output.line(
      Escaping.line("Added \(row.shortID): \(text.title(row))\(text.due(row, as: "due"))"))
  }

  private func draft(_ context: CommandContext) throws -> TaskDraft {
    var draft = TaskDraft(name: protected ? "" : text.joined(separator: " "), due: try context.due(due))
    texts.apply(to: &draft)
    draft.subtasks = steps.map { SubtaskDraft(name: $0) }
    (draft.notify, draft.priority, draft.tags) = (notify, priority?.priority, tags.map(\.name))
    draft.recurrence = try context.recurrence(recurrence)
    (draft.label, draft.alwaysVerify, draft.destruction) = (label, alwaysVerify, try context.destruction(destroyOn))
    return draft
  }

  /// - Throws: a usage failure; it never repeats the text.
  private func check() throws {
    try Tag.check(tags)
    if protected, (!text.isEmpty && text != ["-"]) || texts.hasSealedText || !steps.isEmpty {
      throw Failure(
        .usage,
        "The text of a protected task is not given as an argument: arguments are readable in the process list and"
          + " in the shell's history.",
        hint: "Leave it out and type it at the prompt, or give - and pipe it in. Clear this line from your history.")
    }
    if !protected, label != nil || alwaysVerify || hasSubtasks || destroyOn != nil {
      throw Failure(
        .usage, "--label, --always-verify, --subtasks and --destroy-on belong to --protected.",
        hint: "Add --protected, or leave them out.")
    }
    if editor, !text.isEmpty || texts.notes != nil {
      throw Failure(.usage, "--editor asks for the text.", hint: "Leave text and --notes out.")
    }
    if !protected, !editor, text.joined(separator: " ").allSatisfy(\.isWhitespace) {
      throw Failure(.usage, "There is no text.", hint: "For instance: vault add \"Buy milk\"")
    }
  }
}
