internal import AgentAPI
internal import ArgumentParser
internal import Localization
internal import VaultModel

/// `vault edit`
struct Edit: DatedCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change tasks.",
    discussion: """
      What is not named stays. `none` empties a field. Several tasks may be changed at once.

      EXAMPLES
        vault edit 4f2a --name "Buy oat milk"
        vault edit 4f2a 81c0 --due fri --tag shop --untag home
        vault edit 4f2a --due none --priority none
        vault edit 4f2a --text                asks for a protected task's new text
        vault edit 4f2a --text - < new-text   takes it from a pipe or a file
        vault edit 4f2a --no-always-verify    after the PIN
      """)

  @OptionGroup var named: TaskArguments
  @Option(help: "What there is to do.")
  var name: String?
  @Option(help: "When it is due, or none.")
  var due: OrNone<Words>?
  @Option(help: "high, medium, low or none.")
  var priority: OrNone<PriorityChoice>?
  @OptionGroup var texts: TextEditOptions
  @Option(name: .customLong("repeat"), help: "How it repeats, or none.")
  var recurrence: OrNone<Words>?
  @Option(name: .customLong("tag"), help: "Add a tag; may be given several times. none removes all.")
  var tags: [OrNone<Tag>] = []
  @Option(name: .customLong("untag"), help: "Take a tag away; may be given several times.")
  var removedTags: [Tag] = []
  @Option(help: "What lists show in place of a protected text, or none.")
  var label: OrNone<Words>?
  @Option(help: "Destroy the protected text when the task is `done`, on a date, or none.")
  var destroyOn: OrNone<Words>?
  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help: "Ask before every reveal of a protected text, even while unlocked, or don't.")
  var alwaysVerify: Bool?
  @Flag(help: "Ask for a new text of a protected task; it is sealed.")
  var text = false
  @Flag(help: "Change name and notes, or the protected text, in your editor.")
  var editor = false
  @Flag(name: .customLong("subtasks"), help: "With --text: lines that begin with `- ` are its subtasks.")
  var hasSubtasks = false
  @OptionGroup var pin: PINOption
  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    var answers = PreparedAnswers(pinFromInput: pin.isSet)
    let request: any AgentRequest<TaskChangeReport> =
      if text || editor {
        try textRequest(context, &answers)
      } else if let alwaysVerify {
        try verificationRequest(alwaysVerify, context)
      } else {
        EditTasks(tasks: named.tasks, changes: try changes(context))
      }
    let report = try context.run(request, answers: answers)
    try ChangeText(context: context).print(report, asJSON: json)
    guard due != nil || recurrence != nil else { return }
    try FirstDate.report(on: report.lines.map(\.task), context)
    try SkippedDates.report(on: report.lines.map(\.task), context)
  }

  private func verificationRequest(_ isOn: Bool, _ context: CommandContext) throws -> SetAlwaysVerify {
    guard try changes(context) == TaskEdit() else {
      throw Failure(
        .usage, "--always-verify and --no-always-verify come alone.",
        hint: "Change other fields in a command of their own.")
    }
    return SetAlwaysVerify(tasks: named.tasks, isOn: isOn)
  }

  private func textRequest(
    _ context: CommandContext, _ answers: inout PreparedAnswers
  ) throws -> any AgentRequest<TaskChangeReport> {
    answers.textFromInput = text && named.tasks.last == "-"
    guard alwaysVerify == nil, named.tasks.count == (answers.textFromInput ? 2 : 1), try changes(context) == TaskEdit()
    else {
      throw Failure(
        .usage, "A new text is for one task, and comes alone.",
        hint: "Change other tasks and fields in commands of their own.")
    }
    if answers.textFromInput, pin.isSet {
      throw Failure(
        .usage, "Text and PIN can't both come from standard input.", hint: "Unlock first: vault unlock --pin-stdin")
    }
    guard editor else { return EditText(task: named.tasks[0], hasSubtasks: hasSubtasks) }
    let writing = Writing(context: context)
    let row = try context.run(ShowTask(task: named.tasks[0]))
    if row.isProtected {
      answers.text = try writing.changed(try Revealing.text(of: row, in: context, answers))
      return EditText(task: named.tasks[0], hasSubtasks: hasSubtasks || !row.subtasks.isEmpty)
    }
    var edit = TaskEdit()
    let (name, notes) = try Writing.nameAndNotes(try writing.changed(name: row.name, notes: row.notes))
    edit.name = name
    edit.notes = FieldEdit(notes)
    return EditTasks(tasks: named.tasks, changes: edit)
  }

  private func changes(_ context: CommandContext) throws -> TaskEdit {
    try Tag.check(tags.compactMap(\.value))
    var edit = TaskEdit()
    edit.name = name
    edit.label = label.map { FieldEdit($0.value?.text) }
    texts.apply(to: &edit)
    edit.due = try context.dueEdit(due)
    edit.priority = priority.map { FieldEdit($0.value?.priority) }
    edit.recurrence = try recurrence.map { FieldEdit(try context.recurrence($0.value?.text)) }
    edit.destruction = try destroyOn.map { FieldEdit(try context.destruction($0.value?.text)) }
    edit.clearsTags = tags.contains { $0.value == nil }
    edit.addedTags = tags.compactMap { $0.value?.name }
    edit.removedTags = removedTags.map(\.name)
    guard text || editor || alwaysVerify != nil || edit != TaskEdit() else {
      throw Failure(.usage, "Nothing is named that should change.", hint: "For instance: vault edit TASK --due fri")
    }
    return edit
  }
}

extension FieldEdit {
  /// Sets the value; nil clears.
  init(_ value: Value?) { self = value.map { .set($0) } ?? .clear }
}
