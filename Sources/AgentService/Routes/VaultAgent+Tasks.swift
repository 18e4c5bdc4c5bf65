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

  func list() async throws(Failure) -> Reply { .tasks(try await allNamed().map(\.row)) }

  func show(_ reference: String) async throws(Failure) -> Reply { .task(try await named(reference).row) }

  /// The task that `reference` names (a prefix of its UUID, with or without dashes), with its short id.
  func named(_ reference: String) async throws(Failure) -> NamedTask {
    guard let prefix = TaskIDPrefix(reference) else {
      throw Failure(
        .usage, "\u{201C}\(reference)\u{201D} is no task id.", hint: "Ids are in the first column of vault list.")
    }
    let family = try await family(of: prefix)
    let found = family.filter { prefix.matches($0.id) }
    guard let task = found.first else {
      throw Failure(.usage, "There is no task \(prefix).", hint: "Ids are in the first column of vault list.")
    }
    guard found.count == 1 else {
      throw Failure(.usage, "\(prefix) names \(found.count) tasks.", hint: "Give more of the id.")
    }
    return Self.named(task, among: family)
  }

  /// A task with the short id that names it among all.
  func row(_ task: TodoTask) async throws(Failure) -> TaskRow {
    guard let prefix = TaskIDPrefix(task.id.hexDigits) else { throw Failure(.internal, "A task's id has no digits.") }
    return Self.named(task, among: try await family(of: prefix)).row
  }

  /// The tasks whose ids begin alike: only they can make a short id longer.
  private func family(of prefix: TaskIDPrefix) async throws(Failure) -> [TodoTask] {
    do { return try await tasks.tasks(matching: prefix.shortened(to: ShortIDs.minimumDigitCount)) } catch {
      throw Failure(error)
    }
  }

  private static func named(_ task: TodoTask, among family: [TodoTask]) -> NamedTask {
    NamedTask(shortID: ShortIDs.shortest(for: family.map(\.id) + [task.id])[task.id] ?? task.id.hexDigits, task: task)
  }

  /// All tasks with their short ids.
  func allNamed() async throws(Failure) -> [NamedTask] {
    let all = try await allTasks()
    let shortIDs = ShortIDs.shortest(for: all.map(\.id))
    return all.map { NamedTask(shortID: shortIDs[$0.id] ?? $0.id.uuidString, task: $0) }
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

/// A task with the short id that names it among all.
struct NamedTask: Sendable {
  let shortID: String
  var task: TodoTask

  /// What a client sees of it.
  var row: TaskRow { TaskRow(shortID: shortID, task: task) }
}
