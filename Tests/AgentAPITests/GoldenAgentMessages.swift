import AgentAPI
import Foundation
import VaultModel

extension GoldenMessages {
  static let agent: [(AgentMessage, String)] = [
    (
      .welcome(Welcome(protocolVersion: 1, build: "0.1.0", pid: 7, notices: ["n"])),
      #"{"welcome":{"protocolVersion":1,"build":"0.1.0","pid":7,"notices":["n"]}}"#
    ),
    (
      .prompt(Prompt(.pinOrRecoveryCode, text: "PIN", deadlineSeconds: 60, number: 2)),
      #"{"prompt":{"kind":"pinOrRecoveryCode","text":"PIN","deadlineSeconds":60,"number":2}}"#
    ),
    (
      .secret(SecretNotice(kind: .recoveryCode, remaining: 1)),
      #"{"secret":{"kind":"recoveryCode","remaining":1}}"#
    ),
    (
      .progress(AgentAPI.Progress(activity: "Copying", completed: 1, total: nil)),
      #"{"progress":{"activity":"Copying","completed":1}}"#
    ),
    (
      .failure(Failure(.tryLater, "Wait.", hint: "H", retryAfterSeconds: 30)),
      #"{"failure":{"code":"tryLater","message":"Wait.","hint":"H","retryAfterSeconds":30}}"#
    ),
    (.event(.locked(reason: "sleep")), #"{"event":{"locked":{"reason":"sleep"}}}"#),
    (
      .welcome(
        Welcome(
          protocolVersion: 1, build: "0.1.0", pid: 7, notices: [],
          surroundings: LaunchEnvironment(bus: "unix:path=/b", config: "/c", state: "/s"))),
      """
      {"welcome":{"protocolVersion":1,"build":"0.1.0","pid":7,"notices":[],\
      "surroundings":{"bus":"unix:path=/b","config":"/c","state":"/s"}}}
      """
    ),
    (.event(.changed), #"{"event":{"changed":{}}}"#),
    (
      .event(.tasks(TaskPage(rows: [TaskRow(shortID: "4f2a", task: protectedTask)], total: 7))),
      #"{"event":{"tasks":{"rows":[\#(protectedJSON)],"total":7}}}"#
    ),
    (.event(.stopping), #"{"event":{"stopping":{}}}"#),
    (.event(.unknown), #"{"event":{"unknown":{}}}"#),
    (.unknown, #"{"unknown":{}}"#),
  ]

  static let channel = ChannelRow(id: uuid, title: "News", description: "", isJoined: true, unreadCount: 2)
  static let channelJSON = """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","title":"News","description":"","isJoined":true,"unreadCount":2}
    """

  static let account = AccountStatus(state: .loggedIn, email: "a@b", server: "https://v", wasSilent: true)
  static let accountJSON = #"{"state":"loggedIn","email":"a@b","server":"https://v","wasSilent":true}"#

  static let plainTask = TodoTask(id: uuid, name: "Milk", dueDate: date, createdAt: date)
  static let protectedTask = TodoTask(id: uuid, label: "Door", seal: seal, alwaysVerify: true, createdAt: date)
  static let unconfirmedTask = TodoTask(id: uuid, label: "Door", seal: newSeal, createdAt: date)
  static let plainJSON = """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","shortID":"4f2a","name":"Milk","isDone":false,"isProtected":false,\
    "dueDate":1800000000.5,"alwaysVerify":false,"isAllDay":false,"subtasks":[],"notify":false,"tags":[],"createdAt":1800000000.5,"modifiedAt":1800000000.5}
    """
  static let protectedJSON = """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","shortID":"4f2a","label":"Door","isDone":false,"isProtected":true,\
    "alwaysVerify":true,"isAllDay":false,"subtasks":[],"notify":false,"tags":[],"createdAt":1800000000.5,"modifiedAt":1800000000.5}
    """

  static let message = MessageRow(number: 1, id: 7, text: "m", senderName: "s", receivedAt: date)
  static let messageJSON = #"{"number":1,"id":7,"text":"m","senderName":"s","receivedAt":1800000000.5}"#

  static let replies: [(any Codable & Equatable & Sendable, String)] = [
    (Acknowledgement("m"), #"{"message":"m"}"#),
    (
      ChannelListing(channels: [channel], isCurrent: true, fetchedAt: nil),
      #"{"channels":[\#(channelJSON)],"isCurrent":true}"#
    ),
    (channel, #"\#(channelJSON)"#),
    (
      ChannelHistory(channel: channel, messages: [], hasMore: false, isCurrent: true),
      #"{"channel":\#(channelJSON),"messages":[],"hasMore":false,"isCurrent":true}"#
    ),
    (
      ChannelMessageRow(id: uuid, number: 7, senderName: "ada", isOwn: true, text: "t", state: .sent),
      """
      {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","number":7,"senderName":"ada","isOwn":true,\
      "text":"t","state":"sent"}
      """
    ),
    (
      VaultStatus(
        isUnlocked: true, unlockedUntil: date, hasPIN: true, hasRecoveryCode: false, verification: .pin,
        account: account, store: .file, openTaskCount: 3, overdueTaskCount: 2, todayTaskCount: 1,
        protectedTaskCount: 1, unreadCount: 4,
        unreadChannels: [UnreadChannel(id: uuid, title: "News", unreadCount: 2)], notices: []),
      """
      {"isUnlocked":true,"unlockedUntil":1800000000.5,"hasPIN":true,"hasRecoveryCode":false,\
      "verification":"pin","account":\(accountJSON),"store":"file","openTaskCount":3,\
      "overdueTaskCount":2,"todayTaskCount":1,"protectedTaskCount":1,"unreadCount":4,\
      "unreadChannels":[{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","title":"News","unreadCount":2}],"notices":[]}
      """
    ),
    (account, "\(accountJSON)"),
    (
      TaskRow(shortID: "4f2a", task: plainTask),
      "\(plainJSON)"
    ),
    (
      TaskPage(rows: [TaskRow(shortID: "4f2a", task: protectedTask)], total: 7),
      "{\"rows\":[\(protectedJSON)],\"total\":7}"
    ),
    (
      TaskRow(shortID: "4f2a", task: unconfirmedTask),
      """
      {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","shortID":"4f2a","label":"Door","isDone":false,\
      "isProtected":true,"alwaysVerify":false,"isAllDay":false,"subtasks":[],"notify":false,"tags":[],\
      "unconfirmed":{"addedAt":1800000000.5,"program":"/usr/bin/vault","isFormer":false},\
      "createdAt":1800000000.5,"modifiedAt":1800000000.5}
      """
    ),
    (
      TaskChangeReport([.init("done", TaskRow(shortID: "4f2a", task: protectedTask))], notes: ["n"]),
      "{\"lines\":[{\"action\":\"done\",\"task\":\(protectedJSON)}],\"notes\":[\"n\"]}"
    ),
    (TaskChangeReport([], operation: 17), #"{"lines":[],"notes":[],"operation":17}"#),
    (
      [OperationRow(id: 3, date: date, action: "add", tasks: ["4f2a Milk"], needsVerification: false)],
      """
      [{"id":3,"date":1800000000.5,"action":"add","tasks":["4f2a Milk"],"needsVerification":false,"isSkipped":false}]
      """
    ),
    (
      [OperationRow(id: 3, date: date, action: "add", tasks: ["4f2a Milk"], taskCount: 9, needsVerification: false)],
      """
      [{"id":3,"date":1800000000.5,"action":"add","tasks":["4f2a Milk"],"taskCount":9,"needsVerification":false,\
      "isSkipped":false}]
      """
    ),
    (
      [
        ReminderRow(task: TaskRow(shortID: "4f2a", task: protectedTask), subtask: 2, date: date, snoozedUntil: date)
      ],
      """
      [{"task":\(protectedJSON),"subtask":2,"date":1800000000.5,"snoozedUntil":1800000000.5}]
      """
    ),
    (
      [
        AccessLogEntry(
          date: date, task: uuid, action: "reveal", program: "vault", pid: 9, terminal: "pts/1", granted: false,
          reason: "wrong PIN")
      ],
      """
      [{"date":1800000000.5,"task":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","action":"reveal",\
      "program":"vault","pid":9,"terminal":"pts/1","granted":false,"reason":"wrong PIN"}]
      """
    ),
    (
      LogVerification(
        verdict: .changed, chapters: 2, entries: 7, unvouched: 3, letGo: 4, since: date,
        findings: [.init(kind: "removed", chapter: 2, date: date, text: "gone")]),
      """
      {"verdict":"changed","chapters":2,"entries":7,"unvouched":3,"letGo":4,"since":1800000000.5,\
      "findings":[{"kind":"removed","chapter":2,"date":1800000000.5,"text":"gone"}]}
      """
    ),
    (
      [DoctorFinding(.warning, "memory", "not locked", remedy: "raise it")],
      #"[{"severity":"warning","subject":"memory","finding":"not locked","remedy":"raise it"}]"#
    ),
    (
      StoreStatus(kind: .file, reason: "auto", location: "/f", count: 4, damaged: ["x"], wasChecked: true),
      """
      {"kind":"file","reason":"auto","location":"/f","count":4,"damaged":["x"],"wasChecked":true}
      """
    ),
    (
      [
        SettingRow(
          key: "unlock-timeout", value: "300", asked: "600", source: .environment, isGuarded: true, isConfirmed: false),
        SettingRow(key: "log-level", value: "info", source: .standard),
      ],
      """
      [{"key":"unlock-timeout","value":"300","asked":"600","source":"environment","isGuarded":true,\
      "isConfirmed":false},{"key":"log-level","value":"info","source":"default","isGuarded":false,"isConfirmed":false}]
      """
    ),
    (
      PictureRow(title: "Milk", type: "image/png", byteCount: 9, width: 3, height: 2),
      #"{"title":"Milk","type":"image/png","byteCount":9,"width":3,"height":2}"#
    ),
    ([message], "[\(messageJSON)]"),
    (message, "\(messageJSON)"),
    (
      ProfileRow(
        user: uuid, name: "ada", followerCount: 1, isOwn: true,
        newFollowers: [.init(user: uuid, name: "bob", since: date)]),
      """
      {"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"ada","followerCount":1,"isOwn":true,\
      "isFollowed":false,"isFollower":false,"newFollowers":[{"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B",\
      "name":"bob","since":1800000000.5}]}
      """
    ),
  ]
}
