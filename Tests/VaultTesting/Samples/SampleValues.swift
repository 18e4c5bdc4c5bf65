public import AgentAPI
public import Foundation
internal import Localization
public import VaultModel

/// What several samples have in common.
extension RequestSamples {
  /// The id of whatever has one.
  public static let uuid = UUID(uuidString: "4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B")!
  /// When whatever happens.
  public static let date = Date(timeIntervalSince1970: 1_800_000_000.5)

  private static let seal = SealReference(
    version: 2, digest: [1, 255], mark: [2] + [UInt8](repeating: 7, count: 32))
  private static let newSeal = SealReference(
    version: 1, digest: [1], mark: SealOrigin(date: date, program: "/usr/bin/vault").encoded)

  private static let plainTask = TodoTask(id: uuid, name: "Milk", dueDate: date, createdAt: date)
  private static let protectedTask = TodoTask(id: uuid, label: "Door", seal: seal, alwaysVerify: true, createdAt: date)
  private static let unconfirmedTask = TodoTask(id: uuid, label: "Door", seal: newSeal, createdAt: date)

  /// A task with everything that an ordinary one can have.
  private static let fullTask: TodoTask = {
    var task = plainTask
    (task.isDone, task.isAllDay, task.notify, task.priority) = (true, true, true, .high)
    (task.tags, task.completedAt) = (["shop"], date)
    TextFieldSamples.fill(&task)
    var subtask = TodoSubtask(id: uuid, name: "Go", dueDate: date, isAllDay: true, notify: true)
    subtask.isDone = true
    task.subtasks = [subtask]
    task.recurrence = RecurrenceRule("FREQ=DAILY")
    return task
  }()

  /// A task whose text goes.
  private static let fleetingTask: TodoTask = {
    var task = protectedTask
    task.destruction = .whenDone
    return task
  }()

  /// The tasks that the rows show; together they have every field.
  public static let tasks = [plainTask, protectedTask, unconfirmedTask, fullTask, fleetingTask]

  static let plainRow = Frozen(
    TaskRow(shortID: "4f2a", task: plainTask),
    """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","shortID":"4f2a","name":"Milk","isDone":false,"isProtected":false,\
    "dueDate":1800000000.5,"alwaysVerify":false,"isAllDay":false,"subtasks":[],"notify":false,"tags":[],"createdAt":1800000000.5,"modifiedAt":1800000000.5}
    """)
  /// A protected task's row.
  public static let protectedRow = Frozen(
    TaskRow(shortID: "4f2a", task: protectedTask),
    """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","shortID":"4f2a","label":"Door","isDone":false,"isProtected":true,\
    "alwaysVerify":true,"isAllDay":false,"subtasks":[],"notify":false,"tags":[],"createdAt":1800000000.5,"modifiedAt":1800000000.5}
    """)
  static let unconfirmedRow = Frozen(
    TaskRow(shortID: "4f2a", task: unconfirmedTask),
    """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","shortID":"4f2a","label":"Door","isDone":false,\
    "isProtected":true,"alwaysVerify":false,"isAllDay":false,"subtasks":[],"notify":false,"tags":[],\
    "unconfirmed":{"addedAt":1800000000.5,"program":"/usr/bin/vault","isFormer":false},\
    "createdAt":1800000000.5,"modifiedAt":1800000000.5}
    """)
  static let fullRow = Frozen(
    {
      var row = TaskRow(shortID: "4f2a", task: fullTask, isWhole: true)
      row.operation = 17
      return row
    }(),
    """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","shortID":"4f2a","name":"Milk","notes":"oat","isDone":true,\
    "isProtected":false,"alwaysVerify":false,"dueDate":1800000000.5,"isAllDay":true,\
    "subtasks":[{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"Go","isDone":true,"dueDate":1800000000.5,\
    "isAllDay":true,"notify":true}],"notify":true,"priority":"high","tags":["shop"],"project":"home"\(TextFieldSamples.members),\
    "recurrence":"FREQ=DAILY","createdAt":1800000000.5,"modifiedAt":1800000000.5,"completedAt":1800000000.5,\
    "operation":17}
    """)
  static let fleetingRow = Frozen(
    TaskRow(shortID: "4f2a", task: fleetingTask),
    """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","shortID":"4f2a","label":"Door","isDone":false,"isProtected":true,\
    "alwaysVerify":true,"isAllDay":false,"subtasks":[],"notify":false,"tags":[],"destruction":{"whenDone":{}},\
    "createdAt":1800000000.5,"modifiedAt":1800000000.5}
    """)

