import FoundationEssentials
import Testing
import VaultModel

@testable import ICalendar

extension CalendarSuite {
  @Suite("From to-dos to tasks and back")
  struct TodoItemTests {
    private func items(_ texts: String...) throws -> [TodoItem] {
      try texts.flatMap { try CalendarFile(CalendarSamples.bytes($0)).todos() }
    }

    private func todo(_ lines: [String]) throws -> TodoItem {
      let text = (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:1"] + lines + ["END:VTODO", "END:VCALENDAR"])
      return try #require(try items(text.joined(separator: "\n")).first)
    }

    @Test("a task of Nextcloud Tasks with a subtask of Tasks.org")
    func nextcloud() throws {
      try inZone("America/New_York") {
        let families = TaskFamily.families(of: try items(CalendarSamples.tasksOrg, CalendarSamples.nextcloud))
        let task = try #require(families.first).task
        #expect(families.count == 1)
        #expect(task.name == "Water the plants, also the ones on the balcony")
        #expect(task.notes == "- [ ] fern\n- [ ] basil")
        #expect(task.tags == ["green,blue", "home"])
        #expect(task.priority == .high)
        #expect(task.dueDate == utc(2026, 7, 1, 7))
        #expect(!task.isAllDay && !task.isDone && task.notify)
        #expect(task.recurrence == RecurrenceRule("FREQ=WEEKLY;BYDAY=WE"))
        #expect(task.subtasks.map(\.name) == ["Call the dentist"])
        #expect(task.subtasks.first?.isDone == true)
      }
    }

    @Test("a family may be as deep as it likes; what is beyond a thousand is tasks of its own")
    func deepFamily() throws {
      let items = (0..<30_000).map { number in
        var item = TodoItem(id: UUID(), order: Double(number), createdAt: Date(timeIntervalSince1970: 0))
        item.uid = String(number)
        item.parent = number == 0 ? nil : String(number - 1)
        return item
      }
      let families = TaskFamily.families(of: items)
      let longest = try #require(families.max { $0.members.count < $1.members.count })
      #expect(longest.members.map(\.uid) == (1...1000).map { String($0) })
      #expect(families.reduce(0) { $0 + 1 + $1.members.count } == 30_000)
    }

    @Test("an exact date that is another date altogether is passed over, and an impossible version is refused")
    func strangeValues() throws {
      for seconds in ["-1e300", "1e300", "nan", "0"] {
        let item = try todo(["DUE:20260701T070000Z", "X-VAULT-EXACT-DUE;X-VAULT-OF=20260701T070000Z:\(seconds)"])
        #expect(item.dueDate == utc(2026, 7, 1, 7))
      }
      for version in ["0", "-1", "9223372036854775807"] {
        #expect(throws: CalendarError.property("X-VAULT-SEAL")) { try todo(["X-VAULT-SEAL:\(version) ab"]) }
      }
    }

    @Test("a reminder of Apple's, due on a day")
    func apple() throws {
      let item = try #require(try items(CalendarSamples.apple).first)
      #expect(item.dueDate == local(2026, 1, 15, 23, 59, 59))
      #expect(item.isAllDay && item.notify && item.priority == .medium)
      #expect(item.id == UUID(uuidString: "7E1B5F9C-3C53-4E0B-9F0B-0C7A51A9E1AA"))
    }

    @Test("changing one thing leaves all other lines as they were", arguments: CalendarSamples.all)
    func minimalChange(text: String) throws {
      var file = try CalendarFile(CalendarSamples.bytes(text))
      let former = Set(file.calendars.flatMap(\.lines))
      var item = try #require(try file.todos().first)
      item[.project] = "home.garden"
      try file.write(item)
      let lines = Set(file.calendars.flatMap(\.lines))
      #expect(former.subtracting(lines).allSatisfy { $0.hasPrefix("SEQUENCE:") })
      #expect(lines.subtracting(former).allSatisfy { $0.hasPrefix("SEQUENCE:") || $0 == "X-VAULT-PROJECT:home.garden" })
    }

    @Test("nothing changed is nothing written", arguments: CalendarSamples.all)
    func unchanged(text: String) throws {
      var file = try CalendarFile(CalendarSamples.bytes(text))
      let former = file
      for item in try file.todos() { try file.write(item) }
      #expect(file == former)
    }

    @Test("a due date keeps its zone, and the beginning of a repeating task goes with it")
    func zone() throws {
      var file = try CalendarFile(CalendarSamples.bytes(CalendarSamples.nextcloud))
      var item = try #require(try file.todos().first)
      item.dueDate = utc(2026, 12, 2, 8)
      try file.write(item)
      let lines = file.calendars.flatMap(\.lines)
      #expect(lines.contains("DUE;TZID=Office Time:20261202T090000"))
      #expect(lines.contains("DTSTART;TZID=Office Time:20261202T080000"))
      #expect(try file.todos() == [item])
    }

    @Test("the numbers of a priority are kept while its class is", arguments: [(2, 3), (5, 5), (8, 7)])
    func priority(number: Int, other: Int) throws {
      let lines = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nPRIORITY:\(number)\nEND:VTODO\nEND:VCALENDAR"
      var file = try CalendarFile(Array(lines.utf8))
      var item = try #require(try file.todos().first)
      #expect(item.priority == Priority(calendarNumber: String(other)))
      item.summary = "x"
      try file.write(item)
      #expect(file.calendars[0].lines.contains("PRIORITY:\(number)"))
    }

    @Test("a due date may be local, in UTC, in the system's zone of a name, a day, or come of a duration")
    func dueDates() throws {
      try inZone("Europe/Berlin") {
        let dates = try [
          ["DUE:20260701T090000"], ["DUE:20260701T090000Z"], ["DUE;TZID=America/New_York:20260701T090000"],
          ["DUE;TZID=Nowhere/At All:20260701T090000"], ["DUE;VALUE=DATE:20260701"],
          ["DTSTART:20260701T090000Z", "DURATION:P1DT2H"],
        ].map { try todo($0).dueDate }
        #expect(
          dates == [
            utc(2026, 7, 1, 7), utc(2026, 7, 1, 9), utc(2026, 7, 1, 13), utc(2026, 7, 1, 7),
            utc(2026, 7, 1, 21, 59, 59), utc(2026, 7, 2, 11),
          ])
      }
    }

