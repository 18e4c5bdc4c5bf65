internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import TaskStore
internal import VaultModel

/// Tells of decisions that the server does not take, and takes their tasks back.
struct RejectedDecisionHandler: LateDecisionHandling {
  let taskService: TaskService
  let tell: @Sendable (LocalizedText) -> Void

  var notify: @Sendable (String) -> Void { { [tell] words in tell(LocalizedText(words: words)) } }

  func notifyOverruled(by change: InboxChange) {
    let device: LocalizedText = change.device.map(LocalizedText.init(verbatim:)) ?? "another device"
    tell(
      change.state == .rejected
        ? "Item \(change.sequence) of the inbox was declined on \(device) before the server heard of your decision; that stands. A task that you made of it stays, too."
        : "Item \(change.sequence) of the inbox was accepted on \(device) before the server heard of your decision; that stands. A task that you made of it stays, too."
    )
  }

  func revert(_ entry: InboxEntry) async -> Bool {
    do throws(Failure) {
      try await removeTask(of: entry)
      return true
    } catch {
      tell("\(Self.lateness(of: entry)), but its task can't be taken back yet: \(error.$message)")
      return false
    }
  }

  /// A task that was made goes, unless the person has done something about it since: then it is theirs.
  private func removeTask(of entry: InboxEntry) async throws(Failure) {
    let lateness = Self.lateness(of: entry)
    guard entry.state == .accepted, let task = try await taskService.task(AcceptedTask.id(ofPush: entry.push))
    else {
      return tell("\(lateness), so that does not count.")
    }
    guard Self.isUntouched(task, since: entry) else {
      return tell("\(lateness). Its task stays, since you have changed it.")
    }
    try await taskService.apply([TaskChange(before: task, after: nil)], as: "expire", at: Date())
    tell("\(lateness), so its task is gone; vault undo brings it back.")
  }

  private static func lateness(of entry: InboxEntry) -> LocalizedText {
    entry.state == .rejected
      ? "Item \(entry.sequence) of the inbox had expired or been replaced before the server heard that you declined it"
      : "Item \(entry.sequence) of the inbox had expired or been replaced before the server heard that you accepted it"
  }

  /// Whether a task is as accepting made it.
  private static func isUntouched(_ task: TodoTask, since entry: InboxEntry) -> Bool {
    guard let payload = entry.payload else { return false }
    var made = AcceptedTask(payload, push: entry.push, at: task.createdAt).task
    made.notify = made.notify && made.dueDate != nil
    // Stores keep dates to the second at least.
    guard made.dueDate.isClose(to: task.dueDate), Date?(made.modifiedAt).isClose(to: task.modifiedAt) else {
      return false
    }
    (made.dueDate, made.modifiedAt) = (task.dueDate, task.modifiedAt)
    return made == task
  }
}

extension Date? {
  fileprivate func isClose(to other: Date?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let date?, let other?): abs(date.timeIntervalSince(other)) < 1
    default: false
    }
  }
}
