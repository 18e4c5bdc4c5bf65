internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension ReminderService {
  /// Handles what happened to notifications since the last round.
  func handleEvents() {
    let pending = events
    events = []
    for event in pending { handle(event) }
  }

  /// Takes down what an earlier run left; once for a service, whether it works or not, lest something be taken down that
  /// this one showed.
  func clear() async {
    guard needsClearing else { return }
    needsClearing = false
    do throws(ReminderPresenterError) { try await presenter.clear() } catch { fail(.withdrawing, error) }
  }

  /// Makes marks of what was snoozed.
  func recordAnswers() async {
    guard !answers.isEmpty else { return }
    do throws(TaskStoreError) {
      let marks = unsaved.applied(to: try await states.reminderStates())
      let dates = Dictionary(marks.map { ($0.key, $0.delivered) }, uniquingKeysWith: { first, _ in first })
      for (reminder, end) in answers {
        // The due date may have been moved, and the reminder of the new one delivered: that mark stays.
        guard dates[reminder.key] == nil || dates[reminder.key] == reminder.date else { continue }
        unsaved.set(.snoozed(reminder, until: end))
      }
      answers = [:]
    } catch {
      fail(.reading, error)
    }
  }

  /// Hands on what the owner wants done or opened.
  func carryOutAnswers() async {
    let opened = openings
    openings = []
    for task in opened {
      // Not tried again: a window that opens minutes later is not what was asked for.
      do { try await hooks.open(task) } catch { fail(.opening, error) }
    }
    for reminder in completions.sorted(by: Reminder.isEarlier) {
      do {
        // An occurrence that is done or passed already is not done twice.
        if try await exists(reminder) { try await hooks.complete(reminder) }
        completions.remove(reminder)
      } catch {
        fail(.completing, error)
      }
    }
  }

  private func handle(_ event: ReminderPresenterEvent) {
    switch event {
    case .done(let id):
      completions.formUnion(shown.reminders(in: id))
      shown.hide(id)
    case .snooze(let id):
      let end = clock.now.addingTimeInterval(ReminderAction.snoozeSeconds)
      for reminder in shown.remove(id) { answers[reminder] = end }
    case .open(let id):
      let reminders = dismiss(id)
      if let first = reminders.first { openings.append(reminders.count == 1 ? first.task : nil) }
    case .dismissed(let id): _ = dismiss(id)
    case .expired(let id): shown.hide(id)
    case .serviceAppeared: serviceChanged(isThere: true)
    case .serviceVanished: serviceChanged(isThere: false)
    }
  }

  private func dismiss(_ id: ReminderNotificationID) -> [Reminder] {
    let reminders = shown.remove(id)
    for reminder in reminders { answers[reminder] = .distantFuture }
    return reminders
  }

  private func serviceChanged(isThere: Bool) {
    shown.removeAll()
    isServiceThere = isThere
    needsClearing = isThere
  }

  private func exists(_ reminder: Reminder) async throws(TaskStoreError) -> Bool {
    do throws(TaskStoreError) {
      return try await tasks.task(reminder.task)?.reminders.contains(reminder) ?? false
    } catch {
      guard error.code == .damaged else { throw error }
      return false
    }
  }
}
