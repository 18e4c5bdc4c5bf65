internal import FoundationEssentials
internal import ICalendar
internal import VaultModel

/// Takes what a reader has understood, makes it a proper task, and says what had to change.
struct TaskIntake {
  /// When a task was made that does not say so.
  let now: Date
  /// Makes ids.
  let newID: () -> UUID
  /// What could not be kept, counted.
  var losses = Tally()
  private var tasks: [TodoTask] = []
  private var ids: Set<UUID> = []
  private var undated: Set<UUID> = []
  private var toBeSealed: Set<UUID> = []
  private var notes: [String] = []
  private var unreportedCount = 0
  /// Whether tasks may repeat so, for rules that came before.
  private var verdicts: [RecurrenceRule: Bool] = [:]
  private var refusedRuleCount = 0

  init(now: Date, newID: @escaping () -> UUID) {
    self.now = now
    self.newID = newID
  }

  /// How many were taken in.
  var count: Int { tasks.count }

  /// What was taken in.
  var result: ImportedTasks {
    let rest = unreportedCount > 0 ? ["\(unreportedCount) more notes are not shown."] : []
    return ImportedTasks(tasks: tasks, notes: notes + rest + losses.sentences, undated: undated, toBeSealed: toBeSealed)
  }

  /// Notes something about one place.
  mutating func addNote(_ text: String, _ place: FilePosition) {
    guard notes.count < ExchangeLimits.maximumNoteCount else {
      unreportedCount += 1
      return
    }
    notes.append("\(text) (\(place)).")
  }

  /// Takes one more task.
  ///
  /// - Parameters:
  ///   - isDated: whether the file says when it was changed.
  ///   - isToBeSealed: whether it was protected, and its text is here.
  /// - Throws: when there are too many, or it has too much.
  mutating func add(
    _ task: TodoTask, isDated: Bool, isToBeSealed: Bool = false, at place: FilePosition
  ) throws(ExchangeError) {
    guard tasks.count < ExchangeLimits.maximumTaskCount else {
      throw .tooMany("tasks", maximum: ExchangeLimits.maximumTaskCount, place)
    }
    var task = task
    task.name = try checked(name: task.name ?? task.label, place)
    if let label = task.label { try check(label, "A label", place) }
    task.tags = try checked(tags: task.tags, place)
    for field in TaskField.all { task[field] = try checked(task[field], of: field, place) }
    task.id = unused(task.id, place)
    try checkSubtasks(of: &task, place)
    checkReminder(of: &task, place)
    try checkRecurrence(of: &task, place)
    if !isDated { undated.insert(task.id) }
    if isToBeSealed { toBeSealed.insert(task.id) }
    tasks.append(task)
  }
}

/// Texts.
extension TaskIntake {
  private func check(
    _ text: String, _ what: String, maximum: Int = ExchangeLimits.maximumNameByteCount, _ place: FilePosition
  ) throws(ExchangeError) {
    guard text.utf8.count <= maximum else { throw .tooLong(what, maximum: maximum, place) }
  }

  private mutating func checked(name: String?, _ place: FilePosition) throws(ExchangeError) -> String {
    guard let name, name.contains(where: { !$0.isWhitespace }) else {
      addNote("A task without a name is called “\(TaskNames.untitled)”", place)
      return TaskNames.untitled
    }
    try check(name, "A name", place)
    return name
  }

  private mutating func checked(tags: [String], _ place: FilePosition) throws(ExchangeError) -> [String] {
    guard tags.count <= ExchangeLimits.maximumTagCount else {
      throw .tooMany("tags of a task", maximum: ExchangeLimits.maximumTagCount, place)
    }
    var result: Set<String> = []
    for tag in tags {
      try check(tag, "A tag", place)
      let word = Self.word(String(tag.drop { $0 == "+" }))
      if word != tag { addNote("A tag became “\(word.prefix(40))”", place) }
      if !word.isEmpty { result.insert(word) }
    }
    return result.sorted()
  }

  private mutating func checked(
    _ text: String?, of field: TaskField, _ place: FilePosition
  ) throws(ExchangeError) -> String? {
    guard let text else { return nil }
    try check(text, field.subject, maximum: field.maximumByteCount, place)
    guard field.isOneWord else { return text }
    let word = Self.word(text)
    if word != text { addNote("\(field.subject) became “\(word.prefix(40))”", place) }
    return word.isEmpty ? nil : word
  }

  /// A tag or project is one word, as it is typed.
  private static func word(_ text: String) -> String {
    text.isOneWord ? text : String(text.map { $0.isWhitespace || $0 == "," ? "-" : $0 })
  }
}

/// Subtasks, ids and times.
extension TaskIntake {
  private mutating func checkSubtasks(of task: inout TodoTask, _ place: FilePosition) throws(ExchangeError) {
    guard task.subtasks.count <= ExchangeLimits.maximumSubtaskCount else {
      throw .tooMany("subtasks of a task", maximum: ExchangeLimits.maximumSubtaskCount, place)
    }
    for index in task.subtasks.indices {
      task.subtasks[index].name = try checked(name: task.subtasks[index].name, place)
      task.subtasks[index].id = unused(task.subtasks[index].id, place)
      guard task.subtasks[index].notify, task.subtasks[index].dueDate == nil, task.dueDate == nil else { continue }
      task.subtasks[index].notify = false
      addNote("A reminder without a due date was left out", place)
    }
  }

  private mutating func unused(_ id: UUID, _ place: FilePosition) -> UUID {
    var unused = id
    while !ids.insert(unused).inserted { unused = newID() }
    if unused != id { addNote("An id that another task has was replaced", place) }
    return unused
  }

  private mutating func checkReminder(of task: inout TodoTask, _ place: FilePosition) {
    guard task.notify, task.dueDate == nil else { return }
    task.notify = false
    addNote("A reminder without a due date was left out", place)
  }

  private mutating func checkRecurrence(of task: inout TodoTask, _ place: FilePosition) throws(ExchangeError) {
    guard let rule = task.recurrence else { return }
    guard let due = task.dueDate else {
      task.recurrence = nil
      addNote("A repetition without a due date was left out", place)
      return
    }
    guard try !isValid(rule, from: due, place) else { return }
    task.recurrence = nil
    addNote("A repetition that tasks can't have was left out", place)
  }

  private mutating func isValid(
    _ rule: RecurrenceRule, from due: Date, _ place: FilePosition
  ) throws(ExchangeError) -> Bool {
    if let verdict = verdicts[rule] { return verdict }
    guard refusedRuleCount < ExchangeLimits.maximumRefusedRuleCount else {
      throw .tooMany("repetitions that tasks can't have", maximum: ExchangeLimits.maximumRefusedRuleCount, place)
    }
    var isValid = true
    do throws(RecurrenceProblem) { try rule.validate(from: due) } catch { isValid = false }
    if !isValid { refusedRuleCount += 1 }
    // With an end by date it depends on when it begins.
    if !rule.text.contains("UNTIL=") { verdicts[rule] = isValid }
    return isValid
  }
}
