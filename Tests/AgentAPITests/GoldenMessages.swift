import AgentAPI
import Foundation
import VaultModel

/// One message of every kind and its JSON, letter by letter but for the order of keys: what older programs send and expect.
enum GoldenMessages {
  static let uuid = UUID(uuidString: "4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B")!
  static let date = Date(timeIntervalSince1970: 1_800_000_000.5)
  static let seal = SealReference(version: 2, digest: [1, 255], mark: [2] + [UInt8](repeating: 7, count: 32))
  static let newSeal = SealReference(
    version: 1, digest: [1], mark: SealOrigin(date: date, program: "/usr/bin/vault").encoded)

  static let fullDraft: TaskDraft = {
    var draft = TaskDraft(name: "Milk", due: DueMoment(date, isAllDay: true))
    (draft.notes, draft.notify, draft.priority, draft.tags, draft.project) = ("oat", true, .high, ["shop"], "home")
    draft.subtasks = [SubtaskDraft(name: "Go", notify: true)]
    draft.recurrence = RecurrenceRule("FREQ=DAILY")
    return draft
  }()

  static let protectedDraft: TaskDraft = {
    var draft = TaskDraft()
    (draft.label, draft.alwaysVerify, draft.destruction) = ("Door", true, .whenDone)
    return draft
  }()

