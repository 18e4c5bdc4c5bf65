import FoundationEssentials
import StoreTesting
import Synchronization
import TaskStore
import VaultModel

@testable import Reminders

/// A story of random events around a service, and what must be true of what the owner sees of it.
final class World {
  private(set) var failures: [String] = []
  private(set) var story: [String] = []
  private(set) var seen: Set<String> = []
  private(set) var showCount = 0

  let house: House
  var service: ReminderService
  var random: SeededGenerator
  let quietHours: QuietHours?
  let zone: Zone
  var wake: Date?
  var tasks: [UUID] = []
  var isThere = true
  var isPresenterFailing = false
  var isReadFailing = false
  var isWriteFailing = false
  /// What the present run of the agent and of the service has shown.
  var shown: Set<Reminder> = []
  /// What was ever shown, and not put off since.
  var delivered: Set<Reminder> = []
  /// What the owner knows of.
  var answered: Set<Reminder> = []
  var snoozed: [Reminder: Date] = [:]
  /// What the owner said is done, and could not be made so yet.
  var completing: Set<Reminder> = []

  /// By how much local time is ahead of UTC; it changes when the owner travels.
  final class Zone: Sendable {
    let offset = Mutex(0)
  }

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let zone = Zone()
    self.zone = zone
    let local = LocalTime(secondsFromUTC: { _ in zone.offset.withLock { $0 } }, text: LocalTime.text)
    quietHours = seed % 3 == 0 ? nil : QuietHours(from: 22 * 60, to: seed % 3 == 1 ? 7 * 60 : 23 * 60)
    house = House(quietHours: quietHours, local: local)
    service = house.service
  }

  var now: Date { house.clock.now }

  var isQuiet: Bool {
    guard let quietHours else { return false }
    return QuietTime(quietHours, secondsFromUTC: { [zone] _ in zone.offset.withLock { $0 } }).contains(now)
  }

  func begin() async {
    await service.receive(.serviceAppeared)
    await round()
  }

  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  func expect(_ condition: Bool, _ sentence: String) {
    if !condition { failures.append(sentence) }
  }

  func note(_ event: String) { story.append(event) }

  func saw(_ kind: String) { seen.insert(kind) }

  // MARK: Rounds

  /// Makes a round, and looks at what it did.
  func round() async {
    wake = await service.round()
    if let wake { expect(wake > now, "it wakes at once, again and again") }
    await look()
  }

  private func look() async {
    let existing = await existing()
    for notification in await house.presenter.history.dropFirst(showCount) { check(notification, existing) }
    showCount = await house.presenter.history.count
    if !isReadFailing { await forget(besides: existing) }
    await checkComplete(existing)
  }

  /// What the service saw disappear counts as new when it comes back; unless it could not be taken down meanwhile.
  private func forget(besides existing: Set<Reminder>) async {
    let stuck = isPresenterFailing ? await house.presenter.visible.values.flatMap(\.reminders) : []
    shown.formIntersection(existing.union(stuck))
    delivered.formIntersection(existing)
    answered.formIntersection(existing)
    completing.formIntersection(existing)
    snoozed = snoozed.filter { existing.contains($0.key) }
  }

  private func check(_ notification: ReminderNotification, _ existing: Set<Reminder>) {
    note("shown \(notification.title) | \(notification.body)")
    if notification.reminders.count > 1 { saw("group") }
    if notification.body.contains("Missed") || notification.title.contains("missed") { saw("missed") }
    if notification.isUpdate { saw("update") }
    for reminder in notification.reminders {
      expect(existing.contains(reminder), "shown, though its task does not want it")
      guard !notification.isUpdate else {
        expect(shown.contains(reminder), "an update brings something new")
        continue
      }
      expect(reminder.date <= now, "shown before its time")
      expect(!isQuiet, "shown in quiet hours")
      expect(!shown.contains(reminder), "shown twice")
      expect(!answered.contains(reminder), "shown after an answer")
      if let end = snoozed.removeValue(forKey: reminder) {
        expect(end <= now, "shown before its snooze is over")
        saw("snoozed")
      }
      if delivered.contains(reminder) { saw("again") }
      shown.insert(reminder)
      delivered.insert(reminder)
    }
  }

  /// Everything that is due has come, and nothing else is on the screen.
  func checkComplete(_ existing: Set<Reminder>) async {
    guard isThere, !isPresenterFailing, !isReadFailing else { return }
    for notification in await house.presenter.visible.values {
      expect(existing.isSuperset(of: notification.reminders), "still shown, though its task does not want it")
    }
    guard !isQuiet else { return }
    for reminder in existing where reminder.date <= now {
      let isPutOff = snoozed[reminder].map { $0 > now } ?? false
      let isSettled = shown.contains(reminder) || answered.contains(reminder) || completing.contains(reminder)
      expect(isSettled || isPutOff, "due, and not shown: \(reminder.date.timeIntervalSince(noon))")
    }
  }

  func existing() async -> Set<Reminder> { Set(await house.store.tasks.reminders(until: .distantFuture)) }

  /// Lets time pass; the service makes a round when it wanted to be woken.
  func pass(_ seconds: Double) async {
    let end = now.addingTimeInterval(seconds)
    var rounds = 0
    while let wake, wake <= end, failures.isEmpty {
      house.clock.move(to: wake)
      await round()
      rounds += 1
      expect(rounds < 1000, "it is never at rest")
    }
    house.clock.move(to: max(now, end))
    await checkComplete(await existing())
  }
}