  static let report = Frozen(
    TaskChangeReport([.init("done", protectedRow.value)], notes: ["n"]),
    "{\"lines\":[{\"action\":\"done\",\"task\":\(protectedRow.json)}],\"notes\":[\"n\"]}")
}

extension RequestSamples {
  static let operations = Frozen(
    [OperationRow(id: 3, date: date, action: "add", tasks: ["4f2a Milk"], needsVerification: false)],
    """
    [{"id":3,"date":1800000000.5,"action":"add","tasks":["4f2a Milk"],"needsVerification":false,"isSkipped":false}]
    """)

  static let accountStatus = Frozen(
    AccountStatus(state: .loggedIn, email: "a@b", server: "https://v", wasSilent: true),
    #"{"state":"loggedIn","email":"a@b","server":"https://v","wasSilent":true}"#)

  static let storeStatus = Frozen(
    StoreStatus(kind: .file, reason: "auto", location: "/f", count: 4, damaged: ["x"], wasChecked: true),
    """
    {"kind":"file","reason":"auto","location":"/f","count":4,"damaged":["x"],"wasChecked":true}
    """)

  static let channelRow = Frozen(
    ChannelRow(id: uuid, title: "News", description: "", isJoined: true, unreadCount: 2),
    """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","title":"News","description":"","isJoined":true,"unreadCount":2}
    """)

  static let messageRow = Frozen(
    MessageRow(number: 1, id: 7, text: "m", senderName: "s", receivedAt: date),
    #"{"number":1,"id":7,"text":"m","senderName":"s","receivedAt":1800000000.5}"#)

  static let sentMessageRow = Frozen(
    MessageRow(
      number: 2, key: 3, id: 7, text: "m", senderName: "s", receivedAt: date,
      sender: InboxSender(kind: "program", name: "w", id: nil, text: "program “w”")),
    """
    {"number":2,"key":3,"id":7,"text":"m","senderName":"s","receivedAt":1800000000.5,\
    "sender":{"kind":"program","name":"w","text":"program “w”"}}
    """)

  static let inboxRow = Frozen(
    InboxRow(
      number: 7, kind: "task", title: "Milk", text: "oat", state: .accepted, hasPicture: true, dueDate: date,
      isAllDay: true, needsVerification: true, receivedAt: date, problem: "p", task: "4f2a", notes: ["n"],
      isSilent: true,
      identity: InboxIdentity(owner: "a b", push: uuid, content: "c"), isRedacted: true,
      sender: InboxSender(kind: "person", name: "bob", id: uuid, text: "bob (4f2a6c1e)"),
      isDecidedByNotification: true, place: .messages, thread: "t"),
    """
    {"number":7,"kind":"task","title":"Milk","text":"oat","state":"accepted","hasPicture":true,"dueDate":1800000000.5,\
    "isAllDay":true,"needsVerification":true,"receivedAt":1800000000.5,"problem":"p","task":"4f2a",\
    "notes":["n"],"isSilent":true,\
    "identity":{"owner":"a b","push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","content":"c"},"isRedacted":true,\
    "sender":{"kind":"person","name":"bob","id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","text":"bob (4f2a6c1e)"},\
    "isDecidedByNotification":true,"place":"messages","thread":"t"}
    """)

  static let pushReport = Frozen(
    PushReport(id: uuid, inboxCount: 2, decision: .accepted),
    #"{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","inboxCount":2,"decision":"accepted"}"#)
}
