import FoundationEssentials
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import Reminders

@Suite("The reminder service")
struct ReminderServiceTests {
  @Test("sleeps until the due time and shows the reminder then, not before")
  func due() async throws {
    let house = House()
    try await house.add(.sample("Pay rent", due: at(600)))
    #expect(await house.begin() == at(600))
    #expect(await house.round(at: at(599)) == at(600))
    #expect(await house.screen == [])
    #expect(await house.round(at: at(600)) == nil)
    #expect(await house.screen == ["Pay rent: Due 12:10"])
    await house.round(at: at(hours(20)))
    #expect(await house.presenter.history.count == 1)
  }

  @Test(
    "takes a reminder down when its task is done, deleted, moved or switched off",
    arguments: ["done", "deleted", "moved", "off"])
  func takenDown(how: String) async throws {
    let house = House()
    let task = TodoTask.sample(due: noon)
    try await house.add(task)
    await house.begin()
    #expect(await house.screen.count == 1)
    switch how {
    case "deleted": await house.store.tasks.delete(task.id)
    case "moved": try await house.change(task) { $0.dueDate = at(60) }
    case "off": try await house.change(task) { $0.notify = false }
    default: try await house.change(task) { $0.isDone = true }
    }
    let wake = await house.round(at: at(1))
    #expect(await house.screen == [])
    #expect(await house.store.tasks.reminderStates() == [])
    #expect(wake == (how == "moved" ? at(60) : nil))
    await house.round(at: at(60))
    #expect(await house.screen.count == (how == "moved" ? 1 : 0))
  }

  @Test("Done on a notification completes the task, or the subtask alone")
  func done() async throws {
    let house = House()
    var task = TodoTask.sample(due: noon, notify: false)
    task.subtasks = [TodoSubtask(id: UUID(), name: "Fill the can", notify: true)]
    try await house.add(task)
    await house.begin()
    await house.happen(.done(try await house.only))
    let changed = try #require(await house.store.tasks.task(task.id))
    #expect(!changed.isDone && changed.subtasks[0].isDone)
    #expect(house.log.now.completed.count == 1)
    #expect(await house.store.tasks.reminderStates() == [])
  }

  @Test("Done that fails is tried again, and the notification does not come back meanwhile")
  func doneFails() async throws {
    let house = House()
    try await house.add(.sample(due: noon))
    await house.begin()
    house.log.note { $0.refuses = true }
    #expect(await house.happen(.done(try await house.only)) == at(1))
    #expect(house.log.now.failures == [.completing])
    #expect(await house.happen(.serviceAppeared) == at(1))
    #expect(await house.screen == [])
    #expect(await house.round(at: at(1)) == at(3))
    house.log.note { $0.refuses = false }
    await house.round(at: at(3))
    #expect(house.log.now.completed.count == 1)
  }

  @Test("Done that comes twice, or after the task was done elsewhere, does nothing more")
  func doneTwice() async throws {
    let house = House()
    let task = TodoTask.sample(due: noon)
    try await house.add(task)
    await house.begin()
    let id = try await house.only
    await house.service.receive(.done(id))
    await house.happen(.done(id))
    await house.happen(.done(id))
    #expect(house.log.now.completed.count == 1)
  }

  @Test("Snooze brings it back in ten minutes, also after a restart")
  func snooze() async throws {
    let house = House()
    try await house.add(.sample(due: noon))
    await house.begin()
    #expect(await house.happen(.snooze(try await house.only)) == at(600))
    #expect(await house.screen == [])
    let next = house.restarted()
    await next.receive(.serviceAppeared)
    #expect(await next.round() == at(600))
    #expect(await house.screen == [])
    house.clock.move(to: at(600))
    _ = await next.round()
    #expect(await house.screen.count == 1)
  }

  @Test("a click opens the task, on a group the list; what was opened or dismissed does not come again")
  func open() async throws {
    let house = House()
    let task = TodoTask.sample(due: noon)
    try await house.add(task)
    await house.begin()
    await house.happen(.open(try await house.only))
    #expect(house.log.now.opened == [task.id])
    for number in 0..<4 { try await house.add(.sample("\(number)", due: at(100))) }
    await house.round(at: at(hours(1)))
    await house.happen(.open(try await house.only))
    #expect(house.log.now.opened == [task.id, nil])
    try await house.add(.sample(due: at(hours(1))))
    await house.service.setNeedsRefresh()
    await house.round(at: at(hours(1)))
    await house.happen(.dismissed(try await house.only))
    let next = house.restarted()
    await next.receive(.serviceAppeared)
    _ = await next.round()
    #expect(await house.screen == [])
  }

  @Test("what nobody answered is shown again by the next run, in the old one's place")
  func again() async throws {
    let house = House()
    try await house.add(.sample("Pay rent", due: noon))
    await house.begin()
    let id = try await house.only
    let next = house.restarted()
    await next.receive(.serviceAppeared)
    _ = await next.round()
    #expect(try await house.only == id)
    #expect(await house.presenter.history.count == 2)
    _ = await next.round()
    #expect(await house.presenter.history.count == 2)
  }

  @Test("an answer to the notification of a former due date does not count for the new one's")
  func lateAnswer() async throws {
    let house = House()
    let task = TodoTask.sample(due: noon)
    try await house.add(task)
    await house.begin()
    let old = try await house.only
    await house.presenter.fail(with: ReminderPresenterError("no answer"))
    try await house.change(task) { $0.dueDate = at(10) }
    await house.round(at: at(10))
    await house.service.markReported(await house.service.unreported())
    await house.happen(.snooze(old))
    await house.presenter.fail(with: nil)
    await house.round(at: at(hours(1)))
    #expect(await house.screen == [])
    #expect(await house.presenter.history.count == 1)
  }

