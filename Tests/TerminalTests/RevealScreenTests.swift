import Foundation
import LinuxSystem
import SecretMemory
import Terminal
import Testing
import VaultTesting

@Suite("The reveal screen")
struct RevealScreenTests {
  private let secret = "the code is 4711"

  private func show(
    _ text: String, _ terminal: PseudoTerminal, title: String = "Door \u{1B}code", timeout: Double = 30,
    watching descriptor: Int32 = -1, returnsWithFocus: Bool = false
  ) -> Background<HideReason> {
    let path = terminal.path
    return Background {
      let screen = try RevealScreen(
        at: TerminalDevice(path: path), term: "xterm", title: title, timeoutSeconds: timeout,
        returnsWithFocus: returnsWithFocus)
      let watch = RevealScreen.Watch(descriptor: { descriptor }, check: { .locked })
      return try screen.show(SecretBytes(Array(text.utf8)), watch: watch)
    }
  }

  /// Afterwards nothing of the text is in any cell of either screen, and the terminal is as before.
  private func expectWiped(_ terminal: PseudoTerminal, _ text: String) throws {
    try terminal.wait(for: "the main screen") { !$0.screen.isAlternate }
    #expect(!terminal.screen.everything.contains(text))
    #expect(terminal.screen.alternateLines.allSatisfy { $0.isEmpty })
    #expect(terminal.screen.wraps && terminal.screen.showsCursor && !terminal.screen.reportsFocus)
    #expect(terminal.isCooked && terminal.screen.scrolled == 0)
  }

  @Test(
    "the text stands on the alternate screen alone, and a key wipes every cell",
    arguments: ["q", "x", "\u{1B}", " "])
  func key(_ key: String) throws {
    let terminal = try PseudoTerminal()
    let hidden = show(secret, terminal)
    try terminal.waitForText("Any key hides this")
    #expect(terminal.screen.isAlternate && !terminal.screen.wraps && terminal.screen.reportsFocus)
    #expect(terminal.screen.lines[0] == #"Door \x1Bcode"# && terminal.screen.lines[2] == secret)
    #expect(!terminal.screen.mainLines.joined().contains(secret))
    let shown = terminal.transcript.count
    terminal.type(key)
    #expect(try hidden.value() == .key)
    try expectWiped(terminal, secret)
    // A terminal may keep what it erases: all is overwritten by then.
    let wiping = String(decoding: terminal.transcript[shown...], as: UTF8.self)
    let overwritten = try #require(wiping.range(of: "\u{1B}[24;1H" + String(repeating: " ", count: 80)))
    let erased = try #require(wiping.range(of: "\u{1B}[2J"))
    #expect(overwritten.upperBound <= erased.lowerBound)
  }

  @Test("the time-out, a lost focus and the watch wipe it too")
  func others() throws {
    let terminal = try PseudoTerminal()
    let late = show(secret, terminal, timeout: 0.3)
    try terminal.waitForText(secret)
    #expect(try late.value() == .timeout)
    try expectWiped(terminal, secret)

    let unfocused = show(secret, terminal)
    try terminal.waitForText(secret)
    terminal.type("\u{1B}[I\u{1B}[O")
    #expect(try unfocused.value() == .focusLost)
    try expectWiped(terminal, secret)

    let pipe = Pipe()
    let locked = show(secret, terminal, watching: pipe.fileHandleForReading.fileDescriptor)
    try terminal.waitForText(secret)
    let start = Deadline.after(seconds: 0.1)
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    try terminal.wait(for: "the main screen") { !$0.screen.isAlternate }
    #expect(!start.hasPassed, "the text was wiped within 100 ms")
    #expect(try locked.value() == .locked)
    try expectWiped(terminal, secret)
  }

  /// Why a terminal takes nothing.
  enum Stall: CaseIterable { case unread, stopped, filled }

  @Test("a terminal that takes nothing meanwhile is wiped as soon as it goes on", arguments: Stall.allCases)
  func stalled(_ stall: Stall) throws {
    let terminal = try PseudoTerminal(rows: 100, columns: 300)
    let hidden = show((1...80).map { "secret \($0)" }.joined(separator: "\n"), terminal, timeout: 1)
    try terminal.waitForText("Any key hides this")
    switch stall {
    case .unread: break
    case .stopped: terminal.stopOutput()
    case .filled: terminal.fill(with: "junk ")
    }
    // Nothing is read until it has ended, which it does within its deadlines.
    #expect(try hidden.value() == .timeout)
    try expectWiped(terminal, "secret")
  }

