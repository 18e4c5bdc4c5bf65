import Foundation
import ProcessTesting
import Testing
import VaultTesting

/// Ada and Grace, who has two devices, follow each other.
@Suite("Comments, likes and the messages page", .serialized)
struct FeedbackTests {
  private let server: TestServer
  private let ada: TestVault
  private let grace: TestVault
  private let phone: TestVault

  init() throws {
    server = try TestServer()
    try server.addAccount("grace@example.org")
    ada = try .loggedIn(to: server)
    grace = try .loggedIn(to: server, as: "grace@example.org")
    phone = try .loggedIn(to: server, as: "grace@example.org")
    _ = try grace.mustRun("follow", try ada.userID())
    _ = try ada.mustRun("follow", try grace.userID())
    // A device that has looked once: from now on, what comes is unread.
    for vault in [ada, grace, phone] {
      try waitUntil("the device has looked", 90) {
        try TestVault.object(vault.mustRun("message", "list", "--json"))["isComplete"] as? Bool == true
      }
    }
  }

  private struct Entry: Decodable, Equatable {
    var kind: String
    var text: String?
    var about: String?
    var isAboutOwn: Bool?
    var isUnread: Bool
  }

  private struct Page: Decodable { var entries: [Entry] }

  private func page(_ vault: TestVault, _ options: String...) throws -> [Entry] {
    let outcome = try vault.run("vault", ["messages", "--json"] + options)
    #expect(outcome.status == 0, "\(outcome)")
    return try JSONDecoder().decode(Page.self, from: Data(outcome.output.utf8)).entries
  }

  /// Ada's proposal in Grace's inbox, by its number there, and its id.
  private func propose(_ text: String) throws -> (number: String, id: String) {
    let sent = try TestVault.object(ada.mustRun("propose", "grace", text, "--json"))
    let id = try #require((sent["proposal"] as? [String: Any])?["id"] as? String)
    let items = try grace.inboxItems { $0.contains { $0["title"] as? String == text } }
    let item = try #require(items.first { $0["title"] as? String == text })
    return ("\(try #require(item["number"] as? Int))", id)
  }

  @Test("a proposal is commented on by both and liked; the other device of one has all of it once, in order")
  func proposal() throws {
    let (number, id) = try propose("Water the plants")
    #expect(try grace.mustRun("inbox", "comment", number, "On", "Friday?").hasPrefix("The comment on “"))
    #expect(try grace.mustRun("inbox", "like", number).hasPrefix("You like “"))
    try waitUntil("both are there", 90) { try page(ada).count == 2 }
    #expect(try ada.mustRun("proposals", "comment", id, "Friday it is.").hasPrefix("The comment on “"))
    let shown = try ada.mustRun("proposals", "show", id)
    #expect(shown.contains("): On Friday?\n") && shown.contains(" you: Friday it is.\n"), "\(shown)")
    #expect(shown.contains("liked by grace ("), "\(shown)")
    phone.killAgent()
    for device in [grace, phone] {
      let expected = Entry(
        kind: "comment", text: "Friday it is.", about: "Water the plants", isAboutOwn: false, isUnread: true)
      try waitUntil("it is on the page", 90) { try device.mustRun("messages").contains("Friday it is.") }
      var seen = expected
      seen.isUnread = false
      #expect(try page(device) == [seen], "it was listed before")
      let item = try device.mustRun("inbox", "show", number)
      #expect(item.contains(" you: On Friday?\n") && item.contains("): Friday it is.\n"), "\(item)")
      #expect(item.contains("liked by you"), "\(item)")
    }
    #expect(try phone.mustRun("inbox", "like", number, "--undo") == "Your like of “Water the plants” is taken back.\n")
    #expect(try page(ada).map(\.kind) == ["comment"])
  }

