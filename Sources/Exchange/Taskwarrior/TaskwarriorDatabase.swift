internal import FoundationEssentials
internal import ICalendar
internal import VaultModel

/// The entries of a Taskwarrior database, and how they belong together.
struct TaskwarriorDatabase {
  private let entries: [TaskwarriorEntry]
  /// Where an entry is.
  private var indices: [UUID: Int] = [:]
  /// The instances of live templates.
  private var instances: [UUID: [Int]] = [:]
  /// The subtasks of an entry, in their order.
  private var subtasks: [Int: [Int]] = [:]
  /// The entries that are subtasks.
  private var claimed: Set<Int> = []

  init(_ entries: [TaskwarriorEntry]) {
    self.entries = entries
    for (index, entry) in entries.enumerated() { if let id = entry.id, indices[id] == nil { indices[id] = index } }
    for (index, entry) in entries.enumerated() {
      if let template = liveTemplate(of: entry) { instances[template, default: []].append(index) }
    }
    for index in entries.indices { claimSubtasks(of: index) }
  }

  private func liveTemplate(of entry: TaskwarriorEntry) -> UUID? {
    guard let id = entry.template, id != entry.id, let index = indices[id], entries[index].status == .recurring else {
      return nil
    }
    return id
  }

  /// Instances depend on what their template does; the subtasks are the template's.
  private mutating func claimSubtasks(of index: Int) {
    let entry = entries[index]
    guard entry.status != .deleted, !entry.isSubtask, liveTemplate(of: entry) == nil else { return }
    for id in entry.depends {
      guard let other = indices[id], entries[other].isSubtask, entries[other].status != .deleted,
        claimed.insert(other).inserted
      else { continue }
      subtasks[index, default: []].append(other)
    }
    subtasks[index]?.sort { (entries[$0].entry ?? .distantPast, $0) < (entries[$1].entry ?? .distantPast, $1) }
  }

  /// Gives the tasks, in the order of the file.
  func give(to intake: inout TaskIntake) throws(ExchangeError) {
    for (index, entry) in entries.enumerated() where !claimed.contains(index) {
      if entry.status == .deleted {
        intake.losses.add("Deleted tasks were left out")
      } else if entry.isOpen, liveTemplate(of: entry) != nil {
        intake.losses.add("Instances of repeating tasks were joined with them")
      } else {
        try intake.add(task(at: index, &intake), isDated: entry.modified != nil, at: entry.place)
      }
    }
    recordUnknown(in: &intake)
  }

  private func recordUnknown(in intake: inout TaskIntake) {
    for entry in entries where entry.status != .deleted {
      for name in entry.unknown.sorted() { intake.losses.add("The field “\(name.prefix(40))” is not kept") }
    }
  }
}

/// One task.
extension TaskwarriorDatabase {
  private func task(at index: Int, _ intake: inout TaskIntake) -> TodoTask {
    let entry = entries[index]
    let created = entry.entry ?? intake.now
    var task = TodoTask(id: entry.id ?? intake.newID(), name: entry.description, createdAt: created)
    task.modifiedAt = entry.modified ?? created
    task.isDone = entry.status == .completed
    task.completedAt = task.isDone ? entry.end ?? task.modifiedAt : nil
    (task.dueDate, task.isAllDay) = (entry.due, entry.due != nil && entry.isAllDay)
    (task.priority, task.tags) = (entry.priority, entry.tags)
    for field in TaskField.all { task[field] = entry.texts[field.name] }
    task.notes = entry.notes
    task.subtasks = (subtasks[index] ?? []).map { subtask(entries[$0], intake) }
    readRecurrence(of: &task, entry, &intake)
    let kept = Set((subtasks[index] ?? []).map { entries[$0].id })
    if entry.template == nil, !entry.depends.allSatisfy({ kept.contains($0) }) {
      intake.losses.add("Dependencies on other tasks are not kept")
    }
    return task
  }

  private func subtask(_ entry: TaskwarriorEntry, _ intake: TaskIntake) -> TodoSubtask {
    var subtask = TodoSubtask(
      id: entry.id ?? intake.newID(), name: entry.description, dueDate: entry.due,
      isAllDay: entry.due != nil && entry.isAllDay)
    subtask.isDone = entry.status == .completed
    return subtask
  }

  private func readRecurrence(of task: inout TodoTask, _ entry: TaskwarriorEntry, _ intake: inout TaskIntake) {
    if entry.hasStrangeRecurrence, entry.template == nil {
      intake.addNote("A repetition that is not a number of days, weeks, months or years was left out", entry.place)
    }
    if entry.skipsMonths, entry.template == nil {
      intake.addNote("A monthly repetition leaves out the months without its day", entry.place)
    }
    // An instance whose template is gone will not come again.
    guard entry.template == nil, let rule = entry.recurrence else { return }
    task.recurrence = rule
    guard entry.status == .recurring, let id = entry.id, let due = task.dueDate else { return }
    let now = dueNow(DueMoment(due, isAllDay: task.isAllDay), rule, (instances[id] ?? []).map { entries[$0] })
    (task.dueDate, task.isAllDay) = (now.date, now.isAllDay)
  }

  /// When a template is due: with its first open instance, or after its last one. The rule counts from there, for the
  /// way from the template's own date may be long.
  private func dueNow(_ due: DueMoment, _ rule: RecurrenceRule, _ instances: [TaskwarriorEntry]) -> DueMoment {
    let dates = { (entries: [TaskwarriorEntry]) in
      entries.compactMap { entry in entry.due.map { DueMoment($0, isAllDay: entry.isAllDay) } }
        .sorted { $0.date < $1.date }
    }
    if let open = dates(instances.filter(\.isOpen)).first { return open }
    guard let last = dates(instances).last else { return due }
    return rule.nextOccurrence(from: last.date, after: last.date).map { DueMoment($0, isAllDay: last.isAllDay) } ?? due
  }
}
