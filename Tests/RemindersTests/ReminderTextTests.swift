import FoundationEssentials
import Testing
import VaultModel

@testable import Reminders

@Suite("What a reminder says")
struct ReminderTextTests {
  private let text = ReminderText(local: .utc)

  private func notification(_ task: TodoTask, _ timing: ReminderTiming = .onTime) throws -> ReminderNotification {
    let reminder = try #require(task.reminders.first)
    let delivery = ReminderPlan.Delivery(id: .single(reminder), reminders: [reminder], timing: timing, isUpdate: false)
    return try #require(text.notification(delivery, task))
  }

  private func step(of task: TodoTask, _ name: String?, due: Date? = nil) -> TodoTask {
    var task = task
    task.notify = false
    task.subtasks = [TodoSubtask(id: UUID(), name: name, dueDate: due, notify: true)]
    return task
  }

  @Test("a task's name and when it is due, with two buttons")
  func plain() throws {
    let shown = try notification(.sample("Pay rent", due: at(1800)))
    #expect(shown.title == "Pay rent" && shown.body == "Due 12:30")
    #expect(shown.actions.map(\.label) == ["Done", "Snooze 10 min"])
  }

  @Test("a missed one says when it was due")
  func missed() throws {
    #expect(try notification(.sample(due: at(1800)), .missed).body == "Missed, was due 12:30")
  }

  @Test("one of a day says the day")
  func allDay() throws {
    var task = TodoTask.sample(due: at(hours(12) - 1))
    task.isAllDay = true
    #expect(try notification(task).body == "Due that day")
  }

  @Test("a subtask is named, and whose step it is")
  func subtask() throws {
    let shown = try notification(step(of: .sample("Taxes", due: noon), "Find receipts"))
    #expect(shown.title == "Find receipts" && shown.body == "Due 12:00\nSubtask of Taxes")
    #expect(
      try notification(step(of: .sample("Taxes", due: noon), "A", due: at(60))).body == "Due 12:01\nSubtask of Taxes")
  }

  @Test("a protected task shows its label alone, even if a text strayed into it")
  func protected() throws {
    var task = TodoTask.protected("Bank", due: noon)
    task.name = "secret"
    let shown = try notification(task)
    #expect(shown.title == "Bank" && shown.body == "Due 12:00")
    let step = try notification(step(of: task, "secret"))
    #expect(step.title == "A subtask of Bank" && step.body == "Due 12:00")
    let nameless = TodoTask.protected(nil, due: noon)
    #expect(try notification(nameless).title == "A protected task")
    #expect(try notification(self.step(of: nameless, nil)).title == "A subtask of a protected task")
  }

  @Test("titles are one line of bounded length")
  func bounded() throws {
    let shown = try notification(.sample("a\nb\u{1B}[2J" + String(repeating: "x", count: 5000), due: noon))
    #expect(shown.title.hasPrefix("a b [2J") && shown.title.count == 201 && shown.title.hasSuffix("…"))
  }

  @Test("a group says how many, and names the first three")
  func group() {
    let reminders = (0..<5).map { Reminder(task: UUID(), subtask: nil, date: at(Double($0))) }
    func shown(_ timing: ReminderTiming) -> ReminderNotification {
      text.notification(
        ReminderPlan.Delivery(id: .group(reminders[0]), reminders: reminders, timing: timing, isUpdate: false),
        naming: ["A", "B", "C"])
    }
    #expect(shown(.missed).title == "5 missed reminders" && shown(.heldBack).title == "5 reminders")
    #expect(shown(.missed).body == "A\nB\nC\nand 2 more")
    #expect(shown(.missed).actions == [.snooze])
  }
}
