public import AgentAPI
internal import Foundation
internal import VaultModel

/// Every request with all its members, and its JSON under its name, letter by letter but for the order of keys.
public enum RequestSamples {
  private static let uuid = UUID(uuidString: "4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B")!
  private static let date = Date(timeIntervalSince1970: 1_800_000_000.5)

  private static let fullDraft: TaskDraft = {
    var draft = TaskDraft(name: "Milk", due: DueMoment(date, isAllDay: true))
    (draft.notes, draft.notify, draft.priority, draft.tags, draft.project) = ("oat", true, .high, ["shop"], "home")
    draft.subtasks = [SubtaskDraft(name: "Go", notify: true)]
    draft.recurrence = RecurrenceRule("FREQ=DAILY")
    return draft
  }()

  private static let protectedDraft: TaskDraft = {
    var draft = TaskDraft()
    (draft.label, draft.alwaysVerify, draft.destruction) = ("Door", true, .whenDone)
    return draft
  }()

  private static let taskEdit: TaskEdit = {
    var edit = TaskEdit()
    (edit.name, edit.notes, edit.due, edit.addedTags) = ("Oats", .clear, .set(DueMoment(date)), ["shop"])
    return edit
  }()

  private static let shape = TerminalShape(
    columns: 80, rows: 24, hasUnicode: true, environment: ["TERM": "xterm", "HOME": "/h"])

  public static let all: [(any AgentRequest, String)] = first + more

