internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension ReminderService {
  /// Has repeating tasks moved to the occurrences that have come.
  ///
  /// - Returns: when the next one comes, or the next task's present one is past.
  func passOccurrences() async -> Date? {
    let now = clock.now
    do throws(TaskStoreError) {
      let past = try await tasks.tasks(OccurrenceWatch.past(now))
      occurrences.removeAll(except: past)
      for task in past where occurrences.asksAbout(task, at: now) {
        // A rule may take long to be worked out; an agent that is told to end does not wait for the rest.
        guard !Task.isCancelled else { return nil }
        await pass(task, at: now)
      }
      let upcoming = try await tasks.tasks(OccurrenceWatch.upcoming(now)).first?.dueDate
      return [occurrences.next, upcoming].compactMap { $0 }.filter { $0 > now }.min()
    } catch {
      fail(.reading, error)
      return nil
    }
  }

  private func pass(_ task: TodoTask, at now: Date) async {
    do {
      let next = try await hooks.advance(task, now)
      if let next, next <= now { throw OccurrenceInThePast() }
      occurrences.record(next, for: task)
    } catch {
      fail(.advancing, error)
    }
  }
}
