import AgentAPI
import CivilTime
import Foundation
import Localization
import Terminal
import Testing
import VaultModel

@testable import vault

/// An agent with tasks in memory, which tells what a query finds when a test wants it to.
final class MemoryTaskAgent: TaskLink {
  var tasks: [TodoTask] = []
  private(set) var query = TaskQuery()
  private(set) var observations = 0
  private var former: [[TodoTask]] = []
  /// Whether the next page is still to be taken.
  var hasNews = false
  var notice: String?
  let descriptor: Int32 = -1
  private(set) var requests: [any AgentRequest] = []
  /// What changes are refused with.
  var refusal: Failure?
  /// Whether undo asks for the PIN.
  var undoAsks = false

  /// Adds a task; those that were added first are the first in the list.
  @discardableResult
  func add(_ name: String, due: Date? = nil, isProtected: Bool = false) -> TodoTask {
    let date = Date(timeIntervalSince1970: 0) + Double(tasks.count)
    var task = TodoTask(id: UUID(), name: name, dueDate: due, createdAt: date)
    if isProtected {
      let seal = SealReference(version: 1, digest: [UInt8](repeating: 1, count: 32))
      task = TodoTask(id: task.id, label: name, seal: seal, createdAt: date)
    }
    tasks.append(task)
    hasNews = true
    return task
  }

  func change(_ name: String, _ body: (inout TodoTask) -> Void) {
    guard let index = tasks.firstIndex(where: { $0.name == name }) else { return }
    body(&tasks[index])
    hasNews = true
  }

  func observe(_ query: TaskQuery) {
    self.query = query
    observations += 1
    hasNews = true
  }

  func consumePage() -> TaskPage? {
    guard hasNews else { return nil }
    hasNews = false
    var all = query
    all.limit = nil
    return TaskPage(rows: query.result(in: tasks).map { row($0) }, total: all.result(in: tasks).count)
  }

  private func row(_ task: TodoTask, isWhole: Bool = false) -> TaskRow {
    TaskRow(shortID: String(task.id.hexDigits.prefix(4)), task: task, isWhole: isWhole)
  }

  func run<Request: AgentRequest>(_ request: Request) throws -> Request.Reply {
    requests.append(request)
    guard let reply = try answer(request) as? Request.Reply else { throw Failure(.unsupported, "no") }
    return reply
  }

  private func answer(_ request: any AgentRequest) throws -> any Sendable {
    switch request {
    case let request as ShowTask: return row(tasks[try index(request.task)], isWhole: true)
    case is ListHistory:
      guard undoAsks || !former.isEmpty else { return [OperationRow]() }
      return [
        OperationRow(
          id: Int64(former.count), date: Date(), action: "done", tasks: [], taskCount: 1, needsVerification: undoAsks)
      ]
    case let request as CompleteTasks: return try changed("done", request.tasks[0]) { $0.isDone = true }
    case let request as ReopenTasks: return try changed("undone", request.tasks[0]) { $0.isDone = false }
    case let request as SnoozeReminders: return try changed("snoozed", request.tasks[0]) { _ in }
    case is UndoOperations: throw Failure(.usage, "There is nothing to undo.")
    case let request as UndoOperation:
      if let refusal { throw refusal }
      guard request.operation == former.count, let last = former.popLast() else {
        throw Failure(.usage, "That is not the newest operation.")
      }
      tasks = last
      hasNews = true
      return TaskChangeReport([.init("undo done", row(tasks[0]))])
    default: throw Failure(.unsupported, "no")
    }
  }

  private func index(_ reference: String) throws -> Int {
    guard let index = tasks.firstIndex(where: { $0.id.text == reference }) else {
      throw Failure(.usage, "There is no such task.")
    }
    return index
  }

  private func changed(_ action: String, _ reference: String, _ body: (inout TodoTask) -> Void) throws
    -> TaskChangeReport
  {
    if let refusal { throw refusal }
    let index = try index(reference)
    former.append(tasks)
    body(&tasks[index])
    hasNews = true
    return TaskChangeReport([.init(action, row(tasks[index]))])
  }
}

/// A date that a test moves.
final class TestDate {
  var date = Date(timeIntervalSince1970: 1_900_000_000)
}
