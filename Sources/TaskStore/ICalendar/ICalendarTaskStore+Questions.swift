public import FoundationEssentials
internal import ICalendar
public import VaultModel

extension ICalendarTaskStore {
  /// The task of that id, or nil.
  public func task(_ id: UUID) -> TodoTask? { contents.tasks[id] }

  /// Those of the ids' tasks that there are.
  public func tasks(_ ids: [UUID]) -> [UUID: TodoTask] { contents.tasks.tasks(ids) }

  /// All tasks, by the time they were made, then by id.
  public func all() -> [TodoTask] { contents.tasks.all }

  /// The tasks whose id begins with `prefix`.
  public func tasks(matching prefix: TaskIDPrefix) -> [TodoTask] { contents.tasks.matching(prefix) }

  /// How many tasks there are.
  public func count() -> Int { contents.tasks.count }

  /// What the query finds.
  public func tasks(_ query: TaskQuery) -> [TodoTask] {
    watchAgain()
    return query.result(in: contents.tasks.tasks.values)
  }

  /// The ids of what the query finds.
  public func ids(_ query: TaskQuery) -> [UUID] { query.result(in: contents.tasks.tasks.values).map(\.id) }

  /// Which tasks have these ids, or a subtask with one of them.
  public func owners(of ids: [UUID]) -> [UUID: UUID] {
    Dictionary(ids.compactMap { id in contents.owners[id].map { (id, $0) } }) { first, _ in first }
  }

  /// The due dates that the file of a repeating task takes out of its rule (`EXDATE`).
  public func excludedDates(of id: UUID) -> [DueMoment] {
    guard let item = contents.items[id], let name = contents.items.place(of: id) else { return [] }
    return contents.files[name]?.file.excludedDates(of: item.uid) ?? []
  }

  /// How many tasks each filter means.
  public func counts(_ filters: [TaskFilter]) -> [Int] { filters.map { contents.tasks.count($0) } }

  /// The shortest prefixes that name the tasks.
  public func shortIDs(of ids: [UUID]) -> [UUID: String] { contents.tasks.shortIDs(of: ids) }

  /// The reminders up to `date`.
  public func reminders(until date: Date) -> [Reminder] { contents.tasks.reminders(until: date) }

  /// When the first reminder after `date` is.
  public func nextReminder(after date: Date) -> Date? { contents.tasks.nextReminder(after: date) }

  /// A signal for every change, also by other programs.
  public func changes() -> AsyncStream<Void> {
    observers.add { [weak self] number in
      Task { await self?.stopObserving(number) }
    }
  }

  private func stopObserving(_ number: Int) { observers.remove(number) }
}
