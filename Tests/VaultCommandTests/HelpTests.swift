import ArgumentParser
import Foundation
import Testing
import VaultTesting

@testable import vault

@Suite("Help on terminals of any width")
struct HelpTests {
  /// The words that lead to all commands.
  private static let commands = CommandTree.entries.map(\.path)

  private func help(_ path: [String]) throws -> String {
    do {
      var command = try Vault.parseAsRoot(path + ["--help"])
      try command.run()
    } catch { return Vault.fullMessage(for: error, columns: Int(UInt16.max)) }
    throw NoHelp()
  }

  private struct NoHelp: Error {}

  @Test("no line is longer than the terminal", arguments: [40, 52, 60, 72, 80, 100])
  func widths(_ columns: Int) throws {
    #expect(Self.commands.count > 50)
    for path in Self.commands {
      let help = try help(path)
      #expect(HelpText.isHelp(help), "\(path)")
      for line in HelpText(help, columns: columns).text.split(separator: "\n") where line.count > columns {
        Issue.record("\(path) at \(columns): \(line)")
      }
    }
  }

  @Test("nothing is lost or put in another order", arguments: [40, 100])
  func whole(_ columns: Int) throws {
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" }.filter { $0 != "\\" } }
    for path in Self.commands {
      let help = try help(path)
      #expect(words(HelpText(help, columns: columns).text) == words(help), "\(path)")
    }
  }

  @Test("an option that takes one of a few words names them, and the one that is meant without it")
  func choices() throws {
    #expect(
      try help(["list"]).contains(
        "(values: urgency, priority, created, modified, name, project, completed; default: urgency)"))
    #expect(try help(["store", "migrate"]).contains("(values: file, secret-service)"))
  }

  @Test("an example that does not fit goes on in the next line as a shell takes it, with each option before its value")
  func examples() throws {
    let lines = try HelpText(help(["add"]), columns: 40).text.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("  vault add \"Water") })
    #expect(lines[start] == #"  vault add "Water the plants" \"#)
    #expect(lines[start + 1] == #"      --due "fri 18:00" \"#)
    #expect(lines[start + 2] == "      --repeat weekly --notify")
  }

  @Test("what is said of an option stands beside it, and below it where the terminal is narrow")
  func options() throws {
    let help = try help(["add"])
    #expect(HelpText(help, columns: 80).text.contains("\n  --notify                Remind me when it is due.\n"))
    #expect(HelpText(help, columns: 40).text.contains("\n  --notify\n      Remind me when it is due.\n"))
    #expect(
      HelpText("OVERVIEW: x\n\nOPTIONS:\n  --bare\n  --told   Why", columns: 40).text.contains("  --bare\n  --told"))
  }

  @Test("the program takes the width of its terminal, and COLUMNS before that")
  func program() throws {
    let agent = try ScriptedAgent()
    for (columns, variables) in [(46, [:]), (80, ["COLUMNS": "46"])] {
      let terminal = try PseudoTerminal(rows: 100, columns: columns)
      let child = try Program.start(["list", "--help"], agent: agent, terminal: terminal, environment: variables)
      #expect(try child.waitForEnd().status == 0)
      try terminal.waitForText("Show help information.")
      #expect(terminal.screen.lines.allSatisfy { $0.count <= 46 } && terminal.screen.lines.contains("  --all"))
    }
    let script = try Program.run(["--generate-completion-script", "bash"], agent: agent)
    #expect(script.status == 0 && script.output.contains("complete -"))
  }
}