  private static let first: [(any AgentRequest, String)] = [
    (LogIn(email: "4f2a", server: "4f2a"), #"{"login":{"email":"4f2a","server":"4f2a"}}"#),
    (LogOut(forget: true), #"{"logout":{"forget":true}}"#),
    (ShowAccount(), #"{"whoami":{}}"#),
    (ListDevices(), #"{"devices":{}}"#),
    (ShowStatus(), #"{"status":{}}"#),
    (RunDoctor(), #"{"doctor":{}}"#),
    (ListSettings(), #"{"settings":{}}"#),
    (ConfirmSettings(), #"{"confirmSettings":{}}"#),
    (StopAgent(), #"{"stop":{}}"#),
    (WatchEvents(), #"{"watch":{}}"#),
    (
      ShowLive(view: .channel(id: uuid), isFront: true, isOpen: true),
      """
      {"live":{"view":{"channel":{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}},"isFront":true,"isOpen":true}}
      """
    ),
    (
      ObserveTasks(TaskQuery(TaskFilter(state: .any), order: .name, limit: 20)),
      """
      {"observeTasks":{"query":{"filter":{"state":"any","tags":[],"excludedTags":[],"words":[]},"order":"name",\
      "offset":0,"limit":20}}}
      """
    ),
    (ListChannels(), #"{"channels":{}}"#),
    (JoinChannel(channel: "4f2a"), #"{"joinChannel":{"channel":"4f2a"}}"#),
    (LeaveChannel(channel: "4f2a"), #"{"leaveChannel":{"channel":"4f2a"}}"#),
    (
      ShowChannel(channel: "4f2a", limit: 2, before: 8, asksServer: true, isSeen: true),
      #"{"channelHistory":{"channel":"4f2a","limit":2,"before":8,"asksServer":true,"isSeen":true}}"#
    ),
    (
      SendChannelMessage(channel: "4f2a", text: "4f2a", waits: true),
      #"{"sendChannelMessage":{"channel":"4f2a","text":"4f2a","waits":true}}"#
    ),
    (
      ExportTasks(format: "4f2a", filter: TaskFilter(state: .any), includesProtected: true),
      """
      {"export":{"format":"4f2a","filter":{"state":"any","tags":[],"excludedTags":[],"words":[]},\
      "includesProtected":true}}
      """
    ),
    (ImportTasks(path: "4f2a", format: "4f2a"), #"{"importTasks":{"path":"4f2a","format":"4f2a"}}"#),
    (MigrateTasks(to: "4f2a", isAgreed: true), #"{"migrateTasks":{"to":"4f2a","isAgreed":true}}"#),
    (UndoOperations(count: 2), #"{"undo":{"count":2}}"#),
    (UndoOperation(operation: 17), #"{"undoOperation":{"operation":17}}"#),
    (ListHistory(limit: 2), #"{"history":{"limit":2}}"#),
    (ListHistory(limit: 2, nameCount: 3), #"{"history":{"limit":2,"nameCount":3}}"#),
    (SkipOperations(count: 2), #"{"skipOperations":{"count":2}}"#),
    (ListInbox(limit: 2, before: 8), #"{"inbox":{"limit":2,"before":8}}"#),
    (
      AcknowledgeLosses(losses: [LostItems(channel: uuid, title: "News", count: 1)], owner: "4f2a"),
      """
      {"acknowledgeLosses":{"losses":[{"channel":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","title":"News",\
      "count":1}],"owner":"4f2a"}}
      """
    ),
    (
      ShowInboxItem(number: 7, identity: InboxIdentity(owner: "a b", push: uuid)),
      """
      {"inboxItem":{"number":7,"identity":{"owner":"a b","push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}
      """
    ),
    (
      AcceptInboxItem(number: 7, identity: InboxIdentity(owner: "a b", push: uuid)),
      """
      {"acceptInboxItem":{"number":7,"identity":{"owner":"a b",\
      "push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}
      """
    ),
    (
      RejectInboxItem(number: 7, identity: InboxIdentity(owner: "a b", push: uuid)),
      """
      {"rejectInboxItem":{"number":7,"identity":{"owner":"a b",\
      "push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}
      """
    ),
    (
      FetchPicture(number: 7, form: .drawing(shape), isPrompt: true, identity: InboxIdentity(owner: "a b", push: uuid)),
      """
      {"picture":{"number":7,"form":{"drawing":{"_0":{"columns":80,"rows":24,"hasUnicode":true,\
      "environment":{"TERM":"xterm"}}}},"isPrompt":true,"identity":{"owner":"a b",\
      "push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}
      """
    ),
    (
      SendPush(PushDraft(payload: "{}", recipient: "everyone")),
      #"{"push":{"draft":{"payload":"{}","recipient":"everyone"}}}"#
    ),
    (ShowPush(id: uuid), #"{"pushStatus":{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}"#),
    (UnlockVault(everywhere: true), #"{"unlock":{"everywhere":true}}"#),
    (LockVault(), #"{"lock":{}}"#),
    (LockVaultAndForget(), #"{"lockAndForget":{}}"#),
    (SetPIN(recovery: true, confirmRecovery: true), #"{"setPIN":{"recovery":true,"confirmRecovery":true}}"#),
    (ChangePIN(), #"{"changePIN":{}}"#),
    (RemovePIN(), #"{"removePIN":{}}"#),
    (CreateRecoveryCode(), #"{"createRecoveryCode":{}}"#),
    (UseVerification(method: .pam), #"{"useVerification":{"method":"pam"}}"#),
    (ListAccessLog(limit: 2), #"{"accessLog":{"limit":2}}"#),
    (VerifyAccessLog(), #"{"verifyLog":{}}"#),
  ]

  private static let more: [(any AgentRequest, String)] = [
    (ListMessages(limit: 2), #"{"messages":{"limit":2}}"#),
    (ShowMessage(number: 2), #"{"message":{"number":2}}"#),
    (ShowProfile(user: "4f2a"), #"{"profile":{"user":"4f2a"}}"#),
    (FollowUser(user: "4f2a"), #"{"follow":{"user":"4f2a"}}"#),
    (UnfollowUser(user: "4f2a"), #"{"unfollow":{"user":"4f2a"}}"#),
    (RevealTexts(task: "4f2a", isFollowed: true), #"{"reveal":{"task":"4f2a","isFollowed":true}}"#),
    (EditText(task: "4f2a", hasSubtasks: true), #"{"editText":{"task":"4f2a","hasSubtasks":true}}"#),
    (
      ProtectTasks(tasks: ["4f2a"], label: "4f2a", alwaysVerify: true, destruction: .whenDone),
      #"{"protect":{"tasks":["4f2a"],"label":"4f2a","alwaysVerify":true,"destruction":{"whenDone":{}}}}"#
    ),
    (SetAlwaysVerify(tasks: ["4f2a"], isOn: true), #"{"setAlwaysVerify":{"tasks":["4f2a"],"isOn":true}}"#),
    (UnprotectTasks(["4f2a"]), #"{"unprotect":{"tasks":["4f2a"]}}"#),
    (
      SetReminders(tasks: ["4f2a"], subtask: 2, isOn: true),
      #"{"setReminders":{"tasks":["4f2a"],"subtask":2,"isOn":true}}"#
    ),
    (
      SnoozeReminders(tasks: ["4f2a"], subtask: 2, until: date),
      #"{"snooze":{"tasks":["4f2a"],"subtask":2,"until":1800000000.5}}"#
    ),
    (ListReminders(limit: 2), #"{"reminders":{"limit":2}}"#),
    (ShowStore(), #"{"showStore":{}}"#),
    (CheckStore(), #"{"checkStore":{}}"#),
    (MigrateStore(to: .secretService), #"{"migrateStore":{"to":"secret-service"}}"#),
    (AcceptStoreRollback(), #"{"acceptStoreRollback":{}}"#),
    (CreateBackup(path: "4f2a"), #"{"backup":{"path":"4f2a"}}"#),
    (RestoreBackup(path: "4f2a", textsOnly: true), #"{"restore":{"path":"4f2a","textsOnly":true}}"#),
    (
      AddSubtask(task: "4f2a", subtask: SubtaskDraft(name: "Go")),
      #"{"addSubtask":{"task":"4f2a","subtask":{"name":"Go","notify":false}}}"#
    ),
    (
      EditSubtask(task: "4f2a", number: 2, changes: SubtaskEdit(due: .clear), asksText: true),
      #"{"editSubtask":{"task":"4f2a","number":2,"changes":{"due":{"clear":{}}},"asksText":true}}"#
    ),
    (CompleteSubtasks(task: "4f2a", numbers: [1, 2]), #"{"completeSubtasks":{"task":"4f2a","numbers":[1,2]}}"#),
    (ReopenSubtasks(task: "4f2a", numbers: [1, 2]), #"{"reopenSubtasks":{"task":"4f2a","numbers":[1,2]}}"#),
    (DeleteSubtasks(task: "4f2a", numbers: [1, 2]), #"{"deleteSubtasks":{"task":"4f2a","numbers":[1,2]}}"#),
    (MoveSubtask(task: "4f2a", number: 2, to: 2), #"{"moveSubtask":{"task":"4f2a","number":2,"to":2}}"#),
    (
      AddTask(fullDraft),
      """
      {"add":{"draft":{"name":"Milk","notes":"oat","due":{"date":1800000000.5,"isAllDay":true},\
      "subtasks":[{"name":"Go","notify":true}],"notify":true,"priority":"high","tags":["shop"],\
      "project":"home","recurrence":"FREQ=DAILY","alwaysVerify":false}}}
      """
    ),
    (
      AddProtectedTask(draft: fullDraft, hasSubtasks: true),
      """
      {"addProtected":{"draft":{"name":"Milk","notes":"oat","due":{"date":1800000000.5,"isAllDay":true},\
      "subtasks":[{"name":"Go","notify":true}],"notify":true,"priority":"high","tags":["shop"],\
      "project":"home","recurrence":"FREQ=DAILY","alwaysVerify":false},"hasSubtasks":true}}
      """
    ),
    (
      StreamTasks(TaskQuery(order: .name, offset: 1000)),
      """
      {"streamTasks":{"query":{"filter":{"state":"open","tags":[],"excludedTags":[],"words":[]},"order":"name",\
      "offset":1000}}}
      """
    ),
    (
      ListTasks(TaskQuery()),
      """
      {"list":{"query":{"filter":{"state":"open","tags":[],"excludedTags":[],"words":[]},"order":"urgency",\
      "offset":0}}}
      """
    ),
    (ShowTask(task: "4f2a"), #"{"show":{"task":"4f2a"}}"#),
    (
      EditTasks(tasks: ["4f2a"], changes: taskEdit),
      """
      {"editTasks":{"tasks":["4f2a"],"changes":{"name":"Oats","notes":{"clear":{}},\
      "due":{"set":{"_0":{"date":1800000000.5,"isAllDay":false}}},\
      "clearsTags":false,"addedTags":["shop"],"removedTags":[]}}}
      """
    ),
    (CompleteTasks(["4f2a"]), #"{"completeTasks":{"tasks":["4f2a"]}}"#),
    (ReopenTasks(["4f2a"]), #"{"reopenTasks":{"tasks":["4f2a"]}}"#),
    (DeleteTasks(["4f2a"]), #"{"deleteTasks":{"tasks":["4f2a"]}}"#),
    (LogIn(), #"{"login":{}}"#),
    (RevealTexts(task: nil), #"{"reveal":{"isFollowed":false}}"#),
    (ImportTasks(path: nil, format: nil), #"{"importTasks":{}}"#),
    (
      AddTask(TaskDraft(name: "Milk")),
      #"{"add":{"draft":{"name":"Milk","subtasks":[],"notify":false,"tags":[],"alwaysVerify":false}}}"#
    ),
    (
      AddProtectedTask(draft: protectedDraft, hasSubtasks: true),
      """
      {"addProtected":{"draft":{"name":"","label":"Door","subtasks":[],"notify":false,"tags":[],\
      "alwaysVerify":true,"destruction":{"whenDone":{}}},"hasSubtasks":true}}
      """
    ),
    (FetchPicture(number: 7, form: .original), #"{"picture":{"number":7,"form":{"original":{}},"isPrompt":false}}"#),
    (
      ShowLive(view: .inbox, isFront: true, isOpen: false),
      #"{"live":{"view":{"inbox":{}},"isFront":true,"isOpen":false}}"#
    ),
  ]
}
