import CivilTime
import Exchange
import FoundationEssentials
import Testing
import VaultModel

@Suite("todo.txt")
struct TodoTxtTests {
  private static func one(_ line: String) throws -> TodoTask {
    try #require(try TaskFormat.todotxt.read(line).tasks.first)
  }

  private static func day(_ text: String, end: Bool = false) -> Date? {
    (try? Date(text + (end ? "T23:59:59Z" : "T00:00:00Z"), strategy: .iso8601))
  }

  @Test("the lines of the format's own description mean what it says")
  func description() throws {
    let call = try Self.one("(A) Thank Mom for the meatballs @phone")
    #expect(call.name == "Thank Mom for the meatballs" && call.priority == .high && call.tags == ["phone"])
    #expect(call.createdAt == TaskFormat.now)
    let sale = try Self.one("(B) 2011-03-01 Schedule Goodwill pickup +GarageSale @phone")
    #expect(sale.priority == .medium && sale.project == "GarageSale" && sale.createdAt == Self.day("2011-03-01"))
    let done = try Self.one("x 2011-03-03 2011-03-01 Call Mom pri:D")
    #expect(done.isDone && done.completedAt == Self.day("2011-03-03") && done.createdAt == Self.day("2011-03-01"))
    #expect(done.priority == .low && done.name == "Call Mom")
    for line in ["Really gotta call Mom (A)", "(b) Get back", "(B)->Submit TPS report", "xylophone lesson", "X 2012"] {
      let task = try Self.one(line)
      #expect(task.name == line && task.priority == nil && !task.isDone)
    }
  }

  @Test("signs inside a sentence stay in it, and count")
  func signs() throws {
    let task = try Self.one("@home Call @mum about 2 + 3 and me@home +family +garden")
    #expect(task.name == "Call @mum about 2 + 3 and me@home")
    #expect(task.tags == ["garden", "home", "mum"] && task.project == "family")
    #expect(try Self.one("@home +x").name == "@home +x")
  }

  @Test("a line is the same task when the file is read again, and equal lines are as many tasks as they are")
  func names() throws {
    let lines = ["x 2026-01-01 Pay rent", "Pay rent", "Pay rent", "Buy milk"]
    let first = try TaskFormat.todotxt.read(lines.joined(separator: "\n")).tasks.map(\.id)
    #expect(Set(first).count == 4)
    let later = ([lines[3], "New"] + lines[0...2]).joined(separator: "\r\n")
    let again = try TaskFormat.todotxt.read(later).tasks.map(\.id)
    #expect(again == [first[3], again[1], first[0], first[1], first[2]] && !first.contains(again[1]))
    #expect(first.allSatisfy { $0.uuid.6 >> 4 == 8 && $0.uuid.8 >> 6 == 2 })
  }

