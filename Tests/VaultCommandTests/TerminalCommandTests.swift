import AgentAPI
import Foundation
import LinuxSystem
import Localization
import Testing
import VaultTesting

@Suite("Commands at a terminal")
struct TerminalCommandTests {
  private static let secret = "the code is 4711"

  /// Asks for the PIN, sends the text, then does what the test wants.
  private func revealing(_ then: @escaping @Sendable (ScriptedConversation) throws -> Void) throws -> ScriptedAgent {
    try ScriptedAgent { talk in
      _ = try talk.request()
      guard try talk.ask(.pin, "PIN") == "123456" else { return }
      try talk.send(
        SecretNotice(kind: .protectedText, task: CommandTests.protected), Array(TerminalCommandTests.secret.utf8))
      try talk.reply(Acknowledgement(""))
      try then(talk)
    }
  }

  private func reveal(_ agent: ScriptedAgent, _ terminal: PseudoTerminal) throws -> Child {
    let child = try Program.start(["reveal", "9b"], agent: agent, terminal: terminal)
    try terminal.waitForText("PIN:")
    terminal.type("123456\r")
    try terminal.waitForText(Self.secret)
    return child
  }

  @Test(
    "where the agent takes longer than a second, a line says what is waited for, and goes when there is more to say")
  func pause() throws {
    let terminal = try PseudoTerminal()
    let (isAsked, isChecked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      #expect(isAsked.wait(timeout: .now() + 60) == .success)
      #expect(try talk.ask(.pin, "PIN") == "123456")
      #expect(isChecked.wait(timeout: .now() + 60) == .success)
      try talk.reply(Acknowledgement("Unlocked."))
    }
    let child = try Program.start(["unlock"], agent: agent, terminal: terminal)
    try terminal.waitForText("Waiting…")
    isAsked.signal()
    try terminal.waitForText("PIN:")
    #expect(!terminal.screen.everything.contains("Waiting…"))
    terminal.type("123456\r")
    try terminal.waitForText("Checking…")
    isChecked.signal()
    #expect(try child.waitForEnd().status == 0)
    try terminal.waitForText("Unlocked.")
    #expect(!terminal.screen.everything.contains("Checking…"))
    #expect(agent.problems.isEmpty)
  }

  private func expectWiped(_ terminal: PseudoTerminal) throws {
    try terminal.wait(for: "the main screen") { !$0.screen.isAlternate }
    #expect(!terminal.screen.everything.contains("4711") && terminal.screen.alternateLines.allSatisfy { $0.isEmpty })
    #expect(!terminal.screen.everything.contains("123456"))
    try terminal.wait(for: "the terminal's mode") { $0.isCooked }
  }

  @Test("a key hides the text and the command ends well")
  func key() throws {
    let terminal = try PseudoTerminal()
    let agent = try revealing { try $0.waitForEnd() }
    let child = try reveal(agent, terminal)
    #expect(terminal.screen.lines[0] == "Door (9b01)")
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
    try expectWiped(terminal)
  }

