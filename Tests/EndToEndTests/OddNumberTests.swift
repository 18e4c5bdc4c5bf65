import AgentAPI
import Foundation
import ProcessTesting
import Testing
import VaultModel

/// What a client of this user sends, well formed, and with numbers and dates that no client of ours has ever sent.
@Suite("Numbers that nothing can be counted with, in requests to the agent")
struct OddNumberTests {
  private static let numbers = [Int.min, Int.min + 1, -1, 0, Int(Int32.max) + 1, .max - 1, .max]
  private static let dates = [
    -Double.greatestFiniteMagnitude, -1e300, -9.3e18, -1e12, 0, 1e12, 9.3e18, 1e300, .greatestFiniteMagnitude,
  ].map { Date(timeIntervalSinceReferenceDate: $0) }

  @Test("are refused, or counted as far as they go, and the agent lives on")
  func requests() throws {
    let scene = try TestChannel()
    let vault = scene.ada
    try vault.setPIN()
    try vault.mustRun("push", "send", "-", input: #"{"aps": {"alert": "Hello"}, "kind": "task"}"#)
    _ = try vault.inboxItems { $0.count == 1 }
    try vault.mustRun("channels", "send", "news", "Hello")
    try vault.mustRun("add", "one", "--due", "tomorrow", "--repeat", "daily")
    let listing = try JSONDecoder().decode(Listing.self, from: Data(vault.mustRun("list", "--json").utf8))
    let task = try #require(listing.tasks.first)
    let agent = DrivenAgent(vault)
    let pid = try #require(vault.agentPID)
    let name = task.id.uuidString
    for number in Self.numbers {
      for request in Self.requests(number, task: name) { try Self.send(request, agent) }
    }
    for date in Self.dates { for request in Self.requests(date, task: name) { try Self.send(request, agent) } }
    // Last, since the one takes everything back.
    for number in Self.numbers {
      for request in [UndoOperations(count: number), SkipOperations(count: number)] as [any AgentRequest] {
        try Self.send(request, agent)
      }
    }
    #expect(try vault.vault("list").status == 0)
    #expect(vault.agentPID == pid)
  }

  private struct Listing: Decodable {
    struct Task: Decodable { let id: UUID }
    let tasks: [Task]
  }

  /// Sends it; whether it is refused is the request's own matter.
  private static func send(_ request: some AgentRequest, _ agent: DrivenAgent) throws {
    do { _ = try agent.run(request) } catch { _ = error }
    // On the same connection: another agent would not know it.
    do { _ = try agent.run(ListAccessLog(limit: 1)) } catch {
      throw ChildProcess.Failure("the agent does not answer any more after \(request): \(error)")
    }
  }

  private static func requests(_ number: Int, task: String) -> [any AgentRequest] {
    let wide = Int64(number)
    let shape = TerminalShape(
      columns: number, rows: number, cellWidth: number, cellHeight: number, hasUnicode: true, environment: [:])
    var requests: [any AgentRequest] = [
      ListTasks(TaskQuery(offset: number, limit: number)), ListTasks(TaskQuery(offset: 1, limit: number)),
      ListTasks(TaskQuery(offset: number, limit: 1)), ListHistory(limit: number), ListReminders(limit: number),
      ListAccessLog(limit: number), ListInbox(limit: number), ListInbox(limit: 3, before: wide),
      ListInbox(limit: number, before: wide), ShowInboxItem(number: wide), AcceptInboxItem(number: wide),
      RejectInboxItem(number: wide), ListMessages(limit: number), ShowMessage(number: number),
      FetchPicture(number: wide, form: .description), FetchPicture(number: 1, form: .drawing(shape)),
      ShowChannel(channel: "news", limit: number, before: nil, asksServer: false, isSeen: false),
      ShowChannel(channel: "news", limit: number, before: wide, asksServer: true, isSeen: true),
      SetReminders(tasks: [task], subtask: number, isOn: true),
      SnoozeReminders(tasks: [task], subtask: number, until: .now),
      EditSubtask(task: task, number: number, changes: SubtaskEdit(), asksText: false),
      CompleteSubtasks(task: task, numbers: [number, 1]),
      CompleteSubtasks(task: task, numbers: [number], seen: [UUID()]),
      ReopenSubtasks(task: task, numbers: [number]), DeleteSubtasks(task: task, numbers: [number]),
      MoveSubtask(task: task, number: number, to: 1),
      MoveSubtask(task: task, number: 1, to: number),
    ]
    // A real wait is no odd number.
    if number <= 0 || number > 1 << 32 {
      let payload = #"{"aps": {"alert": "Wait"}, "kind": "task"}"#
      requests.append(SendPush(PushDraft(payload: payload, waitSeconds: number)))
    }
    return requests
  }

  private static func requests(_ date: Date, task: String) -> [any AgentRequest] {
    var filter = TaskFilter()
    (filter.dueFrom, filter.dueBefore) = (date, date)
    let due = DueMoment(date, isAllDay: false)
    var draft = TaskDraft(name: "odd", due: due)
    var allDay = TaskDraft(name: "odd", due: DueMoment(date, isAllDay: true))
    draft.notify = true
    draft.recurrence = RecurrenceRule("FREQ=DAILY")
    allDay.subtasks = [SubtaskDraft(name: "Go", due: due, notify: true)]
    let payload = #"{"aps": {"alert": "Until"}, "kind": "task"}"#
    return [
      ListTasks(TaskQuery(filter)), AddTask(draft), AddTask(allDay),
      SnoozeReminders(tasks: [task], subtask: nil, until: date),
      SendPush(PushDraft(payload: payload, expiresAt: date)), ListReminders(limit: 10),
    ]
  }
}
