import Foundation
import LinuxSystem
import ProcessTesting
import Testing
import VaultTesting

@Suite("A live list of tasks at a terminal", .serialized)
struct LiveTaskListTests {
  private func expectRestored(_ terminal: PseudoTerminal) throws {
    try terminal.wait(for: "the main screen as it was") {
      !$0.screen.isAlternate && $0.isCooked && $0.screen.showsCursor && $0.screen.wraps && !$0.screen.reportsFocus
    }
  }

  private func leave(_ child: Child, _ terminal: PseudoTerminal) throws {
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
    try expectRestored(terminal)
  }

  @Test("each key does what it says, in a small terminal without colours")
  func keys() throws {
    let vault = try TestVault(extra: ["NO_COLOR": "1", "TZ": "UTC"])
    for name in ["Water", "Milk"] { try vault.mustRun("add", name) }
    try vault.mustRun("add", "Call", "--due", "yesterday 9:00", "--notify", "--notes", "about the tea")
    let terminal = try PseudoTerminal(rows: 10, columns: 40)
    let watch = try vault.start("list", "--watch", at: terminal)
    try terminal.waitForText("Tasks  1-3 of 3")
    try terminal.wait(for: "the first selected") {
      $0.screen.lines[2].hasPrefix("> ") && $0.screen.lines[2].contains("Call")
    }
    terminal.type("\n")
    try terminal.waitForText("Short id")
    terminal.type("G")
    try terminal.waitForText("about the tea")
    terminal.type("qs\n")
    try terminal.waitForText("Snoozed")
    terminal.type("jd")
    try terminal.waitForText("Done")
    try terminal.waitForText("1-2 of 2")
    terminal.type("u")
    try terminal.waitForText("Taken back")
    try terminal.waitForText("1-3 of 3")
    terminal.type("/wat")
    try terminal.waitForText("1-1 of 1")
    terminal.type("\n")
    try terminal.waitForText("Tasks  1-1 of 1  wat")
    try vault.mustRun("add", "Watch the stars")
    try terminal.waitForText("Watch the stars")
    terminal.type("/\u{15}is:done\n")
    try terminal.waitForText("No task fits.")
    for colour in 31...33 { #expect(terminal.written("\u{1B}[\(colour)m") == 0, "no colours") }
    try leave(watch, terminal)
  }

  @Test("a task that another program puts into the calendar directory is on the screen within a second")
  func calendar() throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": "icalendar", "TZ": "UTC"])
    try vault.mustRun("add", "Ours")
    let terminal = try PseudoTerminal()
    let watch = try vault.start("list", "--watch", at: terminal)
    try terminal.waitForText("Ours")
    let file = "\(vault.data)/calendar/theirs.ics"
    func put(_ name: String) throws {
      let lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "UID:theirs@example.org", "SUMMARY:\(name)",
        "DTSTAMP:20260101T000000Z", "END:VTODO", "END:VCALENDAR",
      ]
      try lines.map { $0 + "\r\n" }.joined().write(toFile: file, atomically: true, encoding: .utf8)
    }
    func within(_ what: String, _ change: () throws -> Void, _ condition: (PseudoTerminal) -> Bool) throws {
      let start = ContinuousClock.now
      try change()
      try terminal.wait(for: what, until: condition)
      #expect(ContinuousClock.now - start < .seconds(1), "\(what)")
    }
    try within("it comes", { try put("Theirs") }, { $0.screen.lines.joined().contains("Theirs") })
    try within("it changes", { try put("Changed") }, { $0.screen.lines.joined().contains("Changed") })
    try within("it goes", { unlink(file) }, { !$0.screen.lines.joined().contains("Changed") })
    #expect(terminal.screen.lines[2].hasPrefix("> ") && terminal.screen.lines[2].contains("Ours"))
    try leave(watch, terminal)
  }

  @Test("a protected text is shown after the PIN, and a lock takes it from the screen")
  func revealing() throws {
    let secret = "the code is 4711"
    let vault = try TestVault()
    try vault.setPIN()
    _ = try vault.addProtected(secret, label: "Door")
    let terminal = try PseudoTerminal()
    let watch = try vault.start("list", "--watch", at: terminal)
    try terminal.waitForText("Door")
    terminal.type("r")
    try terminal.waitForQuestion("PIN")
    #expect(!terminal.screen.isAlternate)
    terminal.type(TestVault.pin + "\n")
    try terminal.waitForText("Any key hides this")
    #expect(terminal.screen.isAlternate && terminal.screen.lines.contains(secret))
    try vault.mustRun("lock")
    try terminal.waitForText("Hidden: the vault was locked.")
    try terminal.wait(for: "the list again") { $0.screen.isAlternate && $0.screen.lines[0].hasPrefix("Tasks") }
    #expect(!terminal.screen.everything.contains(secret))
    terminal.type("r")
    try terminal.waitForQuestion("PIN")
    terminal.type(TestVault.pin + "\n")
    try terminal.waitForText("Any key hides this")
    terminal.type("x")
    try terminal.wait(for: "the list again") { $0.screen.isAlternate && $0.screen.lines[0].hasPrefix("Tasks") }
    #expect(!terminal.screen.everything.contains(secret))
    try leave(watch, terminal)
  }

  @Test("it is drawn anew when the window has another size")
  func resizing() throws {
    let vault = try TestVault()
    for number in 1...20 { try vault.mustRun("add", "Task \(number)") }
    let terminal = try PseudoTerminal()
    let watch = try vault.start("list", "--watch", at: terminal)
    try terminal.waitForText("1-20 of 20")
    terminal.type("G")
    try terminal.wait(for: "the last") { $0.screen.lines[21].hasPrefix("> ") }
    terminal.resize(rows: 9, columns: 50)
    try terminal.wait(for: "the last on the smaller screen") {
      $0.screen.lines[0].hasPrefix("Tasks  15-20 of 20") && $0.screen.lines[7].hasPrefix("> ")
    }
    try leave(watch, terminal)
  }

  @Test("the terminal is as before after a signal and after the agent's end", arguments: [SIGTERM, SIGINT, SIGHUP, 0])
  func restoring(signal: Int32) throws {
    let vault = try TestVault()
    let terminal = try PseudoTerminal()
    let watch = try vault.start("list", "--watch", at: terminal)
    try terminal.waitForText("There is nothing to do.")
    terminal.type("/mi")
    try terminal.waitForText("/ mi")
    if signal == 0 { vault.killAgent() } else { watch.send(signal) }
    try expectRestored(terminal)
    let end = try watch.waitForEnd()
    if signal == 0 { #expect(end.status == 69) } else { #expect(end.signal == signal) }
  }

  @Test("what is pushed drops from the top of the list")
  func banner() throws {
    let server = try TestServer()
    let vault = try TestVault.loggedIn(to: server)
    try vault.mustRun("add", "Milk")
    let terminal = try PseudoTerminal()
    let watch = try vault.start("list", "--watch", at: terminal)
    try terminal.waitForText("Milk")
    let payload = #"{"aps": {"alert": {"title": "Water the plants", "body": "Soon."}}, "kind": "task"}"#
    #expect(try vault.push(payload).status == 0)
    try terminal.waitForText("▌ Water the plants")
    terminal.type("\n")
    try terminal.waitForText("a accept")
    terminal.type("a")
    try terminal.waitForText("Press a again to accept")
    terminal.type("a")
    try terminal.waitForText("Accepted: Water the plants is task")
    terminal.type("q")
    try terminal.waitForText("1-2 of 2")
    try leave(watch, terminal)
  }

  @Test("without a terminal there is a line of JSON at once and for each change, and a clear error without --json")
  func pipes() throws {
    let vault = try TestVault()
    let refused = try vault.withoutTerminal("list", "--watch")
    #expect(refused.status == 64 && refused.errors.contains("--json"), "\(refused.errors)")
    let program = TestVault.programs.appendingPathComponent("vault").path
    let watch = try ChildProcess([program, "list", "+shop", "--watch", "--json"], environment: vault.environment)
    struct Page: Decodable {
      struct Row: Decodable { let name: String?, isDone: Bool }
      let tasks: [Row], total: Int
    }
    func page(_ index: Int) throws -> Page {
      try JSONDecoder().decode(Page.self, from: Data(try watch.line(index).utf8))
    }
    #expect(try page(0).total == 0)
    try vault.mustRun("add", "Milk", "--tag", "shop")
    let page = try page(1)
    #expect(page.tasks.map(\.name) == ["Milk"] && page.total == 1)
    watch.end()
  }
}