  @Test(
    "signals wipe the text within 100 ms and then take their course", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signals(_ signal: Int32) throws {
    let terminal = try PseudoTerminal()
    let child = try reveal(try revealing { try $0.waitForEnd() }, terminal)
    let soon = Deadline.after(seconds: 0.1)
    child.send(signal)
    try terminal.wait(for: "the main screen") { !$0.screen.isAlternate }
    #expect(!soon.hasPassed)
    #expect(try child.waitForEnd().signal == signal)
    try expectWiped(terminal)
  }

  @Test("Ctrl-C and Ctrl-Z from the keyboard wipe it too; after a stop the command goes on to its end")
  func keyboard() throws {
    let terminal = try PseudoTerminal()
    let interrupted = try reveal(try revealing { try $0.waitForEnd() }, terminal)
    terminal.type("\u{3}")
    #expect(try interrupted.waitForEnd().signal == SIGINT)
    try expectWiped(terminal)
    // No shell stands above the test's program, so the kernel lets it go on at once instead of stopping it.
    let second = try PseudoTerminal()
    let stopped = try reveal(try revealing { try $0.waitForEnd() }, second)
    second.type("\u{1A}")
    #expect(try stopped.waitForEnd().status == 0)
    try expectWiped(second)
  }

  @Test("a lock and the agent's end wipe it", arguments: [true, false])
  func agent(locks: Bool) throws {
    let terminal = try PseudoTerminal()
    let go = DispatchSemaphore(value: 0)
    let agent = try revealing { talk in
      guard go.wait(timeout: .now() + 20) == .success else { return }
      guard locks else { return talk.channel.shutDown() }
      try talk.send(.event(.locked(reason: "sleep")))
      try talk.waitForEnd()
    }
    let child = try reveal(agent, terminal)
    go.signal()
    #expect(try child.waitForEnd().status == 0)
    try expectWiped(terminal)
    try terminal.waitForText(locks ? "Hidden: the vault was locked." : "Hidden: the agent ended.")
  }

  @Test("the time-out hides it")
  func timeout() throws {
    let terminal = try PseudoTerminal()
    let agent = try revealing { try $0.waitForEnd() }
    let child = try Program.start(["reveal", "9b", "--timeout", "1"], agent: agent, terminal: terminal)
    try terminal.waitForText("PIN:")
    terminal.type("123456\r")
    try terminal.waitForText(Self.secret)
    #expect(try child.waitForEnd().status == 0)
    try expectWiped(terminal)
  }

  @Test("a terminal without an alternate screen is refused before the PIN is asked for")
  func dumb() throws {
    let terminal = try PseudoTerminal()
    let agent = try revealing { _ in }
    let child = try Program.start(["reveal", "9b"], agent: agent, terminal: terminal, environment: ["TERM": "dumb"])
    #expect(try child.waitForEnd().status == 64)
    try terminal.waitForText("--plain")
  }

  @Test("--plain at a terminal shows escapes")
  func plain() throws {
    let terminal = try PseudoTerminal()
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.send(SecretNotice(kind: .protectedText, task: CommandTests.protected), Array("a\u{1B}[2Jb".utf8))
      try talk.reply(Acknowledgement(""))
    }
    let child = try Program.start(["reveal", "9b", "--plain"], agent: agent, terminal: terminal)
    #expect(try child.waitForEnd().status == 0)
    try terminal.waitForText(#"a\x1B[2Jb"#)
  }

  @Test("a new PIN is typed twice, and a pair that differs is asked for again")
  func newPIN() throws {
    let terminal = try PseudoTerminal()
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      let answer = try talk.ask(.newPIN, "New PIN")
      try talk.reply(Acknowledgement(answer == "right one" ? "Set." : "wrong"))
    }
    let child = try Program.start(["pin", "set", "--no-recovery"], agent: agent, terminal: terminal)
    try terminal.waitForText("New PIN:")
    terminal.type("right one\r")
    try terminal.waitForText("once more:")
    terminal.type("other one\r")
    try terminal.waitForText("do not match. New PIN:")
    terminal.type("right one\r")
    try terminal.wait(for: "the second question") { $0.screen.lines.filter { $0.contains("once more") }.count == 2 }
    terminal.type("right one\r")
    #expect(try child.waitForEnd().status == 0)
    try terminal.waitForText("Set.")
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("one\r"))
  }

  @Test("Ctrl-C at a prompt declines it")
  func cancelled() throws {
    let terminal = try PseudoTerminal()
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      let answer = try talk.ask(.pin, "PIN")
      try talk.send(.failure(Failure(.refused, answer == nil ? "Cancelled" : "Answered.")))
    }
    let child = try Program.start(["unlock"], agent: agent, terminal: terminal)
    try terminal.waitForText("PIN:")
    terminal.type("12\u{3}")
    #expect(try child.waitForEnd().status == 77)
    try terminal.waitForText("Cancelled")
    #expect(terminal.isCooked)
  }

  @Test("a signal at a prompt restores the terminal and takes its course")
  func promptSignal() throws {
    let terminal = try PseudoTerminal()
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      _ = try talk.ask(.pin, "PIN")
    }
    let child = try Program.start(["unlock"], agent: agent, terminal: terminal)
    try terminal.waitForText("PIN:")
    child.send(SIGTERM)
    #expect(try child.waitForEnd().signal == SIGTERM)
    #expect(terminal.isCooked)
  }

  @Test("the recovery code is shown on the alternate screen and typed back, and neither stays")
  func recoveryCode() throws {
    let terminal = try PseudoTerminal()
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.send(SecretNotice(kind: .recoveryCode), Array("abcd-efgh".utf8))
      let answer = try talk.ask(.recoveryCodeConfirmation, "Type the code back")
      try talk.reply(Acknowledgement(answer == "abcd-efgh" ? "Made." : "wrong"))
    }
    let child = try Program.start(["recovery", "create"], agent: agent, terminal: terminal)
    try terminal.waitForText("abcd-efgh")
    #expect(terminal.screen.isAlternate)
    terminal.type(" ")
    try terminal.waitForText("back:")
    terminal.type("abcd-efgh\r")
    #expect(try child.waitForEnd().status == 0)
    try terminal.waitForText("Made.")
    #expect(!terminal.screen.everything.contains("abcd"))
  }

  @Test("the overview names the next step, in colour at a terminal only")
  func overview() throws {
    let status = VaultStatus(
      isUnlocked: false, unlockedUntil: nil, hasPIN: false, hasRecoveryCode: false, verification: .pin,
      account: AccountStatus(state: .needsCredentials), store: nil, openTaskCount: 2, protectedTaskCount: 1, notices: []
    )
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.reply(status)
    }
    let plain = try Program.run([], agent: agent)
    #expect(plain.output.contains("2 open, 1 protected") && plain.output.contains("Next: vault pin set"))
    #expect(!plain.output.contains("\u{1B}"))
    let terminal = try PseudoTerminal()
    _ = try Program.start([], agent: agent, terminal: terminal).waitForEnd()
    try terminal.waitForText("Next: vault pin set")
    #expect(String(decoding: terminal.transcript, as: UTF8.self).contains("\u{1B}[1m"))
  }
}
