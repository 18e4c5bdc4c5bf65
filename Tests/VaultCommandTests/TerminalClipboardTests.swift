import AgentAPI
import Foundation
import Localization
import Testing
import VaultTesting

@Suite("Copying through a terminal")
struct TerminalClipboardTests {
  private static let secret = "the code is 4711"

  /// Sends the text as a copy, and ends.
  private func agent() throws -> ScriptedAgent {
    try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.send(
        SecretNotice(kind: .protectedText, task: CommandTests.protected), Array(TerminalClipboardTests.secret.utf8))
      try talk.reply(Acknowledgement(""))
      try talk.waitForEnd()
    }
  }

  private func copy(_ terminal: PseudoTerminal, term: String = "xterm-256color") throws -> Child {
    try Program.start(
      ["reveal", "9b", "--copy", "--through-terminal"], agent: agent(), terminal: terminal, environment: ["TERM": term])
  }

  @Test("hands over the text in one control sequence, shows none of it, and says that nothing clears it")
  func handed() throws {
    let terminal = try PseudoTerminal()
    #expect(try copy(terminal).waitForEnd().status == 0)
    try terminal.waitForText("Nothing clears it there")
    let sent = String(decoding: terminal.transcript, as: UTF8.self)
    #expect(sent.contains("\u{1B}]52;c;\(Data(Self.secret.utf8).base64EncodedString())\u{1B}\\"))
    #expect(!sent.contains("4711"))
  }

  @Test("is refused where the terminal would print it, before anything is asked", arguments: ["linux", "dumb"])
  func refused(term: String) throws {
    let terminal = try PseudoTerminal()
    #expect(try copy(terminal, term: term).waitForEnd().status == 69)
    try terminal.waitForText("no terminal that could take a text")
  }

  @Test("is refused in a pipe, takes no time, and goes with --copy alone")
  func misused() throws {
    let agent = try agent()
    let words = ["reveal", "9b", "--through-terminal"]
    #expect(try Program.run(words + ["--copy"], agent: agent).status == 69)
    #expect(try Program.run(words + ["--copy", "--for", "30s"], agent: agent).status == 64)
    #expect(try Program.run(words, agent: agent).status == 64)
  }
}
