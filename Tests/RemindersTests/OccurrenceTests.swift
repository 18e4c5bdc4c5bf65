import FoundationEssentials
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import Reminders

@Suite("Repeating tasks")
struct OccurrenceTests {
  private func daily(due: Date, notify: Bool = true) -> TodoTask {
    var task = TodoTask.sample("Water the plants", due: due, notify: notify)
    task.recurrence = RecurrenceRule("FREQ=DAILY")
    return task
  }

  private func due(_ task: TodoTask, in house: House) async -> Date? { await house.store.tasks.task(task.id)?.dueDate }

  @Test("a task that is still open moves when its next occurrence comes, and is reminded of in place of the old one")
  func passing() async throws {
    let house = House()
    let task = daily(due: noon)
    try await house.add(task)
    #expect(await house.begin() == at(hours(24)))
    let old = try await house.only
    #expect(await house.round(at: at(hours(24) - 1)) == at(hours(24)))
    #expect(await due(task, in: house) == noon)
    #expect(await house.round(at: at(hours(24))) != nil)
    #expect(await due(task, in: house) == at(hours(24)))
    #expect(try await house.only != old)
    #expect(await house.presenter.history.count == 2)
  }

  @Test("one without a reminder moves, too: the service wakes for it")
  func silent() async throws {
    let house = House()
    let task = daily(due: at(60), notify: false)
    try await house.add(task)
    #expect(await house.begin() == at(60))
    #expect(await house.round(at: at(60)) == at(60 + hours(24)))
    await house.round(at: at(60 + hours(24)))
    #expect(await due(task, in: house) == at(60 + hours(24)))
  }

  @Test("one of a day moves at nine o'clock of its next day, when it is reminded of")
  func allDay() async throws {
    let house = House()
    var task = daily(due: at(hours(12) - 1))
    task.isAllDay = true
    try await house.add(task)
    await house.begin()
    #expect(await house.screen.count == 1)
    #expect(await house.round(at: at(hours(12))) == at(hours(21)))
    await house.round(at: at(hours(21)))
    #expect(await due(task, in: house) == at(hours(36) - 1))
    #expect(await house.presenter.history.count == 2)
    #expect(await house.screen.count == 1)
  }

  @Test("after many missed ones there is one change, to the newest, and one reminder")
  func manyMissed() async throws {
    let house = House()
    let task = daily(due: noon)
    try await house.add(task)
    await house.round(at: at(hours(24 * 30) + 5))
    #expect(house.log.now.moves == [at(hours(24 * 30))])
    await house.begin()
    #expect(await house.presenter.history.count == 1)
    #expect(await house.store.tasks.history(10).count == 1)
  }

  @Test("each occurrence is asked about once")
  func askedOnce() async throws {
    let house = House()
    try await house.add(daily(due: noon))
    await house.begin()
    for second in 1...20 { await house.round(at: at(Double(second))) }
    #expect(house.log.now.advances == 1)
  }

  @Test("a failure is tried again and moves it once")
  func failure() async throws {
    let house = House()
    let task = daily(due: noon)
    try await house.add(task)
    await house.begin()
    house.log.note { $0.refuses = true }
    #expect(await house.round(at: at(hours(24))) == at(hours(24) + 1))
    house.log.note { $0.refuses = false }
    await house.round(at: at(hours(24) + 1))
    await house.round(at: at(hours(24) + 2))
    #expect(house.log.now.moves.count == 1)
  }

  @Test("Done on an occurrence that has passed meanwhile does not complete the next one")
  func doneTooLate() async throws {
    let house = House()
    let task = daily(due: noon)
    try await house.add(task)
    await house.begin()
    let id = try await house.only
    try await house.change(task) { $0.dueDate = at(hours(24)) }
    await house.happen(.done(id))
    #expect(house.log.now.completed == [])
    #expect(await house.store.tasks.task(task.id)?.isDone == false)
  }
}