    @Test("a time zone that changes every second is not worked out")
    func hostileZone() throws {
      let text = CalendarSamples.nextcloud.replacing("FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", with: "FREQ=SECONDLY")
      #expect(try items(text).first?.dueDate == local(2026, 7, 1, 9))
    }

    @Test("a UID that is no UUID always gives the same id")
    func ids() {
      let id = UUID(calendarUID: "4pq0vzzz91i")
      #expect(id == UUID(calendarUID: "4pq0vzzz91i") && id != UUID(calendarUID: "4pq0vzzz91j"))
      #expect(id.uuidString == "\(id)" && id.uuid.6 >> 4 == 8 && id.uuid.8 >> 6 == 2)
    }

    @Test("deeper subtasks are shown in the order of their tree, circles and orphans as tasks")
    func trees() throws {
      func item(_ uid: String, _ parent: String?, _ order: Double) throws -> TodoItem {
        var item = TodoItem(id: UUID(calendarUID: uid), order: order, createdAt: utc(2026, 1, 1))
        (item.uid, item.parent, item.summary) = (uid, parent, uid)
        return item
      }
      let items = try [
        item("c", "b", 1), item("d", "a", 3), item("b", "a", 2), item("a", nil, 0), item("x", "y", 1),
        item("y", "x", 2),
        item("o", "gone", 1), item("s", "s", 1),
      ]
      let tasks = TaskFamily.families(of: items).map(\.task)
      #expect(tasks.map(\.name) == ["a", "x", "o", "s"])
      #expect(tasks[0].subtasks.map(\.name) == ["b", "c", "d"])
      #expect(tasks[1].subtasks.map(\.name) == ["y"])
    }

    @Test("protecting a task leaves none of its text in its files")
    func protecting() throws {
      var file = try CalendarFile(CalendarSamples.bytes(CalendarSamples.nextcloud))
      let item = try #require(try file.todos().first)
      var task = TaskFamily(root: item, below: []).task
      (task.name, task.notes, task.label) = (nil, nil, "Errand")
      task.seal = SealReference(version: 3, digest: [1, 2, 0xAB], mark: [9])
      task.destruction = .at(utc(2027, 1, 1).addingTimeInterval(0.25))
      task.alwaysVerify = true
      let root = TaskFamily(of: task, known: [item.id: item]).root
      try file.write(root)
      let text = String(decoding: file.bytes, as: UTF8.self)
      for word in ["plants", "fern", "PINNED"] { #expect(!text.contains(word)) }
      #expect(text.contains("CLASS:PRIVATE") && text.contains("SUMMARY:Errand"))
      #expect(try file.todos() == [root])
      #expect(TaskFamily(root: root, below: []).task == task)
    }

    @Test("an alarm of ours stands at the due time and follows it; one of another program stays")
    func alarms() throws {
      let id = try #require(UUID(uuidString: "0B5E5F9C-3C53-4E0B-9F0B-0C7A51A9E1AA"))
      let made = utc(2026, 1, 1)
      var item = TodoItem(id: id, order: made.timeIntervalSinceReferenceDate, createdAt: made)
      (item.summary, item.dueDate, item.notify) = ("Call", utc(2026, 7, 1, 7), true)
      var file = try CalendarFile(item)
      #expect(file.calendars[0].lines.contains("TRIGGER;VALUE=DATE-TIME:20260701T070000Z"))
      item.dueDate = utc(2026, 7, 2, 7)
      try file.write(item)
      let triggers = file.calendars[0].lines.filter { $0.hasPrefix("TRIGGER") }
      #expect(triggers == ["TRIGGER;VALUE=DATE-TIME:20260702T070000Z"])
      item.dueDate = nil
      try file.write(item)
      #expect(try file.todos() == [item])
      item.notify = false
      try file.write(item)
      #expect(try file.todos() == [item])
    }

    @Test("a repeating task is written with a beginning")
    func beginning() throws {
      var item = TodoItem(id: UUID(), order: 0, createdAt: utc(2026, 1, 1))
      item.dueDate = local(2026, 7, 1, 9)
      item.recurrence = RecurrenceRule("FREQ=DAILY")
      let lines = try CalendarFile(item).calendars[0].lines
      #expect(lines.contains("DTSTART:20260701T090000") && lines.contains("DUE:20260701T090000"))
    }
  }
}
