import Foundation
import LinuxSystem
import SecretMemory
import Terminal
import Testing
import VaultTesting

@Suite("Prompts")
struct PromptTests {
  private func ask(
    _ terminal: PseudoTerminal, echo: LinePrompt.Echo = .hidden, maximum: Int = 100, pastedNewlines: Bool = false,
    draft: String = "", seconds: Double = 20
  ) -> Background<String?> {
    let path = terminal.path
    return Background {
      let prompt = LinePrompt(
        "PIN", at: try TerminalDevice(path: path), echo: echo, maximum: maximum, pastedNewlines: pastedNewlines,
        draft: draft)
      guard let line = try prompt.ask(deadline: .after(seconds: seconds)) else { return nil }
      return line.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test("what the terminal answers to another program's question is no part of an answer")
  func foreignAnswer() throws {
    let terminal = try PseudoTerminal()
    let answer = ask(terminal)
    try terminal.waitForText("PIN:")
    terminal.type("47\u{1B}]11;rgb:aaaa/aaaa/aaaa\u{7}1\u{1B}P1$r0m\u{1B}\\1\r")
    #expect(try answer.value() == "4711")
  }

  @Test("a hidden answer arrives and is seen nowhere, and the terminal's mode is restored")
  func hidden() throws {
    let terminal = try PseudoTerminal()
    let answer = ask(terminal)
    try terminal.waitForText("PIN:")
    #expect(!terminal.isCooked)
    terminal.type("gehéim\u{7F}m\r")
    #expect(try answer.value() == "gehéim")
    #expect(terminal.isCooked)
    try terminal.wait(for: "the end of the line") { $0.transcript.contains(0x0A) }
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("geh"))
  }

  @Test("backspace, Ctrl-U, Ctrl-W and arrow keys edit the line")
  func editing() throws {
    let terminal = try PseudoTerminal()
    let answer = ask(terminal)
    try terminal.waitForText("PIN:")
    terminal.type("wrong\u{15}one two\u{17}\u{1B}[A\u{1B}[3~\u{1B}OPthré\u{7F}ee\u{4}")
    #expect(try answer.value() == "one three")
  }

  @Test("Ctrl-D on an empty line answers nothing, and the mode is restored")
  func nothing() throws {
    let terminal = try PseudoTerminal()
    let answer = ask(terminal)
    try terminal.waitForText("PIN:")
    terminal.type("x\u{7F}\u{4}")
    #expect(try answer.value() == nil)
    #expect(terminal.isCooked)
  }

  @Test("a visible answer is seen, escaped; an erased one is gone afterwards")
  func visible() throws {
    let terminal = try PseudoTerminal()
    let visible = ask(terminal, echo: .visible)
    try terminal.waitForText("PIN:")
    terminal.type("ann\t@x\r")
    #expect(try visible.value() == "ann\t@x")
    try terminal.waitForText(#"PIN: ann\t@x"#)
    let other = try PseudoTerminal(rows: 24, columns: 20)
    let erased = ask(other, echo: .erased)
    try other.waitForText("PIN:")
    other.type("abcd-efgh-ijkl-mnop-qrst")
    try other.waitForText("qrst")
    other.type("\r")
    #expect(try erased.value() == "abcd-efgh-ijkl-mnop-qrst")
    try other.wait(for: "the answer to go") {
      !$0.screen.everything.contains("efgh") && !$0.screen.everything.contains("qrst")
    }
  }

  @Test("what was typed before stands there to be edited, with a cursor that moves")
  func draft() throws {
    // Two rows: the cursor crosses from one to the other.
    let terminal = try PseudoTerminal(rows: 24, columns: 12)
    let answer = ask(terminal, echo: .visible, draft: "adä.example.org")
    try terminal.waitForText("org")
    terminal.type("\u{1B}[H\u{1B}[C\u{1B}[C\u{1B}[3~a")
    try terminal.waitForText("ada")
    terminal.type("@\u{1B}[C\u{1B}[D\u{1B}[3~.\u{1B}[F\u{1B}[D\u{7F}\u{1B}[F!\r")
    #expect(try answer.value() == "ada@.example.og!")
    try terminal.waitForText("og!")
    #expect(terminal.screen.everything.contains("PIN: ada@.ex"))
  }

  @Test("nobody edits unseen what they do not see")
  func hiddenDraft() throws {
    let terminal = try PseudoTerminal()
    let answer = ask(terminal, draft: "draft")
    try terminal.waitForText("PIN:")
    terminal.type("ab\u{1B}[D\u{1B}[Hc\r")
    #expect(try answer.value() == "abc")
  }

  @Test("a pasted text keeps its newlines where that is asked for")
  func paste() throws {
    let terminal = try PseudoTerminal()
    let answer = ask(terminal, pastedNewlines: true)
    try terminal.waitForText("PIN:")
    terminal.type("\u{1B}[200~one\rtwo\n\u{1B}[201~\r")
    #expect(try answer.value() == "one\ntwo\n")
  }

  @Test("an answer that is too long, or never comes, fails, and the mode is restored")
  func bounds() throws {
    let terminal = try PseudoTerminal()
    let long = ask(terminal, maximum: 8)
    try terminal.waitForText("PIN:")
    terminal.type("123456789")
    #expect(throws: TerminalError.tooLong(maximum: 8)) { try long.value() }
    #expect(terminal.isCooked)
    let silent = ask(terminal, seconds: 0.1)
    #expect(throws: TerminalError.timedOut) { try silent.value() }
    #expect(terminal.isCooked)
  }

  @Test("what is no terminal is refused")
  func noTerminal() {
    #expect(throws: TerminalError.noTerminal) { _ = try TerminalDevice(path: "/dev/null") }
  }

  @Test("a line from a pipe is taken to its end and not a byte further")
  func pipeLine() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("first\nsecond\n\nlast".utf8))
    try pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var lines: [String] = []
    while let line = try SecretInput.line(from: descriptor, maximum: 10, deadline: .after(seconds: 5)) {
      lines.append(line.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    }
    #expect(lines == ["first", "second", "", "last"])
  }

  @Test("everything from a pipe is taken byte for byte, up to the limit, and never waited for without end")
  func pipeAll() throws {
    let content = Data([0, 10, 255, 10])
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: content)
    try pipe.fileHandleForWriting.close()
    let all = try SecretInput.everything(
      from: pipe.fileHandleForReading.fileDescriptor, maximum: 4, deadline: .after(seconds: 5))
    #expect(all.withUnsafeBytes { Data($0) } == content)
    let long = Pipe()
    try long.fileHandleForWriting.write(contentsOf: Data(count: 5))
    #expect(throws: TerminalError.tooLong(maximum: 4)) {
      _ = try SecretInput.everything(
        from: long.fileHandleForReading.fileDescriptor, maximum: 4, deadline: .after(seconds: 5))
    }
    let silent = Pipe()
    #expect(throws: TerminalError.timedOut) {
      _ = try SecretInput.line(
        from: silent.fileHandleForReading.fileDescriptor, maximum: 4, deadline: .after(seconds: 0.1))
    }
    try silent.fileHandleForWriting.close()
  }
}
