import AgentAPI
import CivilTime
import DesktopModel
import Foundation
import Localization
import Testing
import VaultModel

@Suite("The fields of a task that a person edits")
struct TaskFormTests {
  private let zone = LocalZone.system()
  /// 28 November 2026, 12:00 UTC.
  private let now = Date(timeIntervalSince1970: 1_795_867_200)

  private func row(_ change: (inout TodoTask) -> Void = { _ in }) -> TaskRow {
    var task = TodoTask(id: UUID(), name: "Plants", createdAt: now)
    change(&task)
    return TaskRow(shortID: "4f2a", task: task, isWhole: true)
  }

  private func edit(_ row: TaskRow, _ change: (inout TaskForm) -> Void) throws(Failure) -> TaskEdit {
    var form = TaskForm(row, zone: zone)
    change(&form)
    return try form.edit(of: row, now: now, zone: zone)
  }

  private var full: TaskRow {
    row { task in
      task.dueDate = now.addingTimeInterval(86_430)
      task.recurrence = RecurrenceRule("FREQ=WEEKLY;BYDAY=MO")
      (task.priority, task.project, task.notes, task.notify) = (.high, "garden", "All of them", true)
      task.tags = ["green", "home"]
    }
  }

  @Test("change nothing where nothing was typed, though a due date has seconds that nobody sees")
  func untouched() throws {
    #expect(try edit(full) { _ in } == TaskEdit())
    #expect(try edit(row()) { _ in } == TaskEdit())
  }

  @Test("that were emptied become empty")
  func emptied() throws {
    let edit = try edit(full) { form in
      (form.due, form.repetition, form.project, form.tags, form.notes) = ("", " ", "", "", "")
      (form.priority, form.notify) = (nil, false)
    }
    #expect(edit.due == .clear && edit.recurrence == .clear && edit.priority == .clear)
    #expect(edit.project == .clear && edit.notes == .clear && edit.notify == false)
    #expect(edit.removedTags == ["green", "home"] && edit.addedTags.isEmpty && edit.name == nil)
  }

  @Test("are read in the language of the command line")
  func read() throws {
    let edit = try edit(full) { form in
      (form.name, form.due, form.repetition) = (" Water plants ", "in 2 h", "every 2 weeks")
      form.tags = "home, +balcony"
    }
    #expect(edit.name == "Water plants" && edit.due == .set(DueMoment(now.addingTimeInterval(7200))))
    #expect(edit.recurrence == RecurrenceRule("FREQ=WEEKLY;INTERVAL=2").map { .set($0) })
    #expect(edit.addedTags == ["balcony"] && edit.removedTags == ["green"])
  }

  @Test("that are not understood are said before they are taken")
  func misunderstood() throws {
    for change in [{ $0.due = "someday" }, { $0.repetition = "now and then" }] as [(inout TaskForm) -> Void] {
      var form = TaskForm(row(), zone: zone)
      change(&form)
      #expect(throws: Failure.self) { _ = try form.summary(now: now, zone: zone) }
      #expect(throws: Failure.self) { _ = try form.edit(of: row(), now: now, zone: zone) }
    }
    #expect(throws: Failure(.usage, "A task needs a name.")) { _ = try edit(row()) { $0.name = " " } }
  }

  @Test("of a protected task have its label in place of a name, and no notes")
  func protected() throws {
    let seal = SealReference(version: 1, digest: [1], mark: [2] + [UInt8](repeating: 7, count: 32))
    let task = TodoTask(id: UUID(), label: "Bank", seal: seal, createdAt: now)
    let sealed = TaskRow(shortID: "4f2a", task: task, isWhole: true)
    let edit = try edit(sealed) { form in
      form.name = ""
      form.notes = "not sealed"
    }
    #expect(edit.label == .clear && edit.name == nil && edit.notes == nil)
    var form = TaskForm()
    (form.name, form.due, form.project, form.tags) = ("Bank", "in 2 h", "home", "money")
    let draft = try form.protectedDraft(now: now, zone: zone)
    #expect(draft.label == "Bank" && draft.name.isEmpty && draft.due == DueMoment(now.addingTimeInterval(7200)))
    #expect(draft.project == "home" && draft.tags == ["money"] && !draft.hasText)
  }

  @Test("of a step are its name and due date; a step of a protected task has only the latter")
  func step() throws {
    var form = StepForm(SubtaskRow(TodoSubtask(id: UUID(), name: "Buy soil"), isProtected: false))
    #expect(try form.edit(now: now, zone: zone) == nil)
    (form.name, form.due) = ("Buy more soil", "in 2 h")
    let edit = try form.edit(now: now, zone: zone)
    #expect(edit == SubtaskEdit(name: "Buy more soil", due: .set(DueMoment(now.addingTimeInterval(7200)))))
    form.name = ""
    #expect(throws: Failure(.usage, "A subtask needs a name.")) { _ = try form.edit(now: now, zone: zone) }
    var sealed = StepForm(SubtaskRow(TodoSubtask(id: UUID(), name: "", dueDate: now), isProtected: true))
    sealed.due = ""
    #expect(try sealed.edit(now: now, zone: zone) == SubtaskEdit(due: .clear))
  }

  @Test("say what is wrong with each of them")
  func problems() {
    var form = TaskForm()
    #expect(form.problems(now: now, zone: zone).isEmpty)
    form.repetition = "weekly"
    #expect(Set(form.problems(now: now, zone: zone).keys) == [.due])
    (form.due, form.repetition, form.project) = ("someday", "sometimes", "House Move")
    #expect(Set(form.problems(now: now, zone: zone).keys) == [.due, .repetition, .project])
    (form.due, form.repetition, form.project, form.notify) = ("tomorrow", "weekly", "house", true)
    #expect(form.problems(now: now, zone: zone).isEmpty)
    form.due = ""
    #expect(Set(form.problems(now: now, zone: zone).keys) == [.due])
  }

  @Test("take a day from a calendar, and keep the time of day")
  func calendar() throws {
    var form = TaskForm()
    let day = try #require(CivilDate(year: 2031, month: .may, day: 11))
    form.setDue(day: day, now: now, zone: zone)
    #expect(form.due == "2031-05-11" && form.dueDay(now: now, zone: zone) == day)
    form.due = "2030-01-02 18:00"
    form.setDue(day: day, now: now, zone: zone)
    #expect(form.due == "2031-05-11 18:00")
  }

  @Test("say of a date that has passed only that it is overdue")
  func past() throws {
    var form = TaskForm()
    form.due = "2026-11-01"
    let summary = try form.summary(now: now, zone: zone)
    #expect(summary.hasPrefix("overdue by") && !summary.contains("past"))
  }
}
