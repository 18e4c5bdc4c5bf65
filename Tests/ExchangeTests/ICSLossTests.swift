import Exchange
import FoundationEssentials
import ICalendar
import Testing
import VaultModel

@Suite("What an iCalendar file has and tasks don't")
struct ICSLossTests {
  private static let now = Date(timeIntervalSince1970: 1_900_000_000)

  private func read(_ components: [String]...) throws -> ImportedTasks {
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + components.flatMap { $0 } + ["END:VCALENDAR"]
    return try TaskFormat.ics.decode(lines.joined(separator: "\r\n"), now: Self.now, newID: UUID.init)
  }

  private func todo(_ lines: [String], uid: String = "1") -> [String] {
    ["BEGIN:VTODO", "UID:\(uid)", "SUMMARY:Water"] + lines + ["END:VTODO"]
  }

  private func alarm(_ trigger: String) -> [String] { ["BEGIN:VALARM", "ACTION:DISPLAY", trigger, "END:VALARM"] }

  @Test("a to-do without LAST-MODIFIED and DTSTAMP does not say when it was changed")
  func undated() throws {
    let stamp = "20300101T000000Z"
    let read = try read(
      todo([], uid: "1"), todo(["CREATED:\(stamp)"], uid: "2"), todo(["DTSTAMP:\(stamp)"], uid: "3"),
      todo(["LAST-MODIFIED:\(stamp)"], uid: "4"), todo(["RELATED-TO:4"], uid: "5"))
    #expect(read.tasks.count == 4)
    #expect(read.undated == Set(["1", "2"].map { UUID(calendarUID: $0) }))
  }

