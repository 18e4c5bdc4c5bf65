public import AgentAPI
public import FoundationEssentials
internal import VaultClient

/// Changes that a person makes, each with what is told of it.
@MainActor
public struct TaskActions {
  /// What is told of a change.
  public struct Notice: Equatable, Sendable {
    /// What was done, in one line.
    public let text: String
    /// What takes exactly this change back; nil where nothing does.
    public let undo: Int64?

    /// Tells something.
    public init(text: String, undo: Int64?) { (self.text, self.undo) = (text, undo) }
  }

  private let tasks: any TaskService
  private let told: @MainActor (Result<Notice, Failure>) -> Void

  /// Makes them.
  ///
  /// - Parameter told: called after each change with what is to be told of it.
  public init(_ tasks: any TaskService, told: @escaping @MainActor (Result<Notice, Failure>) -> Void) {
    (self.tasks, self.told) = (tasks, told)
  }

  /// Adds a task.
  public func add(_ entry: QuickEntry) async -> Bool {
    await tell { () async throws(Failure) in
      let task = try await tasks.add(entry.draft)
      return Notice(text: "Added \(Self.quoted(task))", undo: task.operation)
    }
  }

  /// Makes tasks done, or opens them again.
  public func setDone(_ isDone: Bool, _ ids: [UUID]) async {
    await change { () async throws(Failure) in try await tasks.setDone(isDone, ids) }
  }

  /// Makes a step done, or opens it again.
  ///
  /// - Parameter number: its place in the task's list, counted from 1.
  public func setDone(_ isDone: Bool, step number: Int, of id: UUID) async {
    await change { () async throws(Failure) in try await tasks.setDone(isDone, steps: [number], of: id) }
  }

  /// Removes tasks.
  public func delete(_ ids: [UUID]) async {
    await change { () async throws(Failure) in try await tasks.delete(ids) }
  }

  /// Takes a change back.
  public func undo(_ operation: Int64) async {
    await change { () async throws(Failure) in try await tasks.undo(operation) }
  }

  private func change(_ body: () async throws(Failure) -> TaskChangeReport) async {
    _ = await tell { () async throws(Failure) in
      let report = try await body()
      if let trouble = report.trouble { throw trouble }
      return Notice(text: ([Self.words(report.lines)] + report.notes).joined(separator: ". "), undo: report.operation)
    }
  }

  private static func words(_ lines: [TaskChangeReport.Line]) -> String {
    guard let first = lines.first else { return "Nothing was changed" }
    let what = ActionName(first.action).text
    return lines.count == 1 ? "\(what): \(quoted(first.task))" : "\(what): \(lines.count) tasks"
  }

  /// - Returns: whether it was done.
  private func tell(_ body: () async throws(Failure) -> Notice) async -> Bool {
    do throws(Failure) {
      told(.success(try await body()))
      return true
    } catch {
      told(.failure(error))
      return false
    }
  }

  /// The name in quotation marks, cut where it is long.
  private static func quoted(_ task: TaskRow) -> String {
    let name = task.name ?? task.label ?? "Protected task"
    return "“\(name.count > 40 ? "\(name.prefix(40))…" : name)”"
  }
}
