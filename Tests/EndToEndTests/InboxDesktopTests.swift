import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

@Suite("The inbox on a real desktop's notification service", .serialized)
struct InboxDesktopTests {
  private let server: TestServer
  private let laptop: TestDesktop
  private let phone: TestDesktop

  init() throws {
    server = try TestServer()
    laptop = try Self.device(server, on: nil)
    phone = try Self.device(server, on: laptop.display)
  }

  private static func device(_ server: TestServer, on display: PrivateDisplay?) throws -> TestDesktop {
    let desktop = try TestDesktop(on: display, extra: ["VAULT_SERVER_URL": server.address])
    try desktop.vault.mustRun(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    return desktop
  }

  /// A payload as it comes with the project.
  private static func sample(_ name: String) throws -> String {
    var directory = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { directory.deleteLastPathComponent() }
    return directory.appendingPathComponent("docs/samples/\(name).apns").path
  }

  private func push(_ name: String, _ options: String...) throws -> ChildProcess {
    try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path, "push", "send", try Self.sample(name)] + options,
      environment: laptop.vault.environment)
  }

  private func send(_ name: String) throws { #expect(try push(name).exitStatus(within: 60) == 0) }

  private func states(of desktop: TestDesktop) throws -> [String] {
    let listing = try JSONSerialization.jsonObject(with: Data(desktop.vault.mustRun("inbox", "--all", "--json").utf8))
    let items = (listing as? [String: Any])?["items"] as? [[String: Any]] ?? []
    return items.compactMap { $0["state"] as? String }
  }

  @Test("a task is accepted with the notification's button, and its sender hears of it", .timeLimit(.minutes(3)))
  func accept() throws {
    let dunst = try Dunst(on: phone.bus, phone.display)
    let sender = try push("task", "--wait", "--timeout", "120")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    try dunst.choose("accept")
    #expect(try sender.exitStatus(within: 60) == 0)
    #expect(try phone.vault.mustRun("list", "--json").contains("Water the plants"))
    #expect(try phone.vault.mustRun("reminders", "--json").contains("2030-06-01T18:00:00Z"))
    try dunst.dismiss()
    try waitUntil("the outcome was told") { try dunst.history().contains("Accepted: Water the plants, due 1 Jun") }
    #expect(try dunst.history().contains(".png"), "the picture")
  }

  @Test(
    "a proposal takes the place of the oldest notice, and what a button accepted is said to be so",
    .timeLimit(.minutes(3)))
  func proposalAmongNotices() throws {
    let service = try MockNotifications(on: phone.bus)
    for number in 1...5 {
      try laptop.vault.mustRun("push", "send", "-", input: #"{"aps": {"alert": "Notice \#(number)"}}"#)
      try waitUntil("\(number) are shown") { try service.shown().contains("Notice \(number)") }
    }
    let sender = try push("task", "--wait", "--timeout", "120")
    try waitUntil("it is shown in the place of the first") {
      try service.shown().contains("<uint32 1>, <'task-vault'>, <'Water the plants'>")
    }
    try service.invoke("accept", of: 1)
    #expect(try sender.exitStatus(within: 60) == 0)
    #expect(try phone.vault.mustRun("inbox", "show", "6").contains("accepted by notification as task"))
    let items = try phone.vault.inboxItems { _ in true }
    #expect(items.first?["decidedBy"] as? String == "notification" && items.last?["decidedBy"] is NSNull)
  }

  @Test("a button accepts only what is seen whole: of what is longer it opens the item", .timeLimit(.minutes(3)))
  func longProposal() throws {
    let service = try MockNotifications(on: phone.bus)
    let token = try server.senderToken("push:send")
    let text = Array(repeating: "line", count: 9).joined(separator: "\\n")
    for (number, body) in zip(1..., [text, "short"]) {
      let payload =
        #"{"to":{"everyone":true},"payload":{"aps":{"alert":{"title":"Pay","body":"\#(body)"}},"kind":"task"}}"#
      _ = try TestServer.ask(
        "\(server.address)/v1/pushes", ["--json", payload, "--header", "Authorization: Bearer \(token)"])
      try waitUntil("\(number) are here") { try states(of: phone).count == number }
    }
    try waitUntil("both are shown") { try service.shown().contains("short") }
    let shown = try service.shown()
    #expect(shown.contains("'review', 'Review…'") && shown.contains("'accept', 'Accept'"))
    #expect(shown.contains("From program “test”"), "who asks")
    for key in ["accept", "review"] {
      try service.invoke(key, of: 1)
      if key == "accept" { try waitUntil("it is opened") { try phone.openedWords().contains("vault inbox show 1;") } }
    }
    #expect(try states(of: phone) == ["unread", "unread"], "a service can't press a button that is not there")
  }

  @Test("protecting what was accepted takes down the notification that names it", .timeLimit(.minutes(3)))
  func protecting() throws {
    try phone.vault.setPIN()
    let dunst = try Dunst(on: phone.bus, phone.display, stays: true)
    try send("task")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    try dunst.choose("accept")
    try waitUntil("the outcome is shown in its place") {
      try dunst.history().contains("Water the plants") && dunst.displayedCount() == 1
        && states(of: phone) == ["accepted"]
    }
    let items = try phone.vault.inboxItems { $0.first?["task"] is String }
    // Another one that has just been shown, after which the agent pauses.
    try send("notice")
    try waitUntil("another one is shown") { try dunst.displayedCount() == 2 }
    try phone.vault.mustRun("protect", try #require(items.first?["task"] as? String))
    #expect(try dunst.displayedCount() == 1, "it was taken down before the command returned")
    #expect(try dunst.history().contains("Accepted: Water the plants"), "the control")
  }

  @Test("while a live view is in front the desktop shows nothing, and again once it is left", .timeLimit(.minutes(3)))
  func inFront() throws {
    let dunst = try Dunst(on: phone.bus, phone.display)
    try send("notice")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    try dunst.dismiss()
    let terminal = try PseudoTerminal()
    let watch = try phone.vault.start("inbox", "watch", at: terminal)
    try terminal.waitForText("q quit")
    // The answer to Enter comes after the agent has heard of the focus.
    terminal.type("\u{1B}[I\n")
    try terminal.waitForText("q back")
    try send("task")
    try terminal.waitForText("▌ Water the plants")
    terminal.type("\u{1B}[O")
    terminal.type("q")
    try terminal.waitForText("Inbox")
    terminal.type("q")
    #expect(try watch.waitForEnd().status == 0)
    try send("notice")
    try waitUntil("the last one is shown") { try dunst.displayedCount() == 1 }
    #expect(try !dunst.history().contains("Water the plants"))
  }

  @Test(
    "a window that was opened by a click keeps nothing from the desktop before it has the focus or a key comes",
    .timeLimit(.minutes(3)))
  func opened() throws {
    let dunst = try Dunst(on: phone.bus, phone.display)
    let terminal = try PseudoTerminal()
    let environment = phone.vault.environment.merging(["VAULT_TERMINAL": "opened"]) { $1 }
    let watch = try Child(
      TestVault.programs.appendingPathComponent("vault").path, ["inbox", "watch"], environment: environment,
      terminal: terminal)
    try terminal.waitForText("q quit")
    // It will report its focus, and says nothing of it.
    terminal.type("\u{1B}[?1004;2$y")
    try send("notice")
    try terminal.waitForText("Enter opens it")
    try waitUntil("it is shown there, too") { try dunst.displayedCount() == 1 }
    terminal.type("\n")
    try terminal.waitForText("q back")
    try send("task")
    try terminal.waitForText("▌ Water the plants")
    #expect(try !dunst.history().contains("Water the plants"))
    terminal.type("\u{1B}qq")
    #expect(try watch.waitForEnd().status == 0)
  }

  @Test("what is rejected on one device is so on both, and is shown on neither", .timeLimit(.minutes(3)))
  func reject() throws {
    let (first, second) = (try Dunst(on: phone.bus, phone.display), try Dunst(on: laptop.bus, laptop.display))
    let sender = try push("task", "--wait", "--timeout", "120")
    for dunst in [first, second] { try waitUntil("it is shown") { try dunst.displayedCount() == 1 } }
    try first.choose("reject")
    #expect(try sender.exitStatus(within: 60) == 1)
    try waitUntil("it is taken down on the other") { try second.displayedCount() == 0 }
    for desktop in [laptop, phone] { try waitUntil("it is rejected") { try states(of: desktop) == ["rejected"] } }
    #expect(try !phone.vault.mustRun("list", "--json").contains("Water the plants"))
  }

  @Test("after the agent was killed it is shown in place of the old, and a click leads there", .timeLimit(.minutes(3)))
  func restart() throws {
    let dunst = try Dunst(on: phone.bus, phone.display)
    try send("task")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    let before = try dunst.history()
    try phone.killAgentThatHasNoted()
    try phone.vault.mustRun("status")
    try waitUntil("the old one is taken down") { try dunst.history() != before }
    try waitUntil("one is shown") { try dunst.displayedCount() == 1 }
    try dunst.click()
    #expect(try phone.openedWords().contains("vault inbox show 1;"))
    phone.vault.killAgent()
    // Nobody has decided yet.
    try phone.vault.mustRun("status")
    try waitUntil("it is shown again") { try dunst.displayedCount() == 1 }
    try phone.vault.mustRun("inbox", "accept", "1")
    try waitUntil("it is taken down") { try dunst.displayedCount() == 0 }
  }

  @Test("a click opens what a push is about, and who has to be asked is asked at a terminal", .timeLimit(.minutes(3)))
  func clicks() throws {
    let dunst = try Dunst(on: phone.bus, phone.display)
    for (name, words) in [
      ("message", "vault messages;"), ("comment", "vault messages;"), ("like", "vault messages;"),
      ("jsondata", "vault messages --kind jsondata;"), ("follow", "vault profile;"), ("notice", "vault inbox show 6;"),
    ] {
      try send(name)
      try waitUntil("\(name) is shown") { try dunst.displayedCount() == 1 }
      try dunst.click()
      #expect(try phone.openedWords().contains(words), "\(name)")
      try waitUntil("it is gone") { try dunst.displayedCount() == 0 }
    }
    try send("silent")
    try send("task-verify")
    try waitUntil("only what is not silent is shown") { try dunst.displayedCount() == 1 }
    try dunst.choose("review")
    #expect(try phone.openedWords().contains("vault inbox show 8;"))
    #expect(try !phone.vault.mustRun("list", "--json").contains("Pay the invoice"))
  }

  @Test("what comes while nothing can show it is kept, and shown together when there is much", .timeLimit(.minutes(3)))
  func kept() throws {
    for _ in 1...7 { try send("notice") }
    try waitUntil("all are here") { try states(of: phone).count == 7 }
    #expect(try phone.vault.mustRun().contains("7 unread"))
    let dunst = try Dunst(on: phone.bus, phone.display)
    try waitUntil("one is shown") { try dunst.displayedCount() == 1 }
    try dunst.dismiss()
    try waitUntil("it counts them") { try dunst.history().contains("7 new items") }
    #expect(try dunst.history().contains("and 4 more"))
  }

  @Test(
    "proposals keep their buttons, however many wait, read or not: the next takes the place of who was answered",
    .timeLimit(.minutes(3)), arguments: [false, true])
  func manyProposals(areRead: Bool) throws {
    for number in 1...7 {
      let payload = #"{"aps": {"alert": "Task \#(number)"}, "kind": "task"}"#
      try laptop.vault.mustRun("push", "send", "-", input: payload)
    }
    try waitUntil("all are here") { try states(of: phone).count == 7 }
    let dunst = try Dunst(on: phone.bus, phone.display)
    try waitUntil("five are shown, and one that counts") { try dunst.displayedCount() == 6 }
    if areRead {
      try phone.vault.mustRun("inbox", "read", "--all")
      try waitUntil("nothing is left to count") { try dunst.displayedCount() == 5 }
    }
    func rejected() throws -> Int { try states(of: phone).count { $0 == "rejected" } }
    for (number, left) in zip(1..., [areRead ? 5 : 6, 5, 4, 3, 2, 1, 0]) {
      try dunst.choose("reject")
      try waitUntil("\(number) are rejected") { try rejected() == number }
      try waitUntil("\(left) are shown") { try dunst.displayedCount() == left }
    }
  }

  @Test("in quiet hours nothing is shown, and afterwards what was held back", .timeLimit(.minutes(3)))
  func quietHours() throws {
    let configuration = phone.vault.root.appendingPathComponent("config/config.json")
    let hour = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date()).hour ?? 0
    let hours = "\((hour + 23) % 24):00-\((hour + 2) % 24):00"
    try #"{"quiet-hours": "\#(hours)"}"#.write(to: configuration, atomically: true, encoding: .utf8)
    try phone.vault.mustRun("agent", "stop")
    let dunst = try Dunst(on: phone.bus, phone.display)
    try phone.vault.mustRun("whoami")
    for name in ["task", "notice"] { try send(name) }
    try waitUntil("both are here") { try states(of: phone).count == 2 }
    #expect(try dunst.displayedCount() == 0)
    try FileManager.default.removeItem(at: configuration)
    try phone.vault.mustRun("agent", "stop")
    try phone.vault.mustRun("whoami")
    try waitUntil("both are shown") { try dunst.displayedCount() == 2 }
  }

  @Test("a logout takes down what is shown, and the next login shows only what is new", .timeLimit(.minutes(3)))
  func logout() throws {
    let dunst = try Dunst(on: phone.bus, phone.display)
    try send("task")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    try phone.vault.mustRun("logout")
    try waitUntil("it is taken down") { try dunst.displayedCount() == 0 }
    try phone.vault.mustRun("login")
    try send("notice")
    try waitUntil("what is new is shown") { try dunst.displayedCount() >= 1 }
    #expect(try dunst.displayedCount() == 1, "what waits was shown before")
  }

  @Test("when another user logs in only theirs is shown, and its buttons answer theirs alone", .timeLimit(.minutes(3)))
  func anotherUser() throws {
    let bob = "bob@example.org"
    try server.addAccount(bob)
    let his = try TestVault.loggedIn(to: server, as: bob)
    try his.mustRun("push", "send", "-", input: #"{"aps": {"alert": "Feed the cat"}, "kind": "task"}"#)
    let dunst = try Dunst(on: phone.bus, phone.display)
    try send("task")
    try waitUntil("hers is shown") { try dunst.displayedCount() == 1 }
    try phone.vault.mustRun("login", "--email", bob, "--password-stdin", input: TestServer.password + "\n")
    try waitUntil("hers is taken down") { try dunst.history().contains("Water the plants") }
    try waitUntil("his is shown") { try dunst.displayedCount() == 1 }
    try dunst.choose("reject")
    try waitUntil("his is rejected") { try his.inboxItems { _ in true }.first?["state"] as? String == "rejected" }
    #expect(try states(of: laptop) == ["unread"])
  }

  @Test("a service without buttons gets none, and the next service shows again what waits", .timeLimit(.minutes(3)))
  func otherServices() throws {
    do {
      let plain = try MockNotifications(on: phone.bus, capabilities: ["body"])
      try send("task")
      try waitUntil("it is shown") { try plain.shown().contains("Water the plants") }
      #expect(try !plain.shown().contains("accept"))
    }
    let next = try MockNotifications(on: phone.bus)
    try waitUntil("it is shown again") { try next.shown().contains("Water the plants") }
    #expect(try next.shown().contains("['default', 'Show', 'accept', 'Accept', 'reject', 'Delete']"))
    try next.invoke("reject", of: 1)
    try waitUntil("it is rejected") { try states(of: phone) == ["rejected"] }
  }
}
