import FoundationEssentials
import StoreTesting
import TaskStore
import Testing
import VaultModel

/// A store in memory that counts what is asked of it, and fails when a test wants it to.
actor WatchedStore: TaskReading, ReminderStateStore {
  let tasks = InMemoryTaskStore()
  private(set) var reminderReads = 0
  private(set) var remindersRead = 0
  private(set) var tasksRead = 0
  private(set) var markWrites = 0
  private var isUnreadable = false
  private var isUnwritable = false
  private var isDamaged = false

  func fail(reading: Bool = false, writing: Bool = false) {
    isUnreadable = reading
    isUnwritable = writing
  }

  func changes() async -> AsyncStream<Void> { await tasks.changes() }

  func damage() { isDamaged = true }

  func resetCounts() {
    reminderReads = 0
    remindersRead = 0
    tasksRead = 0
    markWrites = 0
  }

  func task(_ id: UUID) async throws(TaskStoreError) -> TodoTask? {
    try checkReadable()
    if isDamaged { throw TaskStoreError(.damaged) }
    tasksRead += 1
    return await tasks.task(id)
  }

  func tasks(_ ids: [UUID]) async throws(TaskStoreError) -> [UUID: TodoTask] {
    try checkReadable()
    return await tasks.tasks(ids)
  }

  func owners(of ids: [UUID]) async throws(TaskStoreError) -> [UUID: UUID] { await tasks.owners(of: ids) }

  func ids(_ query: TaskQuery) async throws(TaskStoreError) -> [UUID] { await tasks.ids(query) }

  func reminders(until date: Date) async throws(TaskStoreError) -> [Reminder] {
    try checkReadable()
    reminderReads += 1
    let found = await tasks.reminders(until: date)
    remindersRead += found.count
    return found
  }

  func nextReminder(after date: Date) async throws(TaskStoreError) -> Date? {
    try checkReadable()
    return await tasks.nextReminder(after: date)
  }

  func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [TodoTask] {
    try checkReadable()
    let found = await tasks.tasks(query)
    tasksRead += found.count
    return found
  }

  func reminderStates() async throws(TaskStoreError) -> [ReminderState] {
    try checkReadable()
    return await tasks.reminderStates()
  }

  func setReminderState(_ mark: ReminderState) async throws(TaskStoreError) {
    try checkWritable()
    await tasks.setReminderState(mark)
  }

  func removeReminderState(task: UUID, subtask: UUID?) async throws(TaskStoreError) {
    try checkWritable()
    await tasks.removeReminderState(task: task, subtask: subtask)
  }

  // MARK: What reminders never ask

  func all() throws(TaskStoreError) -> [TodoTask] { try refuse() }
  func tasks(matching prefix: TaskIDPrefix) throws(TaskStoreError) -> [TodoTask] { try refuse() }
  func count() throws(TaskStoreError) -> Int { try refuse() }
  func counts(_ filters: [TaskFilter]) throws(TaskStoreError) -> [Int] { try refuse() }
  func shortIDs(of ids: [UUID]) throws(TaskStoreError) -> [UUID: String] { try refuse() }

  private func refuse() throws(TaskStoreError) -> Never {
    Issue.record("reminders asked something that costs too much")
    throw TaskStoreError(.failed)
  }

  private func checkReadable() throws(TaskStoreError) {
    if isUnreadable { throw TaskStoreError(.busy) }
  }

  private func checkWritable() throws(TaskStoreError) {
    markWrites += 1
    if isUnwritable { throw TaskStoreError(.diskFull) }
  }
}
