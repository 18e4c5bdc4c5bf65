import AgentAPI
import Foundation
import Localization
import Testing
import VaultTesting

@Suite("export")
struct ExportTests {
  /// What a name may hold that a terminal would obey.
  private static let document = "{\"name\": \"a\u{1B}]0;owned\u{7}b\u{9B}31mc\u{202E}d\"}\r\nnext\u{8}line\n"

  private func agent() throws -> ScriptedAgent {
    try ScriptedAgent { talk in
      _ = try talk.request()
      // A part may end in the middle of what belongs together.
      for part in [Self.document.prefix(12), Self.document.dropFirst(12)] { try talk.send(.part(String(part))) }
      try talk.reply(Acknowledgement(""))
    }
  }

  @Test("at a terminal shows escapes in every format", arguments: ["json", "ics", "taskwarrior", "todotxt"])
  func terminal(_ format: String) throws {
    let terminal = try PseudoTerminal()
    let child = try Program.start(["export", "--format", format], agent: try agent(), terminal: terminal)
    #expect(try child.waitForEnd().status == 0)
    try terminal.waitForText("line")
    let written = String(decoding: terminal.transcript, as: UTF8.self)
    #expect(!written.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\r" })
    #expect(!written.unicodeScalars.contains("\u{202E}"))
    let isJSON = format == "json" || format == "taskwarrior"
    #expect(
      written.contains(isJSON ? #"a\u001B]0;owned\u0007b\u009B31mc\u202Ed"# : #"a\x1B]0;owned\x07b\x9B31mc\u{202E}d"#))
  }

  @Test("into a pipe and into a file writes exactly the bytes", arguments: ["json", "ics", "taskwarrior", "todotxt"])
  func pipe(_ format: String) throws {
    #expect(try Program.run(["export", "--format", format], agent: agent()).output == Self.document)
    let directory = try TemporaryDirectory()
    let terminal = try PseudoTerminal()
    let file = directory.path + "/tasks"
    let child = try Program.start(
      ["export", "--format", format, "--output", file], agent: try agent(), terminal: terminal)
    #expect(try child.waitForEnd().status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(Self.document.utf8))
  }
}