  @Test(
    "messages, comments and likes are on one page, newest first, each with its number; what was not shown stays unread")
  func messagesPage() throws {
    for text in ["one", "two", "three"] { _ = try ada.mustRun("message", "send", "grace", text) }
    try waitUntil("they are there", 90) { try grace.mustRun().contains("3 unread from ada (") }
    #expect(try page(grace, "--limit", "2").map(\.text) == ["three", "two"])
    #expect(try grace.mustRun().contains("3 unread from ada ("), "the first was not shown")
    #expect(try page(grace).map(\.isUnread) == [true, true, true])
    #expect(try page(grace).map(\.isUnread) == [false, false, false])
    #expect(try grace.mustRun("message", "comment", "3", "The first!").hasPrefix("The comment on “"))
    #expect(try grace.mustRun("message", "like", "1").hasPrefix("You like “"))
    try waitUntil("both are there", 90) { try page(ada).count == 2 }
    let entries = try page(ada)
    #expect(entries.map(\.kind) == ["like", "comment"] && entries.map(\.about) == ["three", "one"])
    #expect(entries.map(\.isAboutOwn) == [true, true])
    #expect(try ada.mustRun("messages", "--kind", "comment").contains("commented on your “one”: The first!"))
    let entry = try ada.mustRun("message", "show", "1", "--kind", "comment")
    #expect(entry.hasPrefix("The first!\n\ncomment from grace (") && entry.contains("about your “one”"), "\(entry)")
    #expect(
      try ada.mustRun("message", "comment", "1", "Yes.", "--kind", "comment").hasPrefix("The comment on “"))
    try waitUntil("the answer is there", 90) { try page(grace, "--kind", "comment").map(\.text) == ["Yes."] }
    let hint = try #require(
      try ada.inboxItems { !$0.isEmpty }.first { $0["kind"] as? String == "like" }?["number"] as? Int)
    #expect(try ada.mustRun("inbox", "show", "\(hint)").contains("\nabout “three”\n"))
    for words in [["message", "show", "99"], ["message", "like", "0"]] {
      #expect(try ada.run("vault", words).status == 64)
    }
  }

  private func hasUnreadComment(_ vault: TestVault) throws -> Bool {
    try vault.inboxItems { !$0.isEmpty }.contains {
      $0["kind"] as? String == "comment" && $0["state"] as? String == "unread"
    }
  }

  @Test("what was read on one device is read on the other one, whether it was there meanwhile or not")
  func readElsewhere() throws {
    for isAway in [false, true] {
      let text = isAway ? "Away" : "Here"
      let (_, id) = try propose(text)
      if isAway { try phone.mustRun("agent", "stop") }
      _ = try ada.mustRun("proposals", "comment", id, text)
      for device in isAway ? [grace] : [grace, phone] {
        try waitUntil("it is there", 90) { try hasUnreadComment(device) }
      }
      #expect(try page(grace).first?.isUnread == true)
      try waitUntil("the other device has heard of it", 90) { try !hasUnreadComment(phone) }
      let entry = try #require(try page(phone).first)
      #expect(entry.text == text && !entry.isUnread)
    }
  }

  @Test("the page has what was written while the agent was gone, and a number what was listed there")
  func away() throws {
    phone.killAgent()
    for text in ["one", "two"] { _ = try ada.mustRun("message", "send", "grace", text) }
    #expect(try page(phone).map(\.text) == ["two", "one"], "without a second look")
    _ = try ada.mustRun("message", "send", "grace", "never listed")
    try waitUntil("it is there", 90) { try phone.mustRun().contains("1 unread from ada (") }
    #expect(try phone.mustRun("message", "like", "1").hasPrefix("You like “two”, and ada ("))
    try phone.mustRun("agent", "stop")
    _ = try ada.mustRun("message", "send", "grace", "three")
    let log = try phone.run("vault", ["message", "log", "ada"])
    #expect(log.output.contains("three") && log.errors.isEmpty, "\(log)")
  }

  @Test("what is said about an item that is open appears in it")
  func openItem() throws {
    let (number, id) = try propose("Water the plants")
    let terminal = try PseudoTerminal()
    let view = try grace.start("inbox", "show", number, at: terminal)
    try terminal.waitForText("Water the plants")
    _ = try ada.mustRun("proposals", "comment", id, "With rain water.")
    try terminal.waitForText("): With rain water.")
    terminal.type("qq")
    #expect(try view.waitForEnd().status == 0)
  }

  @Test("a block is silent here, too: who is blocked sees their comment, and the other one nothing")
  func block() throws {
    let (number, id) = try propose("Water the plants")
    try grace.mustRun("people", "block", "ada")
    #expect(try ada.mustRun("proposals", "comment", id, "Hello?").hasPrefix("The comment on “"))
    #expect(try ada.mustRun("proposals", "show", id).contains(" you: Hello?\n"))
    #expect(try page(grace).isEmpty)
    #expect(try !grace.mustRun("inbox", "show", number).contains("Hello?"))
  }

  @Test("with a task that is protected goes what was said about it")
  func protection() throws {
    let (number, id) = try propose("The safe")
    try grace.setPIN()
    try ada.mustRun("proposals", "comment", id, "Behind the mirror.")
    try grace.mustRun("inbox", "comment", number, "Thanks.")
    for device in [grace, phone] {
      try waitUntil("it is here", 90) { try page(device).map(\.text) == ["Behind the mirror."] }
    }
    try grace.mustRun("inbox", "accept", number)
    let tasks = try TestVault.object(grace.mustRun("list", "--json"))["tasks"] as? [[String: Any]]
    try grace.mustRun("protect", try #require(tasks?.first?["id"] as? String), "--label", "x")
    #expect(try page(grace).isEmpty)
    try waitUntil("it is gone there, too", 90) { try page(phone).isEmpty }
    let refused = try grace.run("vault", ["inbox", "comment", number, "more"])
    #expect(refused.status == 64 && refused.errors.contains("nobody to read"), "\(refused)")
  }

  @Test("what both say while the server is away waits, through a kill, and is there once on all devices, in order")
  func offline() throws {
    let (number, id) = try propose("Water the plants")
    _ = try ada.mustRun("message", "send", "grace", "The tea is ready.")
    for device in [grace, phone] {
      try waitUntil("it is here", 90) { try page(device).map(\.text) == ["The tea is ready."] }
    }
    server.kill()
    for text in ["one", "two"] {
      let told = try grace.mustRun("inbox", "comment", number, text)
      #expect(told.hasPrefix("The comment on “Water the plants” waits here, and goes out to ada ("), "\(told)")
    }
    #expect(try grace.mustRun("message", "like", "1").hasPrefix("That waits here, and goes out to ada ("))
    _ = try grace.mustRun("inbox", "like", number)
    _ = try grace.mustRun("inbox", "like", number, "--undo")
    let shown = try grace.mustRun("inbox", "show", number)
    #expect(shown.contains(" you (waits here): one\n") && !shown.contains("liked"), "\(shown)")
    #expect(
      try phone.mustRun("message", "comment", "1", "three").hasPrefix("The comment on “The tea is ready.” waits here"))
    grace.killAgent()
    try server.start()
    try waitUntil("all is there", 120) {
      for device in [grace, phone] { _ = try device.mustRun("messages") }
      return try page(ada).count == 4
    }
    let entries = try page(ada)
    #expect(entries.filter { $0.about == nil }.map(\.text) == ["two", "one"])
    #expect(Set(entries.filter { $0.about == "The tea is ready." }.map(\.text)) == ["three", nil])
    for device in [grace, phone] {
      try waitUntil("its other device has it, too", 90) {
        let text = try device.mustRun("inbox", "show", number)
        return text.contains(" you: one\n") && text.contains(" you: two\n") && !text.contains("waits here")
      }
    }
    #expect(try ada.mustRun("proposals", "show", id).components(separatedBy: "): one\n").count == 2)
  }

  @Test("no comment is lost or doubled while the agent and the server are killed", .timeLimit(.minutes(3)))
  func kills() throws {
    _ = try ada.mustRun("message", "send", "grace", "The tea is ready.")
    try waitUntil("it is here", 90) { try page(grace).map(\.text) == ["The tea is ready."] }
    for number in 1...24 {
      _ = try grace.mustRun("message", "comment", "1", "n\(number)", "--kind", "message")
      if number % 8 == 3 { grace.killAgent() }
      if number % 8 == 5 { server.kill() }
      if number % 8 == 7 { try server.start() }
      if number % 9 == 4 { ada.killAgent() }
    }
    let all = (1...24).map { "n\($0)" }
    try waitUntil("all are there", 120) {
      _ = try grace.mustRun("messages")
      return try page(ada).count >= 24
    }
    #expect(try page(ada).reversed().map(\.text) == all)
    for device in [grace, phone] {
      let shown = try device.mustRun("message", "show", "1")
      #expect(shown.matches(of: /you: (n\d+)\n/).map { String($0.1) } == all, "\(shown)")
    }
  }

  @Test("what the server refuses later is told with the next command, and stays where it was written")
  func refusedLater() throws {
    _ = try grace.mustRun("message", "send", "ada", "Mine.")
    try waitUntil("it is there", 90) { try page(ada).map(\.text) == ["Mine."] }
    _ = try ada.mustRun("message", "comment", "1", "Yours.")
    try waitUntil("the answer is there", 90) { try page(grace).map(\.text) == ["Yours."] }
    server.kill()
    _ = try grace.mustRun("message", "comment", "1", "Still mine.")
    grace.killAgent()
    try server.start()
    _ = try ada.mustRun("unfollow", "grace")
    try waitUntil("the refusal is told", 120) {
      try grace.run("vault", ["messages"]).errors.contains("Your comment “Still mine.” was not taken.")
    }
    let shown = try grace.mustRun("message", "show", "1")
    #expect(shown.contains("you (not taken: ") && shown.contains("): Still mine.\n"), "\(shown)")
    #expect(try page(ada).map(\.text) == ["Mine."])
  }

  @Test("nobody comments on what they sent themselves, or on what a program sent")
  func refusals() throws {
    #expect(try ada.push(#"{"aps":{"alert":"Mine"}}"#).status == 0)
    _ = try ada.inboxItems { $0.contains { $0["title"] as? String == "Mine" } }
    let own = try ada.run("vault", ["inbox", "like", "1"])
    #expect(own.status == 64 && own.errors.contains("nobody to read"), "\(own)")
    let (number, _) = try propose("Water the plants")
    #expect(try grace.run("vault", ["inbox", "comment", number, " "]).status == 64)
    server.kill()
    let listed = try grace.run("vault", ["messages"])
    #expect(listed.status == 0 && listed.errors.contains("could not be asked"), "\(listed)")
    #expect(listed.errors.contains("It was asked last on "), "\(listed)")
  }

  @Test("in the live inbox a key asks for a comment and another one likes; what comes of them leads to the page")
  func liveKeys() throws {
    _ = try propose("Water the plants")
    let (graceTerminal, adaTerminal) = (try PseudoTerminal(), try PseudoTerminal())
    let hers = try grace.start("inbox", "watch", at: graceTerminal)
    let adas = try ada.start("inbox", "watch", at: adaTerminal)
    try graceTerminal.waitForText("Water the plants")
    try adaTerminal.waitForText("q")
    graceTerminal.type("c")
    try graceTerminal.waitForQuestion("Comment")
    graceTerminal.type("On Friday?\r")
    try graceTerminal.waitForText("is sent to ada (")
    try adaTerminal.waitForText("commented on what you sent")
    adaTerminal.type("\n")
    try adaTerminal.waitForText("On Friday?")
    try adaTerminal.waitForText("comment from grace (")
    graceTerminal.type("l")
    try graceTerminal.waitForText("Press l again")
    graceTerminal.type("l")
    try graceTerminal.waitForText("You like “Water the plants”, and ada (")
    graceTerminal.type("l")
    try graceTerminal.waitForText("Press l again to take your like back")
    graceTerminal.type("l")
    try graceTerminal.waitForText("Your like of “Water the plants” is taken back.")
    graceTerminal.type("q")
    adaTerminal.type("qq")
    #expect(try hers.waitForEnd().status == 0 && adas.waitForEnd().status == 0)
    try openComment()
  }

  /// Opens what the notice of the comment leads to, and the page with everything.
  private func openComment() throws {
    let items = try ada.inboxItems { $0.contains { $0["kind"] as? String == "comment" } }
    let hint = try #require(items.first { $0["kind"] as? String == "comment" }?["number"] as? Int)
    let opened = try PseudoTerminal()
    let click = try ada.start("messages", "--item", "\(hint)", at: opened)
    try opened.waitForText("On Friday?")
    try opened.waitForText("comment from grace (")
    opened.type("qq")
    #expect(try click.waitForEnd().status == 0)
    let page = try PseudoTerminal()
    let watch = try ada.start("messages", "--kind", "all", "--watch", at: page)
    try page.waitForText("On Friday?")
    try page.waitForText("grace (")
    page.type("q")
    #expect(try watch.waitForEnd().status == 0)
  }

  @Test("however much was said, and however long, all of it comes", .timeLimit(.minutes(3)))
  func long() throws {
    let (item, id) = try propose("Water the plants")
    phone.killAgent()
    let text = String(repeating: "\u{1}", count: 4000)
    for number in 1...130 {
      _ = try ada.mustRun("proposals", "comment", id, "\(number) \(text)")
    }
    try waitUntil("all are there", 90) { try page(phone, "--limit", "500").count == 130 }
    let numbers = try page(phone, "--limit", "500").compactMap { $0.text?.split(separator: " ").first.map(String.init) }
    #expect(numbers == (1...130).reversed().map(String.init))
    #expect(try page(phone, "--limit", "1").first?.text?.unicodeScalars.count == 500, "a list has the beginning alone")
    let shown = try phone.mustRun("message", "show", "1", "--json")
    let entry = try #require(shown.components(separatedBy: "\"feedback\"").first)
    #expect(entry.components(separatedBy: "\\u0001").count == 4001)
    let about = try phone.mustRun("inbox", "show", item)
    #expect(about.contains("): 31 ") && !about.contains("): 30 "), "the newest hundred")
  }
}
