public import AgentAPI
public import FoundationEssentials
internal import Localization
public import SecretMemory
internal import VaultClient
public import VaultModel

/// Changes that a person makes, each with what is told of it.
@MainActor
public struct TaskActions {
  private let tasks: any TaskService
  private let told: @MainActor (Result<Notice, Failure>) -> Void
  private let doneRecently = DoneRecently()
  private let namesTasks: Bool

  /// Makes them.
  ///
  /// - Parameters:
  ///   - namesTasks: whether a task that prevents something is called by its name, in what is told in place of the failure.
  ///   - told: called after each change with what is to be told of it.
  public init(
    _ tasks: any TaskService, namesTasks: Bool = true, told: @escaping @MainActor (Result<Notice, Failure>) -> Void
  ) { (self.tasks, self.namesTasks, self.told) = (tasks, namesTasks, told) }

  /// Adds a task.
  ///
  /// - Parameter added: called with it.
  public func add(_ entry: QuickEntry, added: @MainActor (TaskRow) -> Void = { _ in }) async -> Bool {
    await tell { () async throws(Failure) in
      let body: RepeatableChange.Body = { [draft = entry.draft] (service, _) throws(Failure) in
        let task = try await service.add(draft)
        return TaskChangeReport([TaskChangeReport.Line("add", task)], operation: task.operation)
      }
      let report = try await body(tasks, [])
      for line in report.lines { added(line.task) }
      return try Self.notice(of: report, again: RepeatableChange(report, of: [], hasWords: true, makesTask: true, body))
    }
  }

  /// Adds a protected task.
  ///
  /// - Parameters:
  ///   - hasSteps: whether the lines of its text that begin with `- ` are its steps.
  ///   - added: called with it.
  public func add(
    _ draft: TaskDraft, sealing text: SharedSecret, hasSteps: Bool, added: @MainActor (TaskRow) -> Void = { _ in }
  ) async -> Bool {
    await tell { () async throws(Failure) in
      let task = try await tasks.add(draft, sealing: text, hasSteps: hasSteps)
      added(task)
      return Self.notice(of: ActionWords([TaskChangeReport.Line("add", task)]), undo: task.operation)
    }
  }

  /// Makes tasks done, or opens them again.
  ///
  /// - Returns: whether that was done. The second press of two quick ones is none: a task that repeats is its next occurrence by then.
  public func setDone(_ isDone: Bool, _ ids: [UUID]) async -> Bool {
    guard isDone else { return await change(ids) { ReopenTasks($0) } }
    let wanted = doneRecently.begin(ids, at: .now)
    return wanted.isEmpty ? false : await change(wanted) { CompleteTasks($0) }
  }

  /// Removes tasks.
  ///
  /// - Returns: whether that was done.
  @discardableResult
  public func delete(_ ids: [UUID]) async -> Bool { await change(ids) { DeleteTasks($0) } }

  /// Changes a task.
  public func edit(_ id: UUID, _ changes: TaskEdit) async -> Bool {
    await change([id], hasWords: true) { EditTasks(tasks: $0, changes: changes) }
  }

  /// Switches the reminders of a task on or off.
  ///
  /// - Returns: whether it was done.
  public func remind(_ isOn: Bool, of id: UUID) async -> Bool {
    await change([id], isSeen: true) { SetReminders(tasks: $0, subtask: nil, isOn: isOn) }
  }

  /// Takes a change back, for which the owner may be asked.
  ///
  /// - Parameters:
  ///   - again: what makes it once more.
  ///   - restored: called with the tasks that had been deleted, where some are back.
  ///   - reopened: called with the tasks that had been made done, where some are to be done again.
  /// - Returns: whether that was done.
  public func undo(
    _ operation: Int64, again: RepeatableChange? = nil, restored: @MainActor ([TaskRow]) -> Void = { _ in },
    reopened: @MainActor ([TaskRow]) -> Void = { _ in }
  ) async -> Bool {
    await tell { () async throws(Failure) in
      let report = try await tasks.change(UndoOperation(operation: operation), asking: nil)
      let notice = try Self.notice(of: report, again: again)
      let back = report.lines.filter { $0.action == "undo delete" || $0.action == "undo deleted" }
      if !back.isEmpty { restored(back.map(\.task)) }
      let open = report.lines.filter { $0.action == "undo done" }
      if !open.isEmpty { reopened(open.map(\.task)) }
      return notice
    }
  }