  static let client: [(ClientMessage, String)] = [
    (
      .hello(
        Hello(
          protocolVersion: 1, build: "0.1.0", vault: VaultIdentity(path: "/d", device: 2, inode: 3),
          settings: ["VAULT_SERVER_URL": "https://v"], isInteractive: true,
          caller: Caller(program: "/b/vault", namesConnection: false))),
      """
      {"hello":{"protocolVersion":1,"build":"0.1.0","vault":{"path":"/d","device":2,"inode":3},\
      "settings":{"VAULT_SERVER_URL":"https://v"},"isInteractive":true,\
      "caller":{"program":"/b/vault","namesConnection":false}}}
      """
    ),
    (.answer(prompt: 3), #"{"answer":{"prompt":3}}"#),
    (.decline(prompt: 3), #"{"decline":{"prompt":3}}"#),
    (.unknown, #"{"unknown":{}}"#),
    (.request(.lock), #"{"request":{"lock":{}}}"#),
  ]

  static let requests: [(Request, String)] = [
    (.status, #"{"status":{}}"#),
    (.login(LoginRequest()), #"{"login":{}}"#),
    (.login(LoginRequest(email: "a@b", server: "https://v")), #"{"login":{"email":"a@b","server":"https://v"}}"#),
    (.logout(forget: true), #"{"logout":{"forget":true}}"#),
    (.whoami, #"{"whoami":{}}"#),
    (.inbox(.messages(limit: 5)), #"{"inbox":{"messages":{"limit":5}}}"#),
    (.inbox(.message(number: 2)), #"{"inbox":{"message":{"number":2}}}"#),
    (.inbox(.profile(user: nil)), #"{"inbox":{"profile":{}}}"#),
    (
      .inbox(.passLosses([LostItems(count: 2), LostItems(channel: uuid, title: "News", count: 1)], owner: "a b")),
      #"{"inbox":{"passLosses":{"_0":[{"count":2},{"channel":"\#(uuid)","title":"News","count":1}],"owner":"a b"}}}"#
    ),
    (.inbox(.follow(user: "ada")), #"{"inbox":{"follow":{"user":"ada"}}}"#),
    (.inbox(.unfollow(user: "ada")), #"{"inbox":{"unfollow":{"user":"ada"}}}"#),
    (.channels(.list), #"{"channels":{"list":{}}}"#),
    (.channels(.join(channel: "n")), #"{"channels":{"join":{"channel":"n"}}}"#),
    (
      .channels(.history(channel: "n", limit: 5, before: nil, asksServer: true, isSeen: false)),
      #"{"channels":{"history":{"channel":"n","limit":5,"asksServer":true,"isSeen":false}}}"#
    ),
    (
      .channels(.send(channel: "n", text: "t", waits: true)),
      #"{"channels":{"send":{"channel":"n","text":"t","waits":true}}}"#
    ),
    (
      .live(LiveRequest(view: .inbox, isFront: true, isOpen: false)),
      #"{"live":{"view":{"inbox":{}},"isFront":true,"isOpen":false}}"#
    ),
    (
      .live(LiveRequest(view: .channel(id: uuid), isFront: false, isOpen: true)),
      #"{"live":{"view":{"channel":{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}},"isFront":false,"isOpen":true}}"#
    ),
    (
      .add(TaskDraft(name: "Milk")),
      #"{"add":{"name":"Milk","subtasks":[],"notify":false,"tags":[],"alwaysVerify":false}}"#
    ),
    (
      .add(fullDraft),
      """
      {"add":{"name":"Milk","notes":"oat","due":{"date":1800000000.5,"isAllDay":true},\
      "subtasks":[{"name":"Go","notify":true}],"notify":true,"priority":"high","tags":["shop"],"project":"home",\
      "recurrence":"FREQ=DAILY","alwaysVerify":false}}
      """
    ),
    (
      .addProtected(protectedDraft, hasSubtasks: true),
      """
      {"addProtected":{"draft":{"name":"","label":"Door","subtasks":[],"notify":false,"tags":[],"alwaysVerify":true,\
      "destruction":{"whenDone":{}}},"hasSubtasks":true}}
      """
    ),
    (
      .list(TaskQuery()),
      #"{"list":{"filter":{"state":"open","tags":[],"excludedTags":[],"words":[]},"order":"urgency","offset":0}}"#
    ),
    (
      .importTasks(path: "/f.json", format: "json"), #"{"importTasks":{"path":"/f.json","format":"json"}}"#
    ),
    (.importTasks(path: nil, format: nil), #"{"importTasks":{}}"#),
    (.history(limit: 5), #"{"history":{"limit":5}}"#),
    (.skipOperations(count: 2), #"{"skipOperations":{"count":2}}"#),
    (.reminders(limit: 6), #"{"reminders":{"limit":6}}"#),
    (.change(.complete(tasks: ["4f2a"])), #"{"change":{"complete":{"tasks":["4f2a"]}}}"#),
    (.change(.undo(count: 2)), #"{"change":{"undo":{"count":2}}}"#),
    (
      .change(.editSubtask(task: "4f2a", number: 1, changes: SubtaskEdit(due: .clear), asksText: false)),
      #"{"change":{"editSubtask":{"task":"4f2a","number":1,"changes":{"due":{"clear":{}}},"asksText":false}}}"#
    ),
    (
      .change(.snooze(tasks: ["4f2a"], subtask: nil, until: date)),
      #"{"change":{"snooze":{"tasks":["4f2a"],"until":1800000000.5}}}"#
    ),
    (
      .change(.setAlwaysVerify(tasks: ["4f2a"], isOn: true)),
      #"{"change":{"setAlwaysVerify":{"tasks":["4f2a"],"isOn":true}}}"#
    ),
    (.migrateTasks(to: "sqlite", isAgreed: false), #"{"migrateTasks":{"to":"sqlite","isAgreed":false}}"#),
    (.show(task: "4f2a"), #"{"show":{"task":"4f2a"}}"#),
    (.reveal(task: "4f2a"), #"{"reveal":{"task":"4f2a"}}"#),
    (.reveal(task: "4f2a", isFollowed: false), #"{"reveal":{"task":"4f2a","isFollowed":false}}"#),
    (.reveal(task: nil, isFollowed: true), #"{"reveal":{"isFollowed":true}}"#),
    (.reveal(task: nil), #"{"reveal":{}}"#),
    (.unlock(everywhere: false), #"{"unlock":{"everywhere":false}}"#),
    (.lock, #"{"lock":{}}"#),
    (.lockAndForget, #"{"lockAndForget":{}}"#),
    (.accessLog(limit: 20), #"{"accessLog":{"limit":20}}"#),
    (.verifyLog, #"{"verifyLog":{}}"#),
    (.doctor, #"{"doctor":{}}"#),
    (.store(.status), #"{"store":{"status":{}}}"#),
    (.store(.check), #"{"store":{"check":{}}}"#),
    (.store(.migrate(to: .secretService)), #"{"store":{"migrate":{"to":"secret-service"}}}"#),
    (.store(.acceptRollback), #"{"store":{"acceptRollback":{}}}"#),
    (.store(.unknown), #"{"store":{"unknown":{}}}"#),
    (
      .pin(.set(recovery: true, confirmRecovery: false)),
      #"{"pin":{"set":{"recovery":true,"confirmRecovery":false}}}"#
    ),
    (.pin(.change), #"{"pin":{"change":{}}}"#),
    (.pin(.remove), #"{"pin":{"remove":{}}}"#),
    (.pin(.unknown), #"{"pin":{"unknown":{}}}"#),
    (.settings(.status), #"{"settings":{"status":{}}}"#),
    (.settings(.confirm), #"{"settings":{"confirm":{}}}"#),
    (.settings(.unknown), #"{"settings":{"unknown":{}}}"#),
    (.createRecoveryCode, #"{"createRecoveryCode":{}}"#),
    (.useVerification(method: .pam), #"{"useVerification":{"method":"pam"}}"#),
    (.backup(path: "/b"), #"{"backup":{"path":"/b"}}"#),
    (.restore(path: "/b", textsOnly: false), #"{"restore":{"path":"/b"}}"#),
    (.restore(path: "/b", textsOnly: true), #"{"restore":{"path":"/b","textsOnly":true}}"#),
    (.inbox(.picture(number: 7, form: .original)), #"{"inbox":{"picture":{"number":7,"form":{"original":{}}}}}"#),
    (.inbox(.show(number: 7)), #"{"inbox":{"show":{"number":7}}}"#),
    (
      .inbox(.accept(number: 7, identity: InboxIdentity(owner: "a b", push: uuid))),
      """
      {"inbox":{"accept":{"number":7,"identity":{"owner":"a b",\
      "push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}}
      """
    ),
    (
      .inbox(.picture(number: 7, form: .description, isPrompt: true)),
      #"{"inbox":{"picture":{"number":7,"form":{"description":{}},"isPrompt":true}}}"#
    ),
    (
      .inbox(
        .picture(
          number: 7,
          form: .drawing(
            TerminalShape(columns: 80, rows: 24, hasUnicode: true, environment: ["TERM": "xterm", "HOME": "/h"])))),
      """
      {"inbox":{"picture":{"number":7,"form":{"drawing":{"_0":{"columns":80,"rows":24,"hasUnicode":true,\
      "environment":{"TERM":"xterm"}}}}}}}
      """
    ),
    (.stop, #"{"stop":{}}"#),
    (.watch, #"{"watch":{}}"#),
    (.unknown, #"{"unknown":{}}"#),
  ]
}