  @Test("one that went away by itself does not come back while the service lives")
  func expired() async throws {
    let house = House()
    try await house.add(.sample(due: noon))
    await house.begin()
    await house.happen(.expired(try await house.only))
    await house.round(at: at(hours(1)))
    #expect(await house.presenter.history.count == 1)
  }

  @Test("a mark that can't be stored is tried again, and what is shown is not shown twice")
  func unwritable() async throws {
    let house = House()
    try await house.add(.sample(due: noon))
    await house.store.fail(writing: true)
    #expect(await house.begin() == at(1))
    #expect(await house.round(at: at(1)) == at(3))
    #expect(await house.presenter.history.count == 1)
    await house.store.fail()
    #expect(await house.round(at: at(3)) == nil)
    #expect(await house.store.tasks.reminderStates().count == 1)
    #expect(await house.presenter.history.count == 1)
  }

  @Test("a crash between showing and noting it shows it once more, under the same name")
  func crash() async throws {
    let house = House()
    try await house.add(.sample(due: noon))
    await house.store.fail(writing: true)
    await house.begin()
    let id = try await house.only
    await house.store.fail()
    let next = house.restarted()
    await next.receive(.serviceAppeared)
    _ = await next.round()
    #expect(try await house.only == id)
  }

  @Test("a presenter or store that fails is tried later and later, up to ten minutes")
  func retries() async throws {
    let house = House()
    try await house.add(.sample(due: noon))
    await house.begin()
    await house.store.fail(reading: true)
    var now = at(0)
    var delays: [Double] = []
    for _ in 0..<13 {
      let next = try #require(await house.round(at: now))
      delays.append(next.timeIntervalSince(now))
      now = next
    }
    #expect(delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600])
    await house.store.fail()
    #expect(await house.round(at: now) == nil)
  }

  @Test("signals that come while something fails don't make the delay grow")
  func signalsWhileFailing() async throws {
    let house = House()
    try await house.add(.sample(due: noon))
    await house.presenter.fail(with: ReminderPresenterError("no answer"))
    #expect(await house.begin() == at(1))
    for _ in 0..<10 { #expect(await house.service.round() == at(1)) }
    await house.presenter.fail(with: nil)
    #expect(await house.service.round() == nil)
    #expect(await house.screen.count == 1)
  }

  @Test("a task that can't be read is reminded of without a name")
  func damaged() async throws {
    let house = House()
    var task = TodoTask.sample(due: noon, notify: false)
    task.subtasks = [TodoSubtask(id: UUID(), name: "x", notify: true)]
    try await house.add(task, .sample("y", due: noon))
    await house.store.damage()
    await house.begin()
    let lost = "A subtask of A task that can't be read: Due 12:00\nSubtask of A task that can't be read"
    #expect(await house.screen == [lost, "A task that can't be read: Due 12:00"])
  }

  @Test("quiet hours can change at any time, and so can the time zone")
  func quietHours() async throws {
    let house = House(now: at(hours(11)), quietHours: QuietHours(from: 22 * 60, to: 7 * 60))
    try await house.add(.sample("A", due: at(hours(11))), .sample("B", due: at(hours(12))))
    #expect(await house.begin() == at(hours(19)))
    await house.round(at: at(hours(18)))
    #expect(await house.screen == [])
    await house.round(at: at(hours(19)))
    #expect(await house.screen == ["2 reminders: A\nB"])
    try await house.add(.sample("C", due: at(hours(19))))
    await house.service.setQuietHours(QuietHours(from: 6 * 60, to: 8 * 60))
    #expect(await house.service.round() == at(hours(20)))
    await house.service.setQuietHours(nil)
    _ = await house.service.round()
    #expect(await house.screen == ["2 reminders: A\nB", "C: Due 07:00"])
  }

  @Test("without a service the next command tells; what is told is not shown any more, the rest is")
  func untold() async throws {
    let house = House()
    try await house.add(.sample("A", due: at(-5)), .sample("B", due: at(-4)), .sample("C", due: at(5)))
    _ = await house.service.round()
    let notices = await house.service.unreported()
    #expect(notices.map(\.title) == ["A", "B"] && notices.map(\.detail) == ["Due 11:59", "Due 11:59"])
    await house.service.markReported([notices[0]])
    #expect(await house.service.unreported().map(\.title) == ["B"])
    await house.begin()
    #expect(await house.screen == ["B: Due 11:59"])
    #expect(await house.service.unreported() == [])
    await house.happen(.serviceVanished)
    #expect(await house.service.unreported() == [])
  }

  @Test("notifications that fail are told by the next command as well")
  func untoldWhileFailing() async throws {
    let house = House()
    try await house.add(.sample("A", due: noon))
    await house.presenter.fail(with: ReminderPresenterError("no answer"))
    await house.begin()
    #expect(await house.service.unreported().map(\.title) == ["A"])
  }

  @Test("a hundred thousand reminders to come cost no more than the question for the next")
  func manyReminders() async throws {
    let house = House()
    var changes: [TaskChange] = []
    for number in 0..<100_000 {
      changes.append(TaskChange(before: nil, after: .sample("\(number)", due: at(60 + Double(number)))))
    }
    try await house.store.tasks.apply(changes, as: "import", at: noon, rewriting: nil)
    #expect(await house.begin() == at(60))
    #expect(await house.store.reminderReads == 1)
    #expect(await house.store.remindersRead == 0)
    #expect(await house.store.tasksRead == 0)
    #expect(await house.store.markWrites == 0)
  }
}
