internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// The longest name or label, in UTF-8 bytes.
  private static let maximumNameByteCount = 4096
  /// What stands for a protected task without a label.
  static let standardLabel = "Protected task"

  func add(_ name: String, dueDate: Date?) async throws(Failure) -> Reply {
    let name = try checked(name, "A task's name")
    try check(dueDate: dueDate)
    let task = TodoTask(id: UUID(), name: name, dueDate: dueDate, createdAt: Date())
    do { try await tasks.create(task) } catch { throw Failure(error) }
    return .task(try await row(task))
  }

  func list() async throws(Failure) -> Reply {
    let all = try await allTasks()
    let shortIDs = ShortIDs.shortest(for: all.map(\.id))
    return .tasks(all.map { TaskRow(shortID: shortIDs[$0.id] ?? $0.id.uuidString, task: $0) })
  }

  func show(_ reference: String) async throws(Failure) -> Reply { .task(try await row(task(reference))) }

  /// The task that `reference` names: a prefix of its UUID, with or without dashes.
  func task(_ reference: String) async throws(Failure) -> TodoTask {
    guard let prefix = TaskIDPrefix(reference) else {
      throw Failure(
        .usage, "\u{201C}\(reference)\u{201D} is no task id.", hint: "Ids are in the first column of vault list.")
    }
    let found: [TodoTask]
    do { found = try await tasks.tasks(matching: prefix) } catch { throw Failure(error) }
    guard let task = found.first else {
      throw Failure(.usage, "There is no task \(prefix).", hint: "Ids are in the first column of vault list.")
    }
    guard found.count == 1 else {
      throw Failure(.usage, "\(prefix) names \(found.count) tasks.", hint: "Give more of the id.")
    }
    return task
  }

  /// A task with the short id that names it among all. Only ids that begin alike can make it longer.
  func row(_ task: TodoTask) async throws(Failure) -> TaskRow {
    let digits = String(task.id.hexDigits.prefix(ShortIDs.minimumDigitCount))
    guard let prefix = TaskIDPrefix(digits) else { throw Failure(.internal, "A task's id has no digits.") }
    let rivals: [TodoTask]
    do { rivals = try await tasks.tasks(matching: prefix) } catch { throw Failure(error) }
    return TaskRow(shortID: ShortIDs.shortest(for: rivals.map(\.id) + [task.id])[task.id] ?? digits, task: task)
  }

  func allTasks() async throws(Failure) -> [TodoTask] {
    do { return try await tasks.all() } catch { throw Failure(error) }
  }

  /// Dates of the years 1 to 9999 are the ones that can be written and read everywhere.
  func check(dueDate: Date?) throws(Failure) {
    guard let seconds = dueDate?.timeIntervalSince1970 else { return }
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
      throw Failure(.usage, "A due date lies in the years 1 to 9999.")
    }
  }

  /// A name or label that is not empty and not too long; its control characters are escaped where it is shown.
  func checked(_ text: String, _ what: String) throws(Failure) -> String {
    guard text.contains(where: { !$0.isWhitespace }) else { throw Failure(.usage, "\(what) can't be empty.") }
    guard text.utf8.count <= Self.maximumNameByteCount else {
      throw Failure(.usage, "\(what) has at most \(Self.maximumNameByteCount) bytes.")
    }
    return text
  }
}
