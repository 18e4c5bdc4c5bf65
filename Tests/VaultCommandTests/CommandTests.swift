import AgentAPI
import Foundation
import Localization
import Testing
import VaultModel
import VaultTesting

@Suite("Commands without a terminal")
struct CommandTests {
  private static let date = Date(timeIntervalSince1970: 4_000_000_000)
  private static let id = UUID(uuidString: "4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B")!
  static let plain = TaskRow(
    shortID: "4f2a", task: TodoTask(id: id, name: "Buy \u{1B}[31mmilk\u{202E}", dueDate: date, createdAt: date))
  static let protected = row(mark: [SealReference.ownerMACFormat] + [UInt8](repeating: 7, count: 32))
  private static let unconfirmed = row(mark: SealOrigin(date: date, program: "/usr/bin/\u{1B}[31mvault").encoded)

  private static func row(mark: [UInt8]?) -> TaskRow {
    let seal = SealReference(version: 1, digest: [], mark: mark)
    return TaskRow(shortID: "9b01", task: TodoTask(id: id, label: "Door", seal: seal, createdAt: date))
  }

  private static let door: TaskDraft = {
    var draft = TaskDraft()
    (draft.label, draft.alwaysVerify) = ("Door", true)
    return draft
  }()
  private static let page = TaskPage(rows: [plain, protected], total: 2)

  /// An agent that expects one request and gives one reply.
  private func agent<Request: AgentRequest>(_ request: Request, _ reply: Request.Reply) throws -> ScriptedAgent {
    try ScriptedAgent { talk in
      let got = try talk.request()
      guard got == request else { return try talk.send(.failure(Failure(.internal, "unexpected \(got)"))) }
      try talk.reply(reply)
    }
  }

  /// An agent that expects to be asked for all tasks.
  private func listing(_ pages: [TaskPage]) throws -> ScriptedAgent {
    try ScriptedAgent { talk in
      guard try talk.request() == StreamTasks(TaskQuery()) else { return }
      for page in pages { try talk.send(.event(.tasks(page))) }
      try talk.reply(Acknowledgement())
    }
  }

