internal import AgentAPI
internal import Localization
internal import VaultModel

extension RequestSamples {
  /// With everything that an ordinary task can have.
  private static let fullDraft: TaskDraft = {
    var draft = TaskDraft(name: "Milk", due: DueMoment(date, isAllDay: true))
    (draft.notify, draft.priority, draft.tags) = (true, .high, ["shop"])
    TextFieldSamples.fill(&draft)
    draft.subtasks = [SubtaskDraft(name: "Go", notify: true)]
    draft.recurrence = RecurrenceRule("FREQ=DAILY")
    return draft
  }()

  /// With what only a protected task has.
  private static let protectedDraft: TaskDraft = {
    var draft = TaskDraft()
    (draft.label, draft.alwaysVerify, draft.destruction) = ("Door", true, .whenDone)
    return draft
  }()

  private static let someEdits: TaskEdit = {
    var edit = TaskEdit()
    (edit.name, edit.due, edit.addedTags) = ("Oats", .set(DueMoment(date)), ["shop"])
    TextFieldSamples.fill(&edit)
    return edit
  }()

  private static let otherEdits: TaskEdit = {
    var edit = TaskEdit()
    (edit.label, edit.priority, edit.project, edit.destruction) = (.set("Door"), .set(.high), .clear, .set(.whenDone))
    edit.recurrence = RecurrenceRule("FREQ=DAILY").map { .set($0) }
    (edit.clearsTags, edit.removedTags, edit.notify) = (true, ["home"], false)
    return edit
  }()

  /// Requests about tasks. Together the samples have every field of a task, a draft and an edit.
  static let task: [RequestSample] = [
    RequestSample(
      AddTask(fullDraft),
      """
      {"add":{"draft":{"name":"Milk","notes":"oat","due":{"date":1800000000.5,"isAllDay":true},\
      "subtasks":[{"name":"Go","notify":true}],"notify":true,"priority":"high","tags":["shop"],\
      "project":"home"\(TextFieldSamples.members),"recurrence":"FREQ=DAILY","alwaysVerify":false}}}
      """, reply: plainRow),
    RequestSample(
      AddProtectedTask(draft: fullDraft, hasSubtasks: true),
      """
      {"addProtected":{"draft":{"name":"Milk","notes":"oat","due":{"date":1800000000.5,"isAllDay":true},\
      "subtasks":[{"name":"Go","notify":true}],"notify":true,"priority":"high","tags":["shop"],\
      "project":"home"\(TextFieldSamples.members),"recurrence":"FREQ=DAILY","alwaysVerify":false},"hasSubtasks":true}}
      """, reply: unconfirmedRow),
    RequestSample(
      StreamTasks(TaskQuery(order: .name, offset: 1000)),
      """
      {"streamTasks":{"query":{"filter":{"state":"open","tags":[],"excludedTags":[],"words":[]},"order":"name",\
      "offset":1000}}}
      """),
    RequestSample(
      ListTasks(TaskQuery()),
      """
      {"list":{"query":{"filter":{"state":"open","tags":[],"excludedTags":[],"words":[]},"order":"urgency",\
      "offset":0}}}
      """,
      reply: Frozen(
        TaskPage(rows: [protectedRow.value], total: 7),
        "{\"rows\":[\(protectedRow.json)],\"total\":7}")),
    RequestSample(
      ListTasks(TaskQuery(limit: 9)),
      """
      {"list":{"query":{"filter":{"state":"open","tags":[],"excludedTags":[],"words":[]},"order":"urgency",\
      "offset":0,"limit":9}}}
      """,
      reply: Frozen(TaskPage(rows: [], total: 0), #"{"rows":[],"total":0}"#),
      command: CommandSample("list", "--limit", "9", prints: "", json: #"{"tasks":[]}"#, after: [])),
    RequestSample(ShowTask(task: "4f2a"), #"{"show":{"task":"4f2a"}}"#, reply: plainRow),
    RequestSample(
      EditTasks(tasks: ["4f2a"], changes: someEdits),
      """
      {"editTasks":{"tasks":["4f2a"],"changes":{"name":"Oats","notes":{"clear":{}},\
      "due":{"set":{"_0":{"date":1800000000.5,"isAllDay":false}}},\
      \(TextFieldSamples.edits)"clearsTags":false,"addedTags":["shop"],"removedTags":[]}}}
      """, reply: report),
    RequestSample(
      EditTasks(tasks: ["4f2a"], changes: otherEdits),
      """
      {"editTasks":{"tasks":["4f2a"],"changes":{"label":{"set":{"_0":"Door"}},"priority":{"set":{"_0":"high"}},\
      "project":{"clear":{}},"recurrence":{"set":{"_0":"FREQ=DAILY"}},"destruction":{"set":{"_0":{"whenDone":{}}}},\
      "clearsTags":true,"addedTags":[],"removedTags":["home"],"notify":false}}}
      """,
      reply: Frozen(
        TaskChangeReport([.init("edited", fleetingRow.value)]),
        #"{"lines":[{"action":"edited","task":\#(fleetingRow.json)}],"notes":[]}"#)),
    RequestSample(CompleteTasks(["4f2a"]), #"{"completeTasks":{"tasks":["4f2a"]}}"#, reply: report),
    RequestSample(ReopenTasks(["4f2a"]), #"{"reopenTasks":{"tasks":["4f2a"]}}"#, reply: report),
    RequestSample(DeleteTasks(["4f2a"]), #"{"deleteTasks":{"tasks":["4f2a"]}}"#, reply: report),
    RequestSample(
      AddTask(TaskDraft(name: "Milk")),
      #"{"add":{"draft":{"name":"Milk","subtasks":[],"notify":false,"tags":[],"alwaysVerify":false}}}"#,
      reply: fullRow),
    RequestSample(
      anotherForm: AddProtectedTask(draft: protectedDraft, hasSubtasks: true),
      """
      {"addProtected":{"draft":{"name":"","label":"Door","subtasks":[],"notify":false,"tags":[],\
      "alwaysVerify":true,"destruction":{"whenDone":{}}},"hasSubtasks":true}}
      """),
  ]
}
