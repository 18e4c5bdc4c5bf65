import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("Live views at a terminal", .serialized)
struct LiveViewTests {
  private let scene: TestChannel

  init() throws { scene = try TestChannel() }

  private func push(_ title: String, _ more: String = "", from vault: TestVault? = nil) throws {
    let payload = #"{"aps": {"alert": {"title": "\#(title)", "body": "First line.\nSecond."}}\#(more)}"#
    let outcome = try (vault ?? scene.ada).run("vault", ["push", "send", "-"], input: payload)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func expectRestored(_ terminal: PseudoTerminal) throws {
    try terminal.wait(for: "the main screen as it was") {
      !$0.screen.isAlternate && $0.isCooked && $0.screen.showsCursor && $0.screen.wraps && !$0.screen.reportsFocus
    }
  }

  @Test("what comes drops from the top, is opened by Enter, and is accepted or rejected by a key")
  func watching() throws {
    let terminal = try PseudoTerminal()
    try push("Earlier")
    let watch = try scene.ada.start("inbox", "watch", at: terminal)
    try terminal.waitForText("Earlier")
    terminal.type("\u{1B}[I")
    try push("Water the plants", #", "kind": "task", "due": "2099-06-01T18:00:00Z""#)
    try terminal.waitForText("▌ Water the plants")
    #expect(terminal.screen.lines[1].contains("First line.") && !terminal.screen.lines[1].contains("Second."))
    terminal.type("\n")
    try terminal.waitForText("due 2099-06-01")
    terminal.type("q")
    try terminal.waitForText("Inbox")
    terminal.type("a")
    try terminal.waitForText("Press a again to accept “Water the plants”.")
    terminal.type("a")
    try terminal.waitForText("Accepted: Water the plants is task")
    terminal.type("jr")
    try terminal.waitForText("There is nothing to decide: it is a notice.")
    try push("Dismissed")
    try terminal.waitForText("▌ Dismissed")
    terminal.type("\u{1B}")
    try terminal.wait(for: "no banner") { !$0.screen.lines.joined().contains("▌") }
    terminal.type("q")
    #expect(try watch.waitForEnd().status == 0)
    try expectRestored(terminal)
    #expect(try scene.ada.mustRun("list").contains("Water the plants"))
  }

  @Test("an item is shown on the alternate screen, q leads to the list and then out; a hint has nothing to decide")
  func showing() throws {
    try push("First", #", "kind": "comment""#)
    try push("Second")
    try waitUntil("both are here") { try scene.ada.mustRun("inbox").contains("Second") }
    let terminal = try PseudoTerminal()
    let show = try scene.ada.start("inbox", "show", "1", at: terminal)
    try terminal.waitForText("comment 1, read")
    #expect(terminal.screen.lines[0] == "First")
    terminal.type("r")
    try terminal.waitForText("nothing to decide")
    terminal.type("q")
    try terminal.waitForText("> read  First")
    terminal.type("q")
    #expect(try show.waitForEnd().status == 0)
    try expectRestored(terminal)
    let refused = try scene.ada.vault("inbox", "reject", "1")
    #expect(refused.status == 64 && refused.errors.contains("nothing to decide"), "\(refused.errors)")
    let missing = try PseudoTerminal()
    #expect(try scene.ada.start("inbox", "show", "9", at: missing).waitForEnd().status == 64)
    #expect(missing.written("\u{1B}[?1049h") == 0)
  }

  @Test("a message opened is its sender's name in the middle; what a banner tells of is accepted and rejected over it")
  func messages() throws {
    try push("A message", #", "jsondata": {"id": 7, "message": "See you at six.", "sendername": "Grace"}"#)
    let terminal = try PseudoTerminal()
    let watch = try scene.ada.start("messages", "--watch", at: terminal)
    try terminal.waitForText("> See you at six.")
    terminal.type("\n")
    try terminal.wait(for: "the name in the middle") {
      $0.screen.lines[10] == String(repeating: " ", count: 37) + "Grace"
    }
    for (key, word) in [("a", "Accepted: Water"), ("r", "Declined: Water")] {
      try push("Water", #", "kind": "task""#)
      try terminal.waitForText("▌ Water")
      terminal.type("\n")
      try terminal.waitForText("a accept  r reject")
      terminal.type(key + key)
      try terminal.waitForText(word)
    }
    terminal.type("qq")
    #expect(try watch.waitForEnd().status == 0)
    try expectRestored(terminal)
  }

  @Test("an item that asks for the PIN leads to the main screen and back")
  func verification() throws {
    try scene.ada.setPIN()
    try push("Careful", #", "kind": "task", "verify": true"#)
    let terminal = try PseudoTerminal()
    let watch = try scene.ada.start("inbox", "watch", at: terminal)
    try terminal.waitForText("Careful")
    terminal.type("a")
    try terminal.waitForQuestion("PIN")
    #expect(!terminal.screen.isAlternate)
    terminal.type(TestVault.pin + "\n")
    try terminal.waitForText("Accepted: Careful")
    #expect(terminal.screen.isAlternate)
    terminal.type("q")
    #expect(try watch.waitForEnd().status == 0)
    try expectRestored(terminal)
  }

  @Test("the terminal is as before after a signal and after the agent's end", arguments: [SIGTERM, SIGINT, SIGHUP, 0])
  func restoring(signal: Int32) throws {
    let terminal = try PseudoTerminal()
    let watch = try scene.ada.start("inbox", "watch", at: terminal)
    try terminal.waitForText("The inbox is empty")
    if signal == 0 { scene.ada.killAgent() } else { watch.send(signal) }
    try expectRestored(terminal)
    let end = try watch.waitForEnd()
    if signal == 0 { #expect(end.status == 69) } else { #expect(end.signal == signal) }
  }

  @Test("a view whose agent was stopped says so, and what starts it again")
  func stopped() throws {
    let terminal = try PseudoTerminal()
    let watch = try scene.ada.start("inbox", "watch", at: terminal)
    try terminal.waitForText("The inbox is empty")
    try scene.ada.mustRun("agent", "stop")
    // It is read before its end is waited for: a terminal that nobody reads holds back what is written.
    try terminal.waitForText("vault: The agent has ended, and this view with it.")
    try terminal.waitForText("The next command starts it again, and so does vault agent start.")
    try expectRestored(terminal)
    #expect(try watch.waitForEnd().status == 69)
  }

  @Test("Ctrl-Z leads to the shell, and the view comes back as it is then")
  func stopping() throws {
    let terminal = try PseudoTerminal()
    let environment = scene.ada.environment.merging(["PS1": "$ ", "HISTFILE": ""]) { $1 }
    let shell = try Child(
      "/bin/bash", ["--norc", "--noprofile", "-i"], environment: environment, terminal: terminal)
    try terminal.waitForText("$")
    terminal.type("\(TestVault.programs.appendingPathComponent("vault").path) inbox watch\n")
    try terminal.waitForText("The inbox is empty")
    terminal.type("\u{1A}")
    try terminal.waitForText("Stopped")
    #expect(!terminal.screen.isAlternate && !terminal.screen.reportsFocus && terminal.screen.showsCursor)
    try push("Meanwhile")
    terminal.type("fg\n")
    try terminal.waitForText("unread  Meanwhile")
    let prompts = terminal.written("$ ")
    terminal.type("q")
    // Not only the view gone: what is typed before the shell asks again is thrown away with the view's keys.
    try terminal.wait(for: "the shell") { !$0.screen.isAlternate && $0.written("$ ") > prompts }
    terminal.type("exit\n")
    #expect(try shell.waitForEnd().status == 0)
  }

  @Test("without a terminal there is a line of JSON for each event, and a clear error without --json")
  func pipes() throws {
    let refused = try scene.ada.vault("inbox", "watch")
    #expect(refused.status == 64 && refused.errors.contains("--json"), "\(refused.errors)")
    let program = TestVault.programs.appendingPathComponent("vault").path
    let watch = try ChildProcess([program, "inbox", "watch", "--json"], environment: scene.ada.environment)
    // It tells of what comes from when it has begun.
    try waitUntil("it tells of an item") {
      try push("One", #", "kind": "task""#)
      return !watch.output.lines.isEmpty
    }
    struct Event: Decodable, Equatable {
      struct Item: Decodable, Equatable { let number: Int, title: String, state: String }
      let event: String, item: Item
    }
    func event(_ line: String) throws -> Event { try JSONDecoder().decode(Event.self, from: Data(line.utf8)) }
    let first = try event(try watch.line())
    #expect(first.event == "item" && first.item.title == "One" && first.item.state == "unread")
    try scene.ada.mustRun("inbox", "reject", String(first.item.number))
    try waitUntil("it tells of the decision") {
      try watch.output.lines.map(event).contains {
        $0.event == "state" && $0.item == .init(number: first.item.number, title: "One", state: "rejected")
      }
    }
    watch.end()
  }

  @Test(
    "a channel is live: two users see each other's messages as they are written, with marks, and no other's scroll by")
  func channel() throws {
    let (hers, his) = (try PseudoTerminal(), try PseudoTerminal())
    let (ada, bob) = (
      try scene.ada.start("channels", "open", "news", at: hers),
      try scene.bob.start("channels", "open", "news", at: his)
    )
    for terminal in [hers, his] { try terminal.waitForText("Write the first") }
    hers.type("Is the tea ready?\n")
    try his.waitForText(")  Is the tea ready?")
    try hers.waitForText("✓")
    his.type("Yes.\n")
    try hers.waitForText(")  Yes.")
    try push("Pushed", #", "kind": "task""#, from: scene.bob)
    try his.waitForText("▌ Pushed")
    his.type("\n")
    try his.waitForText("q back to the channel")
    his.type("aa")
    try his.waitForText("Accepted: Pushed is task")
    his.type("q")
    try his.waitForText(")  Is the tea ready?")
    try push("Pushed again", from: scene.bob)
    try his.waitForText("▌ Pushed again")
    his.type("\u{1B}")
    try his.wait(for: "no banner") { !$0.screen.lines.joined().contains("▌") }
    for (terminal, child) in [(hers, ada), (his, bob)] {
      terminal.type("\u{1B}")
      #expect(try child.waitForEnd().status == 0)
      try expectRestored(terminal)
    }
    #expect(try scene.messages(scene.ada).map(\.text) == ["Is the tea ready?", "Yes."])
  }

  @Test("what comes while the terminal has not the focus is unread, and is seen when it returns")
  func focus() throws {
    let terminal = try PseudoTerminal()
    let open = try scene.ada.start("channels", "open", "news", at: terminal)
    try terminal.waitForText("Write the first")
    terminal.type("\u{1B}[O")
    try terminal.waitForText("a little later")
    try scene.bob.mustRun("channels", "send", "news", "Anybody?")
    try terminal.waitForText("Anybody?")
    #expect(try scene.channels(scene.ada).rows.first?.unread == 1)
    terminal.type("\u{1B}[I")
    try waitUntil("it is read") { try scene.channels(scene.ada).rows.first?.unread == 0 }
    try scene.bob.mustRun("channels", "send", "news", "Here?")
    try terminal.waitForText("Here?")
    try waitUntil("it is read, too") { try scene.channels(scene.ada).rows.first?.unread == 0 }
    open.send(SIGKILL)
    #expect(try open.waitForEnd().signal == SIGKILL)
    try scene.bob.mustRun("channels", "send", "news", "Gone?")
    try waitUntil("nobody sees it") { try scene.channels(scene.ada).rows.first?.unread == 1 }
  }

  @Test("a line that was not sent is said when the agent ends, when the view is left, and when a signal ends it")
  func unsent() throws {
    for end in ["agent", "person", "interrupt", "termination"] {
      let terminal = try PseudoTerminal()
      let open = try scene.ada.start("channels", "open", "news", at: terminal)
      try terminal.waitForText("Write the first")
      terminal.type("Half a line")
      try terminal.waitForText("> Half a line")
      switch end {
      case "agent": scene.ada.killAgent()
      case "person": terminal.type("\u{1B}")
      default: open.send(end == "interrupt" ? SIGINT : SIGTERM)
      }
      let outcome = try open.waitForEnd()
      #expect(outcome.signal == ["interrupt": SIGINT, "termination": SIGTERM][end])
      if outcome.signal == nil { #expect(outcome.status == (end == "agent" ? 69 : 0)) }
      try terminal.waitForText("Not sent: Half a line")
    }
    #expect(try scene.messages(scene.ada).isEmpty)
  }

  @Test("what is written while the server is away is on its way, and is received once it is back")
  func away() throws {
    let terminal = try PseudoTerminal()
    let open = try scene.ada.start("channels", "open", "news", at: terminal)
    try terminal.waitForText("Write the first")
    scene.server.kill()
    try terminal.waitForText("No connection to the server: what you write is sent once it is back.")
    terminal.type("Later\n")
    try terminal.waitForText("…")
    try scene.server.start()
    try terminal.wait(within: 60, for: "the mark") {
      $0.screen.lines.contains { $0.hasPrefix("✓") && $0.hasSuffix("Later") }
    }
    try terminal.waitForText("Enter sends, Esc leaves.")
    terminal.type("\u{4}")
    #expect(try open.waitForEnd().status == 0)
    #expect(try scene.messages(scene.ada).map(\.text) == ["Later"])
  }
}
