import FoundationEssentials
import VaultModel

@testable import TaskStore

/// Tasks of every kind, from a seed.
enum Sample {
  static func task(_ number: Int, using generator: inout SeededGenerator) -> TodoTask {
    let id = UUID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })!
    var task = plain(number, id, using: &generator)
    decorate(&task, using: &generator)
    return task
  }

  static func tasks(_ count: Int, seed: UInt64 = 1) -> [TodoTask] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { task($0, using: &generator) }.sorted(by: TodoTask.isListedBefore)
  }

  private static func plain(_ number: Int, _ id: UUID, using generator: inout SeededGenerator) -> TodoTask {
    let made = date(using: &generator)
    let due = Bool.random(using: &generator) ? made.addingTimeInterval(3600.125) : nil
    guard Bool.random(using: &generator) else {
      let text = ["Buy milk", "", "Ünïcode ✅\u{0}after a NUL", String(repeating: "long ", count: 400)]
      return TodoTask(id: id, name: "\(text[number % 4])\(number)", dueDate: due, createdAt: made)
    }
    let code: [UInt8]? = Bool.random(using: &generator) ? [UInt8](repeating: 9, count: 32) : nil
    return TodoTask(
      id: id, label: "Protected task",
      seal: .init(version: number + 1, digest: [UInt8](repeating: 7, count: 32), mark: code),
      alwaysVerify: Bool.random(using: &generator), dueDate: due, createdAt: made)
  }

  /// Dates that often are the same, so that ties are common.
  static func date(using generator: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<40, using: &generator)) * 86_400 / 7)
  }

  private static func decorate(_ task: inout TodoTask, using generator: inout SeededGenerator) {
    func sometimes() -> Bool { Int.random(in: 0..<3, using: &generator) == 0 }
    task.isDone = sometimes()
    task.completedAt = task.isDone ? date(using: &generator) : nil
    task.isAllDay = task.dueDate != nil && sometimes()
    task.notify = Bool.random(using: &generator)
    task.priority = Priority.allCases.randomElement(using: &generator).flatMap { sometimes() ? nil : $0 }
    task.tags = Set((0..<Int.random(in: 0..<3, using: &generator)).map { _ in Words.tag(using: &generator) }).sorted()
    task.project = sometimes() ? nil : Words.project(using: &generator)
    task.recurrence = sometimes() ? RecurrenceRule("FREQ=DAILY") : nil
    if sometimes() { task.destruction = Bool.random(using: &generator) ? .whenDone : .at(date(using: &generator)) }
    task.subtasks = (0..<Int.random(in: 0..<3, using: &generator)).map { _ in subtask(of: task, using: &generator) }
    guard !task.isProtected else { return }
    if sometimes() { task.name = Words.text(using: &generator) }
    if sometimes() { task.notes = Words.text(using: &generator) }
  }

  private static func subtask(of task: TodoTask, using generator: inout SeededGenerator) -> TodoSubtask {
    let id = UUID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })!
    var subtask = TodoSubtask(
      id: id, name: task.isProtected ? nil : Words.text(using: &generator),
      dueDate: Bool.random(using: &generator) ? date(using: &generator) : nil,
      notify: Bool.random(using: &generator))
    subtask.isDone = Bool.random(using: &generator)
    subtask.isAllDay = subtask.dueDate != nil && Bool.random(using: &generator)
    if task.isProtected { subtask.seal = .init(version: 1, digest: [UInt8](repeating: 3, count: 32)) }
    return subtask
  }
}

/// Words in which letters are written in more than one way.
enum Words {
  static let letters = [
    "a", "e", "B", "é", "e\u{301}", "\u{301}", "ß", "İ", "Å", "A\u{30A}", "\u{212B}", "각", "\u{1100}\u{1161}\u{11A8}",
    "買", "7", "٣", "①", "ﬁ", "_", "-", " ", "👩‍🚀", "\r\n", "q\u{323}\u{307}", "q\u{307}\u{323}", "\u{600}1", "ǅ", "x1",
  ]

  static func word(using generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1..<4, using: &generator)).compactMap { _ in letters.randomElement(using: &generator) }.joined()
  }

  static func text(using generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0..<5, using: &generator)).map { _ in word(using: &generator) }.joined(separator: " ")
  }

  static func tag(using generator: inout SeededGenerator) -> String {
    ["home", "é", "e\u{301}", "waiting", "Home"].randomElement(using: &generator) ?? ""
  }

  static func project(using generator: inout SeededGenerator) -> String {
    ["home", "home.garden", "homework", "Büro", "Bu\u{308}ro.post", "home.\u{301}x", "a.b.c"]
      .randomElement(using: &generator) ?? ""
  }
}

extension TaskFilter {
  /// A filter of a few conditions.
  static func random(using generator: inout SeededGenerator) -> TaskFilter {
    func sometimes(_ part: Int = 5) -> Bool { Int.random(in: 0..<part, using: &generator) == 0 }
    var filter = TaskFilter(state: [.open, .done, .any].randomElement(using: &generator) ?? .any)
    if sometimes() { filter.tags = [Words.tag(using: &generator)] }
    if sometimes() { filter.excludedTags = [Words.tag(using: &generator)] }
    if sometimes() { filter.project = Words.project(using: &generator) }
    if sometimes() { filter.dueFrom = Sample.date(using: &generator) }
    if sometimes() { filter.dueBefore = Sample.date(using: &generator) }
    if sometimes() { filter.priority = Priority.allCases.randomElement(using: &generator) }
    if sometimes() { filter.isProtected = Bool.random(using: &generator) }
    if sometimes() { filter.isNotifying = Bool.random(using: &generator) }
    if sometimes() { filter.isRecurring = Bool.random(using: &generator) }
    if sometimes() { filter.hasDueDate = Bool.random(using: &generator) }
    if sometimes(3) { filter.words = [Words.word(using: &generator)] }
    if sometimes(8) { filter.words.append("b") }
    return filter
  }
}

extension TaskQuery {
  /// A page of a random list.
  static func random(using generator: inout SeededGenerator) -> TaskQuery {
    let limit = [nil, 0, 1, 5, 50].randomElement(using: &generator) ?? nil
    return TaskQuery(
      .random(using: &generator), order: Order.allCases.randomElement(using: &generator) ?? .urgency,
      offset: [0, 0, 3].randomElement(using: &generator) ?? 0, limit: limit)
  }
}
