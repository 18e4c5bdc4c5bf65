import FoundationEssentials
import StoreTesting
import Synchronization
import TaskStore
import VaultModel

@testable import Reminders

extension World {
  /// Lets something happen.
  func step() async throws {
    let isInTrouble = !isThere || isPresenterFailing || isReadFailing || isWriteFailing
    switch number(0...99) {
    case 0..<12 where isInTrouble: await (isThere ? failSomewhere() : changeService())
    case 0..<24: try await add()
    case 24..<38: try await changeTask()
    case 38..<54: await answer()
    case 54..<58: await changeService()
    case 58..<63: await restart()
    case 63..<67: await setClock()
    case 67..<74: await failSomewhere()
    case 74..<76: await travel()
    case 76..<81: await tell()
    default: await letTimePass()
    }
  }

  private func add() async throws {
    let due = now.addingTimeInterval(Double(number(-3600...20_000)) + 0.25)
    var task = TodoTask.sample("task \(tasks.count)", due: due, id: id())
    task.notify = number(0...9) > 0
    if number(0...3) == 0 {
      task.subtasks = [TodoSubtask(id: id(), name: "step", notify: true)]
      if number(0...1) == 0 { task.subtasks[0].dueDate = now.addingTimeInterval(Double(number(0...9000))) }
    }
    note("add \(task.name ?? "") due \(task.dueDate?.timeIntervalSince(noon) ?? 0)")
    tasks.append(task.id)
    try await house.add(task)
    await round()
  }

  private func id() -> UUID {
    let bytes = (0..<16).map { _ in UInt8(number(0...255)) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private func changeTask() async throws {
    guard let id = tasks.randomElement(using: &random), var task = await house.store.tasks.task(id) else { return }
    let kind = number(0...5)
    note("change \(task.name ?? "") \(kind)")
    switch kind {
    case 0: task.isDone = true
    case 1: task.notify.toggle()
    case 2: if !task.subtasks.isEmpty { task.subtasks[0].isDone.toggle() }
    case 3: task.dueDate = now.addingTimeInterval(Double(number(-600...9000)) + 0.5)
    case 4: task.isAllDay.toggle()
    default:
      await house.store.tasks.delete(id)
      await round()
      return
    }
    try await house.store.tasks.update(task)
    await round()
  }

  private func answer() async {
    let visible = await house.presenter.visible.values.sorted { $0.id < $1.id }
    guard isThere, let notification = visible.randomElement(using: &random) else { return }
    let event: ReminderPresenterEvent
    switch number(0...4) {
    case 0:
      event = .done(notification.id)
      completing.formUnion(notification.reminders)
    case 1:
      event = .snooze(notification.id)
      for reminder in notification.reminders {
        shown.remove(reminder)
        delivered.remove(reminder)
        snoozed[reminder] = now.addingTimeInterval(ReminderAction.snoozeSeconds)
      }
    case 2, 3:
      event = number(0...1) == 0 ? .open(notification.id) : .dismissed(notification.id)
      answered.formUnion(notification.reminders)
    default: event = .expired(notification.id)
    }
    note("answer \(notification.title): \(event)")
    await house.presenter.note(event)
    await service.receive(event)
    await round()
  }

  private func changeService() async {
    guard !isPresenterFailing else { return }
    isThere.toggle()
    note(isThere ? "service appears" : "service vanishes")
    shown = []
    let event: ReminderPresenterEvent = isThere ? .serviceAppeared : .serviceVanished
    await house.presenter.note(event)
    await service.receive(event)
    await round()
  }

  /// The agent ends, or crashes with something unwritten, and is started again; the screen stays as it is.
  private func restart() async {
    guard !isPresenterFailing else { return }
    note("restart")
    if isWriteFailing || isReadFailing {
      saw("crash")
      await learnFromLedger()
    }
    shown = []
    completing = []
    let local = LocalTime(secondsFromUTC: { [zone] _ in zone.offset.withLock { $0 } }, text: LocalTime.text)
    service = house.restarted(quietHours: quietHours, local: local)
    if isThere { await service.receive(.serviceAppeared) }
    await round()
  }

  /// What was not written before a crash is not known after it.
  private func learnFromLedger() async {
    delivered = []
    answered = []
    snoozed = [:]
    let marks = await house.store.tasks.reminderStates()
    for reminder in await existing() {
      guard let mark = marks.first(where: { $0.key == reminder.key && $0.delivered == reminder.date }) else { continue }
      switch mark.snoozedUntil {
      case nil: delivered.insert(reminder)
      case Date.distantFuture?: answered.insert(reminder)
      case let end?: snoozed[reminder] = end
      }
    }
  }

  private func setClock() async {
    let seconds = Double(number(-10_000...10_000))
    note("clock set by \(seconds)")
    house.clock.set(to: now.addingTimeInterval(seconds))
    await round()
  }

  private func failSomewhere() async {
    let isFailing = isPresenterFailing || isWriteFailing || isReadFailing
    (isPresenterFailing, isWriteFailing, isReadFailing) = (false, false, false)
    switch number(0...3) {
    case _ where isFailing: break
    case 0 where isThere: isPresenterFailing = true
    case 1: isReadFailing = true
    default: isWriteFailing = true
    }
    note("failing: presenter \(isPresenterFailing), write \(isWriteFailing), read \(isReadFailing)")
    await house.presenter.fail(with: isPresenterFailing ? ReminderPresenterError("no answer") : nil)
    await house.store.fail(reading: isReadFailing, writing: isWriteFailing)
    await round()
  }

  private func travel() async {
    let offset = number(-12...14) * 3600
    note("time zone \(offset)")
    zone.offset.withLock { $0 = offset }
    await round()
  }

  private func tell() async {
    let notices = await service.unreported()
    let told = Set(notices.map(\.reminder))
    if isThere && !isPresenterFailing && !isWriteFailing && !isReadFailing { expect(told.isEmpty, "told and shown") }
    if !isThere, !isReadFailing, !isQuiet {
      let now = now
      let due = await existing().filter { $0.date <= now && (snoozed[$0] ?? now) <= now }
      expect(told == due.subtracting(delivered).subtracting(answered).subtracting(completing), "told all and no more")
    }
    expect(told.isDisjoint(with: delivered) && told.isDisjoint(with: answered), "told, though the owner knows")
    note("told \(notices.map(\.title))")
    guard !notices.isEmpty, number(0...3) > 0 else { return }
    saw("told")
    await service.markReported(notices)
    for reminder in told { snoozed[reminder] = nil }
    answered.formUnion(told)
    await round()
  }

  private func letTimePass() async {
    let seconds = Double(number(1...8000))
    note("\(seconds) pass")
    // The machine sleeps now and then: time passes, and the service wakes late.
    if number(0...3) == 0 {
      house.clock.set(to: now.addingTimeInterval(seconds))
      await round()
    } else {
      await pass(seconds)
    }
  }
}
