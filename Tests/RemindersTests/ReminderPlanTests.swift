import FoundationEssentials
import TaskStore
import Testing
import VaultModel

@testable import Reminders

@Suite("The plan of reminders")
struct ReminderPlanTests {
  private func reminder(_ date: Date) -> Reminder { Reminder(task: UUID(), subtask: nil, date: date) }

  private func plan(
    _ reminders: [Reminder], marks: [ReminderState] = [], now: Date = noon, quiet: QuietTime? = nil,
    isThere: Bool = true,
    _ change: (inout ReminderSituation) -> Void = { _ in }
  ) -> ReminderPlan {
    var situation = ReminderSituation(now: now, quiet: quiet, isServiceThere: isThere)
    situation.reminders = reminders
    situation.marks = marks
    change(&situation)
    return ReminderPlan(situation)
  }

  private func single(_ reminder: Reminder, _ timing: ReminderTiming) -> ReminderPlan.Action {
    .show(ReminderPlan.Delivery(id: .single(reminder), reminders: [reminder], timing: timing, isUpdate: false))
  }

  private func group(_ reminders: [Reminder], _ timing: ReminderTiming) -> ReminderPlan.Action {
    .show(ReminderPlan.Delivery(id: .group(reminders[0]), reminders: reminders, timing: timing, isUpdate: false))
  }

  private func night() throws -> QuietTime {
    QuietTime(try #require(QuietHours(from: 22 * 60, to: 7 * 60)), secondsFromUTC: { _ in 0 })
  }

  @Test("nothing is due: nothing to do and nothing to wait for")
  func nothing() { #expect(plan([]).actions == [] && plan([]).wake == nil) }

  @Test("what is due now is shown in time, and a minute later as missed")
  func due() {
    let reminder = reminder(noon)
    #expect(plan([reminder]).actions == [single(reminder, .onTime)])
    #expect(plan([reminder], now: at(60)).actions == [single(reminder, .onTime)])
    #expect(plan([reminder], now: at(61)).actions == [single(reminder, .missed)])
  }

  @Test("three late ones come alone, four together")
  func late() {
    let late = (0..<4).map { reminder(at(-hours(5) + Double($0))) }
    #expect(plan(Array(late.prefix(3))).actions == late.prefix(3).map { single($0, .missed) })
    #expect(plan(late).actions == [group(late, .missed)])
  }

  @Test("what is delivered is not delivered again, unless its date was moved")
  func delivered() {
    var reminder = reminder(at(-1))
    var shown = ShownReminders()
    shown.show([reminder], in: .single(reminder), as: .onTime)
    #expect(plan([reminder], marks: [.shown(reminder)]) { $0.shown = shown }.actions == [])
    #expect(plan([reminder], marks: [.answered(reminder)]).actions == [])
    let old = reminder
    reminder.date = noon
    let moved = plan([reminder], marks: [.shown(old)]) { $0.shown = shown }
    #expect(moved.actions == [.withdraw(.single(old)), .removeMark(reminder.key), single(reminder, .onTime)])
  }

  @Test("what was shown by a service that is gone, and not answered, comes again")
  func again() {
    let reminder = reminder(at(-hours(3)))
    #expect(plan([reminder], marks: [.shown(reminder)]).actions == [single(reminder, .again)])
    #expect(plan([reminder], marks: [.shown(reminder)]) { $0.answering = [reminder] }.actions == [])
  }

  @Test("a snoozed one waits, and comes when its time is up")
  func snoozed() {
    let reminder = reminder(at(-5))
    let mark = ReminderState.snoozed(reminder, until: at(600))
    #expect(plan([reminder], marks: [mark]).actions == [])
    #expect(plan([reminder], marks: [mark]).wake == at(600))
    #expect(plan([reminder], marks: [mark], now: at(600)).actions == [single(reminder, .onTime)])
    #expect(plan([reminder], marks: [mark], now: at(900)).actions == [single(reminder, .missed)])
  }

  @Test("in quiet hours nothing is shown; at their end all comes as a group that is not missed")
  func quiet() throws {
    let held = [reminder(at(hours(11))), reminder(at(hours(12)))]
    let night = try night()
    #expect(plan(held, now: at(hours(13)), quiet: night).actions == [])
    #expect(plan(held, now: at(hours(13)), quiet: night).wake == at(hours(19)))
    #expect(plan(held, now: at(hours(19)), quiet: night).actions == [group(held, .heldBack)])
    #expect(plan([held[0]], now: at(hours(19)), quiet: night).actions == [single(held[0], .heldBack)])
    #expect(plan([held[0]], now: at(hours(21)), quiet: night).actions == [single(held[0], .missed)])
  }

  @Test("a snooze that ends in quiet hours waits for their end")
  func snoozedIntoQuiet() throws {
    let reminder = reminder(at(hours(9.9)))
    let mark = ReminderState.snoozed(reminder, until: at(hours(10.1)))
    #expect(plan([reminder], marks: [mark], now: at(hours(9.95)), quiet: try night()).wake == at(hours(19)))
  }

  @Test("without a service nothing is shown, and the marks are kept in order all the same")
  func noService() {
    let due = reminder(at(-5))
    let gone = reminder(at(-6))
    let plan = plan([due], marks: [.shown(gone)], isThere: false)
    #expect(plan.actions == [.removeMark(gone.key)])
    #expect(plan.wake == nil)
  }

  @Test("after the clock was set back, what was delivered stays delivered")
  func clockSetBack() {
    let reminder = reminder(at(hours(1)))
    var shown = ShownReminders()
    shown.show([reminder], in: .single(reminder), as: .onTime)
    #expect(ReminderSituation.horizon(noon, [.shown(reminder)], ShownReminders()) == reminder.date)
    #expect(ReminderSituation.horizon(noon, [], shown) == reminder.date)
    #expect(plan([reminder], marks: [.shown(reminder)]) { $0.shown = shown }.actions == [])
  }

  @Test("a group that loses one shows the others in its place, and goes with the last")
  func groupChanges() {
    let reminders = (0..<4).map { reminder(at(Double($0) - hours(2))) }
    var shown = ShownReminders()
    shown.show(reminders, in: .group(reminders[0]), as: .missed)
    let marks = reminders.map(ReminderState.shown)
    let left = plan(Array(reminders[1...]), marks: marks) { $0.shown = shown }
    #expect(
      left.actions == [
        .show(
          ReminderPlan.Delivery(
            id: .group(reminders[0]), reminders: Array(reminders[1...]), timing: .missed, isUpdate: true)),
        .removeMark(reminders[0].key),
      ])
    #expect(plan([], marks: []) { $0.shown = shown }.actions == [.withdraw(.group(reminders[0]))])
    shown.hide(.group(reminders[0]))
    #expect(plan([], marks: []) { $0.shown = shown }.actions == [])
  }

  @Test("more than ten at the same moment come together")
  func crowd() {
    let reminders = (0..<11).map { _ in reminder(noon) }.sorted(by: Reminder.isEarlier)
    #expect(plan(reminders).actions == [group(reminders, .onTime)])
    #expect(plan(Array(reminders.prefix(10))).actions.count == 10)
  }
}
