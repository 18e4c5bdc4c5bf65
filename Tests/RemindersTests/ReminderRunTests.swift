import FoundationEssentials
import StoreTesting
import Testing
import VaultModel

@testable import Reminders

@Suite("The running reminder service", .timeLimit(.minutes(5)))
struct ReminderRunTests {
  @Test("sleeps until the due time, wakes once, and ends when it is cancelled")
  func life() async throws {
    let house = House()
    try await house.add(.sample("Pay rent", due: at(600)))
    await house.presenter.happen(.serviceAppeared)
    let run = Task { await house.service.run() }
    var sleeps = house.clock.sleeps.makeAsyncIterator()
    #expect(await sleeps.next() == at(600))
    house.clock.move(to: at(600))
    var shows = house.presenter.shows.makeAsyncIterator()
    #expect(await shows.next()?.title == "Pay rent")
    run.cancel()
    await run.value
    #expect(house.clock.sleeperCount == 0)
  }

  @Test("looks again when the store changes, the clock is set, or somebody answers")
  func wakes() async throws {
    let house = House()
    await house.presenter.happen(.serviceAppeared)
    let run = Task { await house.service.run() }
    var sleeps = house.clock.sleeps.makeAsyncIterator()
    var shows = house.presenter.shows.makeAsyncIterator()
    try await house.add(.sample("A", due: at(600)))
    house.changing.yield()
    #expect(await sleeps.next() == at(600))
    house.clock.set(to: at(hours(3)))
    let shown = try #require(await shows.next())
    #expect(shown.body == "Missed, was due 12:10")
    await house.presenter.happen(.snooze(shown.id))
    while let date = await sleeps.next(), date != at(hours(3) + 600) {}
    house.clock.move(to: at(hours(3) + 600))
    #expect(await shows.next()?.id == shown.id)
    run.cancel()
    await run.value
  }

  @Test("sleeps by the real clock as well")
  func realClock() async throws {
    let house = House()
    let clock = try SystemWallClock()
    let presenter = house.presenter
    try await house.add(.sample("A", due: clock.now.addingTimeInterval(0.03)))
    let hooks = ReminderHooks(
      complete: { _ in }, open: { _ in }, advance: { _, _ in nil }, report: { Issue.record($0) })
    let service = ReminderService(
      tasks: house.store, states: house.store, changes: AsyncStream { $0.finish() }, presenter: presenter, clock: clock,
      local: .utc,
      quietHours: nil, hooks: hooks)
    await presenter.happen(.serviceAppeared)
    let run = Task { await service.run() }
    var shows = presenter.shows.makeAsyncIterator()
    let shown = try #require(await shows.next())
    let date = try #require(shown.reminders.first?.date)
    #expect(date <= clock.now)
    run.cancel()
    await run.value
  }
}