  @Test("what must not be lost is covered while the focus is away, and shown again with it, or with a key")
  func returning() throws {
    let terminal = try PseudoTerminal()
    let hidden = show(secret, terminal, returnsWithFocus: true)
    for back in ["\u{1B}[I", "x"] {
      try terminal.waitForText(secret)
      terminal.type("\u{1B}[O")
      try terminal.waitForText("Hidden while the window has no focus. Any key shows it again.")
      #expect(!terminal.screen.everything.contains(secret))
      terminal.type("\u{1B}[?1004;1$y\u{1B}[O")
      terminal.type(back)
    }
    try terminal.waitForText(secret)
    terminal.type("x")
    #expect(try hidden.value() == .key)
    try expectWiped(terminal, secret)

    let late = show(secret, terminal, timeout: 1, returnsWithFocus: true)
    try terminal.waitForText(secret)
    terminal.type("\u{1B}[O")
    #expect(try late.value() == .timeout)
    try expectWiped(terminal, secret)
  }

  @Test("a title that is longer than a row takes another, and what does not fit says so")
  func longTitle() throws {
    for (rows, heading) in [
      (24, ["Write it down:", "it is shown only", "now"]), (8, ["Write it down:", "it is shown onl…"]),
    ] {
      let terminal = try PseudoTerminal(rows: rows, columns: 16)
      let hidden = show("4711", terminal, title: "Write it down: it is shown only now")
      try terminal.waitForText("Any key")
      #expect(terminal.screen.lines.filter { !$0.isEmpty }.dropLast() == heading + ["4711"])
      #expect(terminal.screen.lines.firstIndex(of: "4711") == heading.count + 1)
      terminal.type("q")
      #expect(try hidden.value() == .key)
    }
  }

  @Test("a long text is paged, never scrolled, and the last page's end hides it")
  func pages() throws {
    let terminal = try PseudoTerminal(rows: 10, columns: 20)
    let text = (1...14).map { "line \($0)" }.joined(separator: "\n")
    let hidden = show(text, terminal)
    try terminal.waitForText("line 6")
    #expect(!terminal.screen.lines.contains("line 7"))
    terminal.type(" ")
    try terminal.waitForText("line 12")
    #expect(!terminal.screen.lines.contains("line 6"))
    terminal.type("b")
    try terminal.waitForText("line 1\n")
    terminal.type("\u{1B}[6~ ")
    try terminal.waitForText("line 14")
    #expect(terminal.screen.lines[2...7].map { $0 } == ["line 13", "line 14", "", "", "", ""])
    terminal.type(" ")
    #expect(try hidden.value() == .key)
    try expectWiped(terminal, "line")
  }

  @Test("text that would steer the terminal is shown as escapes")
  func hostile() throws {
    let terminal = try PseudoTerminal()
    let hidden = show("a\u{1B}[?1049lb\u{9B}2J\u{202E}c", terminal)
    try terminal.waitForText(#"a\x1B[?1049lb\x9B2J\u{202E}c"#)
    #expect(terminal.screen.isAlternate)
    terminal.type("q")
    #expect(try hidden.value() == .key)
  }

  @Test(
    "terminals without an alternate screen are refused",
    arguments: [nil, "", "dumb", "linux", "linux-16color", "vt100"])
  func unsupported(term: String?) throws {
    #expect(!RevealScreen.isSupported(term: term))
    let terminal = try PseudoTerminal()
    #expect(throws: TerminalError.noAlternateScreen(term ?? "")) {
      _ = try RevealScreen(at: TerminalDevice(path: terminal.path), term: term, title: "", timeoutSeconds: 1)
    }
  }

  @Test(
    "common terminals have an alternate screen",
    arguments: ["xterm", "xterm-256color", "tmux-256color", "screen", "foot"])
  func supported(term: String) { #expect(RevealScreen.isSupported(term: term)) }
}
