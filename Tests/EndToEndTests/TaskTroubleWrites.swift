import AgentAPI
import Foundation
import VaultModel

/// A write that a test asks for, and what has to come of it.
struct ExpectedWrite {
  enum Effect {
    case operation(ExpectedVault.Operation)
    case undo
    /// Everything is as the request wants it already.
    case nothing
  }

  let effect: Effect
  /// Asks for it, and gives what the agent says of it.
  let lines: (DrivenAgent) throws -> [TaskChangeReport.Line]

  fileprivate init(_ request: some AgentRequest<TaskChangeReport>, _ effect: Effect) {
    self.effect = effect
    lines = { try $0.run(request).lines }
  }

  fileprivate init(adding draft: TaskDraft, _ effect: Effect) {
    self.effect = effect
    lines = { [.init("add", try $0.run(AddTask(draft)))] }
  }

  /// A command that edits tasks: those it leaves as they are, are not part of the operation.
  fileprivate init(
    _ request: some AgentRequest<TaskChangeReport>, _ action: String, _ changes: [ExpectedVault.Change]
  ) {
    let changes = changes.filter { $0.before != $0.after }.map { change in
      var change = change
      change.after?.modifiedAt = TaskRow.unknownDate
      return change
    }
    let operation = ExpectedVault.Operation(action: action, changes: changes)
    self.init(request, changes.isEmpty ? .nothing : .operation(operation))
  }
}

/// Makes up writes of every kind that a vault can take as it is.
struct WriteGenerator {
  var random: SplitMix
  /// Sealing costs most.
  private var protectionsLeft = 12
  private var number = 0

  init(seed: UInt64) { random = SplitMix(state: seed) }

  mutating func next(for vault: ExpectedVault) -> ExpectedWrite {
    number += 1
    while true {
      if let write = attempt(Int.random(in: 0..<100, using: &random), vault) { return write }
    }
  }

  private mutating func attempt(_ dice: Int, _ vault: ExpectedVault) -> ExpectedWrite? {
    switch dice {
    case ..<32: add()
    case ..<46: edit(vault)
    case ..<56: complete(vault)
    case ..<60: reopen(vault)
    case ..<68: setSubtasks(vault)
    case ..<74: addSubtask(vault)
    case ..<79: moveSubtask(vault)
    case ..<87: delete(vault)
    case ..<94: vault.operations.isEmpty ? nil : ExpectedWrite(UndoOperations(count: 1), .undo)
    case ..<96: protect(vault)
    default: notify(vault)
    }
  }

  /// Up to `count` of the tasks that `condition` holds for; nil when there is none.
  private mutating func pick(
    _ vault: ExpectedVault, upTo count: Int = 1, where condition: (TaskRow) -> Bool = { _ in true }
  ) -> [TaskRow]? {
    var found: [TaskRow] = []
    for _ in 0..<count * 8 where found.count < count {
      guard let id = vault.ids.randomElement(using: &random), let row = vault.tasks[id] else { return nil }
      if condition(row), !found.contains(where: { $0.id == id }) { found.append(row) }
    }
    return found.isEmpty ? nil : found
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func text(_ what: String) -> String {
    let ends = ["", ", and more; still more", " – größer", " \"quoted\" \\n", " a:b=c", " 日本語"]
    return "\(what) \(number)" + (ends.randomElement(using: &random) ?? "")
  }
}

// MARK: Tasks

extension WriteGenerator {
  private mutating func add() -> ExpectedWrite {
    var draft = TaskDraft(name: text("Task"))
    // Far enough that nobody is reminded while the test runs.
    if chance(50) { draft.due = DueMoment(Date(timeIntervalSince1970: 2_224_000_000 + Double(number) * 60)) }
    draft.notify = draft.due != nil && chance(50)
    if draft.due != nil, chance(30) { draft.recurrence = RecurrenceRule("FREQ=WEEKLY") }
    draft.tags = ["home", "work", "später"].filter { _ in chance(30) }
    if chance(30) { draft.notes = text("First line") + "\nsecond line" }
    if chance(30) { draft.priority = .high }
    draft.subtasks = (0..<Int.random(in: 0...3, using: &random)).map { SubtaskDraft(name: text("Step \($0) of")) }
    let task = draft.task(id: TaskRow.unknownID, at: TaskRow.unknownDate) { TaskRow.unknownID }
    let row = TaskRow(shortID: "", task: task, isWhole: true)
    let change = ExpectedVault.Change(before: nil, after: row)
    return ExpectedWrite(adding: draft, .operation(ExpectedVault.Operation(action: "add", changes: [change])))
  }

  private mutating func edit(_ vault: ExpectedVault) -> ExpectedWrite? {
    guard let rows = pick(vault, upTo: 2, where: { !$0.isProtected }) else { return nil }
    var edit = TaskEdit()
    if chance(40) { edit.name = text("Renamed") }
    if chance(30) { edit.notes = .set(text("Other notes")) }
    if chance(30) { edit.project = .set("home.garden") }
    if chance(30) { edit.due = .set(DueMoment(Date(timeIntervalSince1970: 2_225_000_000))) }
    edit.priority = .set(.low)
    edit.addedTags = ["edited"]
    let changes = rows.map { row in
      var after = row
      after.name = edit.name ?? row.name
      if let notes = edit.notes { after.notes = notes.value }
      if let project = edit.project { after.project = project.value }
      if let due = edit.due?.value { (after.dueDate, after.isAllDay) = (due.date, due.isAllDay) }
      after.priority = .low
      if !row.tags.contains("edited") { after.tags = (row.tags + ["edited"]).sorted() }
      return ExpectedVault.Change(before: row, after: after)
    }
    return ExpectedWrite(EditTasks(tasks: rows.map(\.id.uuidString), changes: edit), "edit", changes)
  }