  @Test("list prints a row each, escaped, a lock and a label for protected ones")
  func list() throws {
    let agent = try listing([Self.page])
    let ended = try Program.run(["list"], agent: agent)
    #expect(ended.status == 0 && ended.errors.isEmpty)
    #expect(
      ended.output == #"""
        4f2a  2 Oct 2096 7:06  Buy \x1B[31mmilk\u{202E}
        9b01                   🔒 Door

        """#)
  }

  @Test(
    "what is more than a page comes in parts, and is printed as if it had come at once", arguments: [[], ["--json"]])
  func parts(_ options: [String]) throws {
    let whole = try Program.run(["list"] + options, agent: try listing([Self.page]))
    let agent = try listing([Self.plain, Self.protected].map { TaskPage(rows: [$0], total: 2) })
    let ended = try Program.run(["list", "--limit", "0"] + options, agent: agent)
    #expect(ended.status == 0 && ended.output == whole.output && ended.errors == whole.errors)
    let bounded = try ScriptedAgent { talk in
      guard try talk.request() == ListTasks(TaskQuery(limit: 2000)) else { return }
      try talk.reply(TaskPage(rows: [Self.plain], total: 2))
      guard try talk.request() == StreamTasks(TaskQuery(offset: 1, limit: 1999)) else { return }
      try talk.send(.event(.tasks(TaskPage(rows: [Self.protected], total: 2))))
      try talk.reply(Acknowledgement())
    }
    #expect(try Program.run(["list", "--limit", "2000"] + options, agent: bounded).output == whole.output)
    let nothing = try Program.run(
      ["list", "--json"], agent: try listing([]))
    #expect(nothing.output == "{\n  \"tasks\" : []\n}\n")
  }

  @Test("a text that is not confirmed yet is named as such in a list, and told with its origin, escaped")
  func unconfirmed() throws {
    let listed = try Program.run(
      ["list"], agent: try listing([TaskPage(rows: [Self.unconfirmed], total: 1)]))
    #expect(listed.output == "9b01  🔒 Door  [not yet confirmed]\n")
    let shown = try Program.run(["show", "9b01"], agent: try agent(ShowTask(task: "9b01"), Self.unconfirmed))
    #expect(shown.output.contains("added while locked, on 2096-10-02 "))
    #expect(shown.output.contains(#"by /usr/bin/\x1B[31mvault; not yet confirmed"#), "\(shown.output)")
  }

  @Test("list --json keeps its shape, with null for what is not there")
  func listJSON() throws {
    let agent = try listing([Self.page])
    let ended = try Program.run(["list", "--json"], agent: agent)
    #expect(!ended.output.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x1B })
    let object = try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? NSDictionary)
    var common: [String: Any] = [
      "id": "4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b", "isDone": false, "alwaysVerify": false, "isAllDay": false,
      "subtasks": [Any](), "notify": false, "priority": NSNull(), "tags": [Any](), "recurrence": NSNull(),
      "destroyOn": NSNull(), "completedAt": NSNull(), "unconfirmed": NSNull(), "createdAt": "2096-10-02T07:06:40Z",
      "modifiedAt": "2096-10-02T07:06:40Z",
    ]
    for field in TaskField.all { common[field.name] = NSNull() }
    let first: [String: Any] = [
      "shortId": "4f2a", "name": "Buy \u{1B}[31mmilk\u{202E}", "label": NSNull(), "isProtected": false,
      "dueDate": "2096-10-02T07:06:40Z",
    ]
    let second: [String: Any] = [
      "shortId": "9b01", "name": NSNull(), "label": "Door", "isProtected": true, "dueDate": NSNull(),
    ]
    let tasks = [first, second].map { $0.merging(common) { $1 } }
    #expect(object == ["tasks": tasks] as NSDictionary)
  }

  @Test("the text of a protected task as an argument is refused with 64 and not repeated")
  func textAsArgument() throws {
    let agent = try ScriptedAgent()
    let ended = try Program.run(["add", "--protected", "my", "secret"], agent: agent)
    #expect(ended.status == 64 && ended.errors.contains("process list") && !ended.errors.contains("secret\n"))
    #expect(ended.errors.hasPrefix("vault: "))
    for field in TaskField.sealed {
      let refused = try Program.run(["add", "--protected", "--\(field.name)", "hidden"], agent: agent)
      #expect(refused.status == 64 && refused.errors.contains("process list") && !refused.errors.contains("hidden"))
    }
  }

  @Test("add and edit have an option for each field of text")
  func fieldOptions() throws {
    for field in TaskField.all {
      var draft = TaskDraft(name: "Milk")
      draft[keyPath: field.draft] = "x"
      let added = try Program.run(
        ["add", "Milk", "--\(field.name)", "x"], agent: try agent(AddTask(draft), Self.plain))
      #expect(added.status == 0, "add --\(field.name): \(added.errors)")
      for (value, change) in [("x", FieldEdit.set("x")), ("none", .clear)] {
        var edit = TaskEdit()
        edit[keyPath: field.edit] = change
        let edited = try Program.run(
          ["edit", "4f2a", "--\(field.name)", value],
          agent: try agent(EditTasks(tasks: ["4f2a"], changes: edit), TaskChangeReport([.init("edited", Self.plain)])))
        #expect(edited.status == 0, "edit --\(field.name) \(value): \(edited.errors)")
      }
    }
  }

  @Test("a protected task's text comes from standard input, byte for byte")
  func addFromInput() throws {
    let agent = try ScriptedAgent { talk in
      guard try talk.request() == AddProtectedTask(draft: Self.door, hasSubtasks: false) else { return }
      guard try talk.ask(.protectedText, "Text") == "line 1\nline 2\n" else { return }
      try talk.reply(CommandTests.protected)
    }
    let ended = try Program.run(
      ["add", "--protected", "--label", "Door", "--always-verify", "-"], agent: agent, input: "line 1\nline 2\n")
    #expect(ended.status == 0 && ended.output == "Added 9b01: 🔒 Door\n")
    let long = try Program.run(
      ["add", "--protected", "--label", "Door", "--always-verify", "-"], agent: agent,
      input: String(repeating: "x", count: 65537))
    #expect(long.status == 65)
  }

  @Test("the PIN comes from standard input once; asked again, the prompt is declined")
  func pinFromInput() throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      let answers = try [talk.ask(.pin, "PIN"), talk.ask(.pin, "Wrong. PIN"), talk.ask(.newPIN, "New PIN")]
      try talk.send(.failure(Failure(.refused, "\(answers.map { $0 ?? "declined" })")))
    }
    let ended = try Program.run(["pin", "change", "--pin-stdin"], agent: agent, input: "old one\nnew one\n")
    #expect(ended.status == 77)
    #expect(ended.errors == "vault: [\"old one\", \"declined\", \"new one\"]\n")
  }

  @Test(
    "without a terminal and without an option a prompt is declined, told, and ends with 77",
    arguments: [
      (["unlock"], Prompt.Kind.pin, "--pin-stdin"), (["login"], .password, "--password-stdin"),
      (["add", "--protected"], .protectedText, "-"),
    ])
  func nobodyToAsk(_ arguments: [String], _ kind: Prompt.Kind, _ option: String) throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      let answer = try talk.ask(kind, "?")
      try talk.send(.failure(Failure(.refused, answer == nil ? "declined" : "answered")))
    }
    let ended = try Program.run(arguments, agent: agent)
    #expect(ended.status == 77 && ended.errors.contains("no terminal") && ended.errors.contains(option))
  }

  @Test("reveal --plain writes exactly the bytes; --all ends each with a NUL")
  func revealPlain() throws {
    let agent = try ScriptedAgent { talk in
      while true {
        let request = try talk.request()
        if request.decoded(as: StreamTasks.self) != nil {
          try talk.send(.event(.tasks(TaskPage(rows: [CommandTests.protected], total: 1))))
          try talk.reply(Acknowledgement())
        } else if request.decoded(as: RevealTexts.self) != nil {
          try talk.send(
            SecretNotice(kind: .protectedText, task: CommandTests.protected), Array("a\u{1B}\n\u{202E}".utf8))
          try talk.reply(Acknowledgement(""))
        } else {
          return
        }
      }
    }
    #expect(try Program.run(["reveal", "9b", "--plain"], agent: agent).output == "a\u{1B}\n\u{202E}")
    #expect(try Program.run(["reveal", "--all", "--plain"], agent: agent).output == "a\u{1B}\n\u{202E}\0")
    let refused = try Program.run(["reveal", "9b"], agent: agent)
    #expect(refused.status == 64 && refused.output.isEmpty && refused.errors.contains("--plain"))
  }

  @Test("a code that is good for a moment comes with the command for the next one", arguments: [1, 4, 5, nil])
  func shortCode(seconds: Int?) throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.send(SecretNotice(kind: .oneTimeCode, task: CommandTests.protected), Array("123456".utf8))
      try talk.reply(CodeValidity(seconds: seconds))
    }
    let ended = try Program.run(["code", "9b", "--plain"], agent: agent)
    #expect(ended.status == 0 && ended.output == "123456")
    let isShort = seconds.map { $0 < 5 } ?? false
    let hint = seconds.map { "That code is good for \($0) s only. For the next one: vault code 9b\n" } ?? ""
    #expect(ended.errors == (isShort ? hint : ""))
  }

  @Test("a text that arrives with a lock behind it is not printed")
  func lockedMeanwhile() throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.send(SecretNotice(kind: .protectedText, task: CommandTests.protected), Array("4711".utf8))
      try talk.send(.event(.locked(reason: "sleep")))
      try talk.reply(Acknowledgement(""))
    }
    let ended = try Program.run(["reveal", "9b", "--plain"], agent: agent)
    #expect(ended.status == 75 && ended.output.isEmpty)
  }

  @Test("failures end with their status and say what to do")
  func failures() throws {
    for code in Failure.Code.allCases {
      let failure = Failure(code, "It is\u{1B} wrong.", hint: "Do this.", retryAfterSeconds: 90)
      let agent = try ScriptedAgent { talk in
        _ = try talk.request()
        try talk.send(.failure(failure))
      }
      let ended = try Program.run(["lock"], agent: agent)
      #expect(ended.status == failure.exitStatus)
      #expect(ended.errors == #"vault: It is\x1B wrong."# + "\n  Do this.\n  Try again in 90 seconds.\n")
    }
  }

  @Test("a store with damaged records is listed and ends with 65, a doctor's problem with 69")
  func statuses() throws {
    let damaged = StoreStatus(kind: .file, reason: "auto", location: "/f", count: 2, damaged: ["r7"], wasChecked: true)
    let store = try Program.run(["store", "check"], agent: try agent(CheckStore(), damaged))
    #expect(store.status == 65 && store.errors.contains("r7"))
    let findings = [
      DoctorFinding(.ok, "bus", "there"), DoctorFinding(.problem, "memory", "not locked", remedy: "raise it"),
    ]
    let doctor = try Program.run(["doctor"], agent: try agent(RunDoctor(), findings))
    #expect(doctor.status == 69 && doctor.output.contains("raise it"))
    let fine = try Program.run(["doctor", "--json"], agent: try agent(RunDoctor(), [findings[0]]))
    #expect(fine.status == 0 && fine.output.contains("\"severity\" : \"ok\""))
  }

  @Test("a recovery code is printed with --pin-stdin, and confirmed without a person")
  func recoveryCode() throws {
    let agent = try ScriptedAgent { talk in
      guard try talk.request() == SetPIN(recovery: true, confirmRecovery: false) else { return }
      guard try talk.ask(.newPIN, "New PIN") == "long enough" else { return }
      try talk.send(SecretNotice(kind: .recoveryCode), Array("abcd-efgh".utf8))
      let typedBack = try talk.ask(.recoveryCodeConfirmation, "Type it back")
      try talk.reply(Acknowledgement(typedBack == "abcd-efgh" ? "The PIN is set." : "no"))
    }
    let ended = try Program.run(["pin", "set", "--pin-stdin"], agent: agent, input: "long enough\n")
    #expect(ended.status == 0 && ended.output == "abcd-efgh\nThe PIN is set.\n")
  }

  @Test("notices of the agent are told once, on standard error")
  func notices() throws {
    let agent = try ScriptedAgent(
      script: { talk in
        _ = try talk.request()
        try talk.reply(Acknowledgement("Locked."))
      }, answer: { _ in .welcome(ScriptedAgent.welcome(notices: ["The encrypted file is used."])) })
    let ended = try Program.run(["lock"], agent: agent)
    #expect(ended.output == "Locked.\n" && ended.errors == "vault: The encrypted file is used.\n")
  }
}