  @Test("components that are no to-dos are told by name, time zones and alarms are not")
  func components() throws {
    let event = ["BEGIN:VEVENT", "UID:e", "SUMMARY:Party", "END:VEVENT"]
    let journal = ["BEGIN:VJOURNAL", "UID:j", "END:VJOURNAL"]
    let zone = ["BEGIN:VTIMEZONE", "TZID:Here", "END:VTIMEZONE"]
    let read = try read(event, journal, zone, event, todo([]))
    #expect(read.tasks.map(\.name) == ["Water"])
    #expect(
      read.notes == [
        "“VEVENT” is not a task and was left out (2 components).",
        "“VJOURNAL” is not a task and was left out (1 component).",
      ])
  }

  @Test("properties that are not kept are told by name, bookkeeping is not")
  func properties() throws {
    let kept = [
      "DTSTAMP:20260101T000000Z", "SEQUENCE:3", "STATUS:COMPLETED", "PERCENT-COMPLETE:100", "CLASS:PUBLIC",
      "X-APPLE-SORT-ORDER:5", "X-VAULT-PROJECT:home", "PRIORITY:3", "CATEGORIES:a", "DESCRIPTION:b",
    ]
    #expect(try read(todo(kept)).notes.isEmpty)
    let lost = ["CONTACT:yard", "PERCENT-COMPLETE:30", "GEO:1;2", "STATUS:IN-PROCESS", "COMMENT:a", "COMMENT:b"]
    #expect(
      try read(todo(lost, uid: "1"), todo(["CONTACT:x"], uid: "2")).notes == [
        "The property “CONTACT” is not kept (2 tasks).", "The property “PERCENT-COMPLETE” is not kept (1 task).",
        "The property “GEO” is not kept (1 task).", "The property “COMMENT” is not kept (1 task).",
        "The status “IN-PROCESS” counts as open (1 task).",
      ])
  }

  @Test("a to-do with very many strange lines is read all the same, and soon")
  func many() throws {
    let lines = (0..<40_000).flatMap { ["X-A\($0):1", "CLASS:ODD", "RRULE:FREQ=DAILY"] }
    let begin = ContinuousClock.now
    #expect(try read(todo(lines)).notes.count == 51)
    #expect(ContinuousClock.now - begin < .seconds(60))
  }

  @Test("a repetition that can't be kept, and changes of one occurrence, are told")
  func repetitions() throws {
    #expect(try read(todo(["RRULE:FREQ=DAILY"])).notes == ["The property “RRULE” is not kept (1 task)."])
    let series = todo(["DTSTART:20260701T090000Z", "DUE:20260701T090000Z", "RRULE:FREQ=DAILY"])
    let override = todo(["RECURRENCE-ID:20260702T090000Z", "DUE:20260702T100000Z"])
    let read = try read(series, override)
    #expect(read.tasks.count == 1)
    #expect(read.notes == ["Changes of single occurrences were left out (1 component)."])
  }

  @Test("a start that is not the due date is told")
  func start() throws {
    let notes = ["A start other than the due date is not kept (1 task)."]
    #expect(try read(todo(["DTSTART:20260701T080000Z", "DUE:20260701T090000Z"])).notes == notes)
    #expect(try read(todo(["DTSTART:20260701T080000Z"])).notes == notes)
    #expect(try read(todo(["DTSTART;VALUE=DATE:20260701", "DUE;VALUE=DATE:20260701"])).notes.isEmpty)
  }

  @Test(
    "an alarm before the due time is told, one at it is not",
    arguments: [
      ("TRIGGER:-PT15M", true), ("TRIGGER;RELATED=END:-P1D", true), ("TRIGGER:PT0S", false), ("TRIGGER:-PT0M", false),
      ("TRIGGER;VALUE=DATE-TIME:20260701T090000Z", false), ("TRIGGER;VALUE=DATE-TIME:20260701T080000Z", true),
      ("TRIGGER:x", true),
    ])
  func alarms(trigger: String, isTold: Bool) throws {
    let read = try read(todo(["DUE:20260701T090000Z"] + alarm(trigger)))
    let note = "Reminders come at the due time, not before: another time of an alarm is not kept (1 task)."
    #expect(read.notes == (isTold ? [note] : []))
    #expect(read.tasks.map(\.notify) == [true])
  }

  @Test("what only tasks have and a subtask of the file has too is told")
  func subtasks() throws {
    let read = try read(
      todo([], uid: "1"), todo(["RELATED-TO:1", "DESCRIPTION:more"], uid: "2"), todo(["RELATED-TO:gone"], uid: "3"))
    #expect(read.tasks.map(\.subtasks.count) == [1, 0])
    #expect(
      read.notes == [
        "Notes, tags, priorities, projects and repetitions of subtasks are not kept (1 task).",
        "The property “RELATED-TO” is not kept (1 task).",
      ])
  }

  @Test("a task that doesn't say when it was made was made when it was written, else now")
  func dates() throws {
    let stamp = Date(timeIntervalSince1970: 1_767_225_600)
    #expect(try read(todo(["DTSTAMP:20260101T000000Z"])).tasks.map(\.createdAt) == [stamp])
    #expect(try read(todo(["LAST-MODIFIED:20260101T000000Z"])).tasks.map(\.createdAt) == [stamp])
    let task = try #require(try read(todo([])).tasks.first)
    #expect(task.createdAt == Self.now && task.modifiedAt == Self.now)
  }

  @Test("what the vault writes itself is read without a word")
  func ownFiles() throws {
    var task = TodoTask(
      id: UUID(), name: "Water", dueDate: Date(timeIntervalSince1970: 1_900_000_000), createdAt: Self.now)
    task.notify = true
    task.recurrence = RecurrenceRule("FREQ=WEEKLY;UNTIL=20340101T225959Z")
    task.subtasks = [TodoSubtask(id: UUID(), name: "Fetch the can")]
    for isAllDay in [false, true] {
      task.isAllDay = isAllDay
      var encoder = TaskFormat.ics.encoder()
      var text = encoder.beginning + encoder.encode([task])
      text += encoder.end
      let read = try TaskFormat.ics.decode(text, now: Self.now, newID: UUID.init)
      #expect(read.notes.isEmpty && read.tasks == [task])
    }
  }
}