  @Test("days are those of the local time zone")
  func days() throws {
    let berlin = LocalZone(secondsEast: 3600)
    let task = try #require(
      try TaskFormat.todotxt.decode("2030-01-01 a due:2030-01-02", now: TaskFormat.now, newID: { UUID() }, zone: berlin)
        .tasks.first)
    #expect(task.createdAt == Self.day("2030-01-01")?.addingTimeInterval(-3600))
    #expect(task.dueDate == Self.day("2030-01-02", end: true)?.addingTimeInterval(-3600) && task.isAllDay)
    var encoder = TaskFormat.todotxt.encoder(zone: berlin)
    #expect(encoder.encode([task]).hasPrefix("2030-01-01 a due:2030-01-02 id:"))
  }

  @Test("repetitions of a number of days, weeks, months and years are read and written")
  func recurrence() throws {
    let rules = [
      "1d": "FREQ=DAILY", "+2w": "FREQ=WEEKLY;INTERVAL=2", "3m": "FREQ=MONTHLY;INTERVAL=3", "+1y": "FREQ=YEARLY",
      "1b": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    ]
    for (value, rule) in rules {
      let task = try Self.one("a due:2030-01-01 rec:\(value)")
      #expect(task.recurrence?.text == rule)
      let sign = value.hasPrefix("+") ? "" : "+"
      #expect(TaskFormat.todotxt.written([task]).contains(" rec:\(sign)\(value) "))
    }
    for value in ["0d", "2b", "1h", "d", "99999d", "-1d", "+d"] {
      let imported = try TaskFormat.todotxt.read("a due:2030-01-01 rec:\(value)")
      #expect(imported.tasks.first?.name == "a rec:\(value)" && imported.notes.count == 1)
    }
    let weekday = try Self.one("a due:2030-01-01 rec:1w")
    var tuesday = weekday
    tuesday.recurrence = RecurrenceRule("FREQ=WEEKLY;BYDAY=TU")
    #expect(TaskFormat.todotxt.written([tuesday]) == TaskFormat.todotxt.written([weekday]))
  }

  @Test("what was made on one day, or on none, keeps the order of the file")
  func order() throws {
    let names = (0..<300).map { "line \($0 * 7919 % 300)" }
    for day in ["", "2011-03-01 "] {
      let tasks = try TaskFormat.todotxt.read(names.map { day + $0 }.joined(separator: "\n")).tasks
      #expect(tasks.sorted { $0.createdAt < $1.createdAt }.map(\.name) == names)
      #expect(Set(tasks.map { Self.dayNumber($0.createdAt) }).count == 1)
    }
  }

  @Test("a round trip loses what is documented, and nothing else", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var random = RandomTasks(seed: seed)
    let tasks = random.tasks(50)
    let imported = try TaskFormat.todotxt.read(TaskFormat.todotxt.written(tasks))
    #expect(imported.notes.isEmpty)
    #expect(imported.tasks.count == tasks.count)
    for (before, after) in zip(tasks, imported.tasks) {
      #expect(after.id == before.id && after.name == before.name && after.isDone == before.isDone)
      #expect(after.tags == before.tags && after.project == before.project && after.priority == before.priority)
      #expect(after.dueDate.map(Self.dayNumber) == before.dueDate.map(Self.dayNumber))
      #expect(after.completedAt.map(Self.dayNumber) == before.completedAt.map(Self.dayNumber))
      #expect(Self.dayNumber(after.createdAt) == Self.dayNumber(before.createdAt))
      if let rule = after.recurrence { #expect(before.recurrence?.text.hasPrefix(rule.text) == true) }
    }
    let again = try TaskFormat.todotxt.read(TaskFormat.todotxt.written(imported.tasks))
    #expect(again == imported)
  }

  private static func dayNumber(_ date: Date) -> Double { (date.timeIntervalSince1970 / 86_400).rounded(.down) }

  @Test("words of a name that look like signs and keys are text again", arguments: 0..<20)
  func plainWords(seed: UInt64) throws {
    let words = [
      "+x", "@y", "+", "@", "due:2030-12-24", "due:soon", "rec:1d", "rec:", "pri:A", "id:42", "vaulttext:",
      "vaulttext:+x",
      "id:3f2504e0-4f89-11d3-9a0c-0305e82c3301", "vaulttext:vaulttext:+x", "(A)", "x", "2030-01-01", "milk",
    ]
    var random = RandomTasks(seed: seed)
    let tasks = random.tasks(50).map { task in
      var task = task
      let count = Int.random(in: 1...6, using: &random.generator)
      task.name = (0..<count).map { _ in words.randomElement(using: &random.generator) ?? "" }.joined(separator: " ")
      task.project = ["x", nil].randomElement(using: &random.generator) ?? nil
      task.tags = random.chance(50) ? ["y"] : []
      return task
    }
    let imported = try TaskFormat.todotxt.read(TaskFormat.todotxt.written(tasks))
    #expect(imported.notes.isEmpty, "\(imported.notes)")
    for (before, after) in zip(tasks, imported.tasks) {
      #expect(after.name == before.name && after.id == before.id)
      #expect(after.tags == before.tags && after.project == before.project, "\(before.name ?? "")")
      #expect((after.dueDate == nil) == (before.dueDate == nil) && after.priority == before.priority)
    }
  }

  @Test("a mark whose word somebody has taken away does nothing")
  func loneMark() throws {
    let task = try Self.one("2030-01-01 Buy milk vaulttext:+x +home vaulttext:")
    #expect(task.name == "Buy milk +home vaulttext:" && task.project == "home")
  }

  @Test("what the format can't keep is told once for all tasks")
  func losses() {
    var task = TodoTask(id: UUID(), name: "a\nb", dueDate: TaskFormat.now, createdAt: TaskFormat.now)
    task.notes = "n"
    task.notify = true
    task.subtasks = [TodoSubtask(id: UUID(), name: "s")]
    task.recurrence = RecurrenceRule("FREQ=DAILY;COUNT=3")
    var encoder = TaskFormat.todotxt.encoder(zone: .utc)
    #expect(encoder.encode([task, task]).contains(" a b due:"))
    #expect(encoder.notes.count == 5 && encoder.notes.allSatisfy { $0.hasSuffix("(2 tasks).") })
  }

  @Test("line ends of Windows, a byte order mark and blank lines do no harm")
  func lineEnds() throws {
    let imported = try TaskFormat.todotxt.read("\u{FEFF}(A) a\r\n\r\n   \nb")
    #expect(imported.tasks.map(\.name) == ["a", "b"])
  }

  @Test("two lines with one id become two tasks")
  func sameID() throws {
    let id = "id:3f2504e0-4f89-11d3-9a0c-0305e82c3301"
    let imported = try TaskFormat.todotxt.read("a \(id)\nb \(id)\nc id:42")
    #expect(Set(imported.tasks.map(\.id)).count == 3 && imported.tasks.map(\.name) == ["a", "b", "c id:42"])
    #expect(imported.notes == ["An id that another task has was replaced (line 2)."])
  }
}
