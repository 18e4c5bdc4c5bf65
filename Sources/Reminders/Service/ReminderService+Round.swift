internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension ReminderService {
  /// Does all there is to do now.
  ///
  /// - Returns: when to look again, always in the future; nil when only an event can bring work.
  func round() async -> Date? {
    hasFailed = false
    handleEvents()
    await clear()
    await recordAnswers()
    await carryOutAnswers()
    await saveMarks()
    let dates = [await passOccurrences(), await deliver()]
    await saveMarks()
    let again = retry.next(hasFailed: hasFailed, at: clock.now)
    return (dates + [again]).compactMap { $0 }.min()
  }

  func fail(_ step: ReminderFailure.Step, _ reason: any Error) {
    hasFailed = true
    hooks.report(ReminderFailure(step: step, reason: reason))
  }

  /// Writes what is to be written; stops at the first failure.
  ///
  /// - Returns: whether all is written.
  @discardableResult
  func saveMarks() async -> Bool {
    for write in unsaved.writes {
      guard !isHeld else { return false }
      do throws(TaskStoreError) {
        switch write {
        case .set(let mark): try await states.setReminderState(mark)
        case .remove(let key): try await states.removeReminderState(task: key.task, subtask: key.subtask)
        }
        unsaved.finish(write)
      } catch {
        fail(.marking, error)
        return false
      }
    }
    return true
  }

  /// What there is to decide about at `now`.
  func situation(at now: Date) async throws(TaskStoreError) -> ReminderSituation {
    var situation = ReminderSituation(now: now, quiet: quiet, isServiceThere: isServiceThere)
    situation.marks = unsaved.applied(to: try await states.reminderStates())
    situation.shown = shown
    situation.answering = completions.union(answers.keys)
    situation.reminders = try await tasks.reminders(until: ReminderSituation.horizon(now, situation.marks, shown))
    return situation
  }

  private func deliver() async -> Date? {
    let now = clock.now
    do throws(TaskStoreError) {
      let situation = try await situation(at: now)
      // Held meanwhile: tasks may be there by now whose marks were not yet when they were read.
      guard !isHeld else { return nil }
      shown.removeHidden(except: situation.reminders)
      let plan = ReminderPlan(situation)
      for action in plan.actions { await perform(action) }
      guard situation.isServiceThere else { return nil }
      let next = try await tasks.nextReminder(after: now)
      return [plan.wake, next.map(situation.release)].compactMap { $0 }.min()
    } catch {
      fail(.reading, error)
      return nil
    }
  }

  private func perform(_ action: ReminderPlan.Action) async {
    switch action {
    case .removeMark(let key): unsaved.remove(key)
    case .show(let delivery): await show(delivery)
    case .withdraw(let id):
      do throws(ReminderPresenterError) {
        try await presenter.withdraw(id)
        _ = shown.remove(id)
      } catch {
        fail(.withdrawing, error)
      }
    }
  }

  private func show(_ delivery: ReminderPlan.Delivery) async {
    do {
      guard let notification = try await notification(for: delivery) else { return }
      try await presenter.show(notification)
      shown.show(delivery.reminders, in: delivery.id, as: delivery.timing)
      guard !delivery.isUpdate else { return }
      for reminder in delivery.reminders { unsaved.set(.shown(reminder)) }
      // At once: what a crash finds unwritten is shown again. With a store that fails, once a round is enough.
      if !hasFailed { await saveMarks() }
    } catch {
      fail(error is TaskStoreError ? .reading : .showing, error)
    }
  }
}

// MARK: Words

extension ReminderService {
  /// - Returns: nil when there is nothing left to remind of; the store will have signalled that.
  private func notification(
    for delivery: ReminderPlan.Delivery
  ) async throws(TaskStoreError) -> ReminderNotification? {
    let text = ReminderText(local: local)
    if let only = delivery.reminders.first, delivery.reminders.count == 1 {
      return try await task(of: only).flatMap { text.notification(delivery, $0) }
    }
    var titles: [String] = []
    for reminder in delivery.reminders.prefix(ReminderText.namedCount) {
      if let title = try await task(of: reminder).flatMap({ text.title(of: reminder, in: $0) }) {
        titles.append(title)
      }
    }
    return text.notification(delivery, naming: titles)
  }

  /// The task; for one that is damaged another that says so, so that its reminder comes all the same.
  func task(of reminder: Reminder) async throws(TaskStoreError) -> TodoTask? {
    do throws(TaskStoreError) {
      return try await tasks.task(reminder.task)
    } catch {
      guard error.code == .damaged else { throw error }
      var task = TodoTask(id: reminder.task, name: "A task that can't be read", createdAt: .distantPast)
      task.subtasks = reminder.subtask.map { [TodoSubtask(id: $0, name: nil)] } ?? []
      return task
    }
  }
}