  /// Makes a change once more that was taken back.
  ///
  /// - Parameter made: called where it makes a task, with the id of the one that was taken back, and the one that is there now.
  /// - Returns: whether that was done.
  public func redo(
    _ change: RepeatableChange, made: @MainActor (_ former: UUID, TaskRow) -> Void = { _, _ in }
  ) async -> Bool {
    await tell { () async throws(Failure) in
      let (report, again) = try await change.make(tasks)
      if let former = change.made, let task = report.lines.first?.task { made(former, task) }
      return try Self.notice(of: report, again: again)
    }
  }

  /// Makes a change, and throws what prevents it in place of telling it: for a form that says it itself.
  ///
  /// - Returns: whether it was done.
  public func orThrow(_ body: @MainActor (TaskActions) async -> Bool) async throws(Failure) -> Bool {
    var failure: Failure?
    let isDone = await body(
      TaskActions(tasks, namesTasks: false) { [told] outcome in
        if case .failure(let found) = outcome { failure = found } else { told(outcome) }
      })
    if let failure { throw failure }
    return isDone
  }

  /// Makes a change that can be made again after it was taken back.
  ///
  /// - Parameters:
  ///   - isSeen: whether the person sees the change where they have made it.
  ///   - hasWords: whether the request has words that somebody typed.
  ///   - asks: whether the person is asked for the text of a protected task; then it is not made again.
  ///   - request: of tasks by their ids.
  /// - Returns: whether it was done.
  func change<Request: AgentRequest<TaskChangeReport>>(
    _ ids: [UUID], isSeen: Bool = false, hasWords: Bool = false, asks: Bool = false,
    _ request: @escaping @Sendable ([String]) -> Request
  ) async -> Bool {
    await tell { () async throws(Failure) in
      let body: RepeatableChange.Body = { (service, ids) throws(Failure) in
        asks ? try await service.change(request(ids), asking: nil) : try await service.change(request(ids))
      }
      let report = try await body(tasks, ids.map(\.text))
      let isSealed = asks && report.lines.contains { $0.task.isProtected }
      let again = isSealed ? nil : RepeatableChange(report, of: ids, hasWords: hasWords, body)
      return try Self.notice(of: report, again: again, isSeen: isSeen)
    }
  }

  /// - Returns: whether it was done.
  func change(_ request: some AgentRequest<TaskChangeReport>, asking text: SharedSecret?) async -> Bool {
    await tell { () async throws(Failure) in try Self.notice(of: try await tasks.change(request, asking: text)) }
  }

  private static func notice(
    of report: TaskChangeReport, again: RepeatableChange? = nil, isSeen: Bool = false
  ) throws(Failure) -> Notice {
    if let trouble = report.trouble { throw trouble }
    let notes = Self.notes(of: report).map { $0.hasSuffix(".") ? $0 : "\($0)." }
    return Self.notice(
      of: ActionWords(report.lines), notes, undo: report.operation, again: again, isSeen: isSeen && notes.isEmpty)
  }

  /// What a task is called on the command line is told nobody here: of the only one it is said what to do about it.
  private static func notes(of report: TaskChangeReport) -> [String] {
    guard report.lines.count == 1, let line = report.lines.first, line.action == "unprotect" else {
      return report.notes
    }
    return report.notes.map {
      $0.contains(line.task.shortID)
        ? localized("You have not looked at its text since it was written: see that it is as you want it.") : $0
    }
  }

  private static func notice(
    of what: ActionWords, _ notes: [String] = [], undo: Int64?, again: RepeatableChange? = nil, isSeen: Bool = false
  ) -> Notice {
    Notice(
      notes.isEmpty ? what.text : ([what.text + "."] + notes).joined(separator: " "), undo: undo, again: again,
      isSeen: isSeen, tasks: what.quoted)
  }

  /// - Returns: whether it was done.
  private func tell(_ body: () async throws(Failure) -> Notice) async -> Bool {
    do throws(Failure) {
      told(.success(try await body()))
      return true
    } catch {
      await tell(error)
      return false
    }
  }

  /// Tells what prevents something, of a task by what it is called: the agent calls it by the beginning of its id.
  private func tell(_ failure: Failure) async {
    guard namesTasks else { return told(.failure(failure)) }
    for word in failure.message.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init) {
      guard word.count >= ShortIDs.minimumDigitCount, word.allSatisfy(\.isHexDigit) else { continue }
      let task: TaskRow
      do throws(Failure) { task = try await tasks.task(beginning: word) } catch { continue }
      var named = failure
      named.message = failure.message.replacing(word, with: "“\(ActionWords.shortened(task))”")
      return told(.success(Notice(named.line, tasks: task.isProtected ? [] : [task.id])))
    }
    told(.failure(failure))
  }
}