  private mutating func complete(_ vault: ExpectedVault) -> ExpectedWrite? {
    guard let rows = pick(vault, upTo: 3, where: { !$0.isDone }) else { return nil }
    let changes = rows.flatMap { row in
      guard row.recurrence != nil, let due = row.dueDate else {
        return [ExpectedVault.Change(before: row, after: Self.done(row))]
      }
      var moved = row
      moved.dueDate = due.addingTimeInterval(7 * 86_400)
      for index in moved.subtasks.indices { moved.subtasks[index].isDone = false }
      let change = ExpectedVault.Change(before: row, after: moved)
      return row.isProtected ? [change] : [change, ExpectedVault.Change(before: nil, after: Self.leftBehind(row))]
    }
    return ExpectedWrite(CompleteTasks(rows.map(\.id.uuidString)), "done", changes)
  }

  private static func done(_ row: TaskRow) -> TaskRow {
    var done = row
    (done.isDone, done.completedAt) = (true, TaskRow.unknownDate)
    return done
  }

  /// What a task that repeats leaves when it moves on.
  private static func leftBehind(_ row: TaskRow) -> TaskRow {
    var left = done(row)
    (left.id, left.createdAt) = (TaskRow.unknownID, TaskRow.unknownDate)
    (left.recurrence, left.notify) = (nil, false)
    for index in left.subtasks.indices {
      left.subtasks[index].id = TaskRow.unknownID
      left.subtasks[index].notify = false
    }
    return left
  }

  private mutating func reopen(_ vault: ExpectedVault) -> ExpectedWrite? {
    guard let rows = pick(vault, upTo: 2, where: \.isDone) else { return nil }
    let changes = rows.map { row in
      var open = row
      (open.isDone, open.completedAt) = (false, nil)
      return ExpectedVault.Change(before: row, after: open)
    }
    return ExpectedWrite(ReopenTasks(rows.map(\.id.uuidString)), "undone", changes)
  }

  private mutating func delete(_ vault: ExpectedVault) -> ExpectedWrite? {
    guard let rows = pick(vault, upTo: 2) else { return nil }
    let changes = rows.map { ExpectedVault.Change(before: $0, after: nil) }
    return ExpectedWrite(DeleteTasks(rows.map(\.id.uuidString)), "delete", changes)
  }

  private mutating func protect(_ vault: ExpectedVault) -> ExpectedWrite? {
    guard protectionsLeft > 0 else { return nil }
    protectionsLeft -= 1
    return protection(for: vault)
  }

  /// Seals a task.
  mutating func protection(for vault: ExpectedVault) -> ExpectedWrite? {
    guard let row = pick(vault, where: { !$0.isProtected })?.first else { return nil }
    number += 1
    var sealed = row
    (sealed.name, sealed.notes, sealed.label, sealed.isProtected) = (nil, nil, "Sealed \(number)", true)
    for index in sealed.subtasks.indices { sealed.subtasks[index].name = nil }
    let request = ProtectTasks(
      tasks: [row.id.uuidString], label: "Sealed \(number)", alwaysVerify: false, destruction: nil)
    return ExpectedWrite(request, "protect", [ExpectedVault.Change(before: row, after: sealed)])
  }

  private mutating func notify(_ vault: ExpectedVault) -> ExpectedWrite? {
    guard let row = pick(vault, where: { $0.dueDate != nil })?.first else { return nil }
    var after = row
    after.notify = chance(50)
    let request = SetReminders(tasks: [row.id.uuidString], subtask: nil, isOn: after.notify)
    return ExpectedWrite(
      request, after.notify ? "notify on" : "notify off", [ExpectedVault.Change(before: row, after: after)])
  }
}

// MARK: Subtasks

extension WriteGenerator {
  private mutating func setSubtasks(_ vault: ExpectedVault) -> ExpectedWrite? {
    guard let row = pick(vault, where: { !$0.subtasks.isEmpty })?.first else { return nil }
    let isDone = chance(70)
    var after = row
    let numbers = row.subtasks.indices.map { $0 + 1 }.filter { _ in chance(50) }
    guard !numbers.isEmpty else { return nil }
    for number in numbers { after.subtasks[number - 1].isDone = isDone }
    let id = row.id.uuidString
    let changes = [ExpectedVault.Change(before: row, after: after)]
    return isDone
      ? ExpectedWrite(CompleteSubtasks(task: id, numbers: numbers), "subtask done", changes)
      : ExpectedWrite(ReopenSubtasks(task: id, numbers: numbers), "subtask undone", changes)
  }

  private mutating func addSubtask(_ vault: ExpectedVault) -> ExpectedWrite? {
    guard let row = pick(vault, where: { !$0.isProtected })?.first else { return nil }
    let draft = SubtaskDraft(name: text("New step"))
    var after = row
    after.subtasks.append(SubtaskRow(TodoSubtask(id: TaskRow.unknownID, name: draft.name), isProtected: false))
    let request = AddSubtask(task: row.id.uuidString, subtask: draft)
    return ExpectedWrite(request, "subtask add", [ExpectedVault.Change(before: row, after: after)])
  }

  private mutating func moveSubtask(_ vault: ExpectedVault) -> ExpectedWrite? {
    guard let row = pick(vault, where: { $0.subtasks.count > 1 })?.first else { return nil }
    let from = Int.random(in: 0..<row.subtasks.count, using: &random)
    let place = Int.random(in: 0..<row.subtasks.count, using: &random)
    var after = row
    after.subtasks.insert(after.subtasks.remove(at: from), at: place)
    let request = MoveSubtask(task: row.id.uuidString, number: from + 1, to: place + 1)
    return ExpectedWrite(request, "subtask move", [ExpectedVault.Change(before: row, after: after)])
  }
}
