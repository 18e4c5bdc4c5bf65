import CivilTime
import Exchange
import FoundationEssentials
import Testing
import VaultModel

/// Numbers that only depend on where they begin (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Tasks made of chance, each of them one that the vault could have.
struct RandomTasks {
  var generator: SeededGenerator
  let zone = LocalZone.utc
  private static let words = [
    "milk", "Straße", "日本", "🎉", "\"quoted\"", "back\\slash", "a/b", "[x]", "{y}", "&amp;", "it's", "100%", "é", "x",
    "(A)", "2030-01-01", "key:value", "http://example.org/?a=b", "\u{1F468}\u{200D}\u{1F469}", "a+b", "me@home", "<b>",
  ]
  private static let rules = [
    "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=MONTHLY;INTERVAL=3", "FREQ=YEARLY",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY;COUNT=5", "FREQ=WEEKLY;BYDAY=TU", "FREQ=MONTHLY;BYMONTHDAY=13",
  ]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  mutating func id() -> UUID {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return UUID(bytes: bytes) ?? UUID()
  }

  mutating func text(_ count: ClosedRange<Int> = 1...6) -> String {
    let count = Int.random(in: count, using: &generator)
    return (0..<count).map { _ in Self.words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
  }

  /// A date of the years 1990 to 2060, often with a fraction of a second.
  mutating func date() -> Date {
    let seconds = Double.random(in: 631_152_000...2_840_140_800, using: &generator)
    return Date(timeIntervalSince1970: chance(50) ? seconds.rounded(.down) : seconds)
  }

  mutating func due() -> DueMoment {
    let isAllDay = chance(50)
    let date = Date(timeIntervalSince1970: date().timeIntervalSince1970.rounded(.down))
    let day = (date.timeIntervalSince1970 / 86_400).rounded(.down)
    if !isAllDay { return DueMoment(chance(20) ? Date(timeIntervalSince1970: day * 86_400) : date) }
    return DueMoment(Date(timeIntervalSince1970: day * 86_400 + 86_399), isAllDay: true)
  }

  mutating func task() -> TodoTask {
    var task = TodoTask(id: id(), name: text(), createdAt: date())
    task.modifiedAt = date()
    if chance(60) {
      let due = due()
      (task.dueDate, task.isAllDay, task.notify) = (due.date, due.isAllDay, chance(30))
      if chance(40) { task.recurrence = Self.rules.randomElement(using: &generator).flatMap { RecurrenceRule($0) } }
    }
    if chance(40) {
      task.notes = (0..<Int.random(in: 1...4, using: &generator)).map { _ in text(0...5) }.joined(separator: "\n")
    }
    if chance(30) {
      task.isDone = true
      task.completedAt = date()
    }
    task.priority = chance(50) ? Priority.allCases.randomElement(using: &generator) : nil
    task.tags = Set((0..<Int.random(in: 0...3, using: &generator)).map { _ in tag() }).sorted()
    task.project = chance(40) ? "home.\(tag())" : nil
    task.subtasks = (0..<Int.random(in: 0...3, using: &generator)).map { _ in subtask() }
    return task
  }

  mutating func tag() -> String { "tag\(Int.random(in: 1...99, using: &generator))" }

  mutating func subtask() -> TodoSubtask {
    let due = chance(40) ? due() : nil
    var subtask = TodoSubtask(id: id(), name: text(), dueDate: due?.date, isAllDay: due?.isAllDay ?? false)
    subtask.isDone = chance(40)
    return subtask
  }

  mutating func tasks(_ count: Int) -> [TodoTask] { (0..<count).map { _ in task() } }
}

/// What tests do with formats, in UTC.
extension TaskFormat {
  static let now = Date(timeIntervalSince1970: 1_900_000_000)

  func written(_ tasks: [TodoTask]) -> String {
    var encoder = encoder(zone: .utc)
    // In batches, as they come out of a store.
    let batches = stride(from: 0, to: tasks.count, by: 7).map { tasks[$0..<min($0 + 7, tasks.count)] }
    return encoder.beginning + batches.map { encoder.encode($0) }.joined() + encoder.end
  }

  func read(_ text: String) throws(ExchangeError) -> ImportedTasks { try read(Array(text.utf8)) }

  func read(_ bytes: [UInt8]) throws(ExchangeError) -> ImportedTasks {
    try decode(bytes, now: Self.now, newID: { UUID() }, zone: .utc)
  }
}

/// What becomes of a task in a format that keeps less.
extension TodoTask {
  private static func wholeSecond(_ date: Date) -> Date {
    Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
  }

  /// As ``TaskFormat/taskwarrior`` keeps it.
  var afterTaskwarrior: TodoTask {
    var task = self
    task.createdAt = Self.wholeSecond(createdAt)
    task.modifiedAt = Self.wholeSecond(modifiedAt)
    task.completedAt = completedAt.map(Self.wholeSecond)
    task.notify = false
    for index in task.subtasks.indices { task.subtasks[index].notify = false }
    return task
  }
}
