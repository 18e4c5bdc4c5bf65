import AgentAPI
import ArgumentParser
import Foundation
import Testing
import VaultClient

@testable import vault

@Suite("Parsing")
struct ParsingTests {
  /// Forms that no help text has as an example.
  private static let forms: [[String]] = [
    [], ["login", "--email", "a@b", "--password-stdin", "--server", "https://v"], ["logout", "--forget"], ["whoami"],
    ["status", "--json"], ["add", "Buy", "milk", "--due", "2026-12-24"], ["list"], ["list", "--json"],
    ["list", "-home", "--sort", "name", "due:week", "--", "-x"], ["show", "4f", "--json"],
    ["add", "--protected", "--label", "Door", "--always-verify", "-"], ["reveal", "4f", "--plain", "--timeout", "5"],
    ["reveal", "--plain", "4f"], ["reveal", "--all"], ["unlock", "--everywhere", "--pin-stdin"], ["lock"],
    ["log", "--limit", "5", "--json"], ["doctor", "--json"], ["store", "status"], ["store"],
    ["store", "check", "--json"], ["store", "migrate", "--to", "file"], ["store", "migrate", "--to", "secret-service"],
    ["store", "accept-rollback"], ["pin", "set", "--no-recovery"], ["settings"], ["settings", "--json"],
    ["settings", "confirm", "--pin-stdin"], ["pin", "change", "--pin-stdin"], ["pin", "remove"],
    ["recovery", "create"], ["verification", "use", "pam"], ["verification", "use", "pin"], ["backup", "f"],
    ["restore", "f", "--recovery-code-stdin"], ["restore", "f", "--texts-only", "--pin-stdin"], ["agent", "stop"],
    ["search", "milk", "--limit", "3"], ["edit", "4f", "--name", "x", "--due", "none"], ["done", "4f", "5a"],
    ["undone", "4f"], ["delete", "4f"], ["subtask", "add", "4f", "Pack", "--due", "fri 18:00"],
    ["subtask", "edit", "4f", "2", "--name", "x"], ["subtask", "done", "4f", "1", "2"],
    ["subtask", "undone", "4f", "1"],
    ["subtask", "delete", "4f", "1"], ["protect", "4f", "--label", "x"], ["unprotect", "4f"], ["undo"],
    ["history", "--limit", "3"], ["import", "f"], ["export", "-home", "--format", "json"], ["notify", "off", "4f"],
    ["snooze", "4f", "in", "2h"], ["reminders"], ["inbox"], ["inbox", "--limit", "3", "--json"],
    ["inbox", "show", "1"],
    ["inbox", "accept", "1"], ["inbox", "watch"], ["messages", "--limit", "2"], ["message", "show", "1"], ["channels"],
    ["channels", "join", "c"], ["channels", "history", "c", "--limit", "2"], ["push", "send", "f", "--to", "alias:x"],
    ["push", "status", "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"], ["devices"], ["profile"], ["follow", "x"],
    ["unfollow", "x"], ["people"], ["people", "contacts", "--json"], ["people", "block", "x"],
    ["people", "unblock", "x"], ["propose", "grace", "Water", "the", "plants", "--due", "fri 18:00", "--notes", "n"],
    ["propose", "grace", "x", "--expires", "tomorrow", "--key", "k", "--json"], ["proposals"],
    ["proposals", "--all", "--limit", "3", "--json"], ["proposals", "show", "4f2a6c1e"],
    ["tasks", "migrate", "--to", "icalendar"], ["--json"],
  ]

  /// Nothing that a command could be made of.
  private static let mistakes: [[String]] = [
    ["reveal"], ["reveal", "4f", "--all"], ["reveal", "4f", "--timeout", "0"], ["log", "--limit", "10001"],
    ["store", "migrate"], ["store", "migrate", "--to", "tpm"], ["verification", "use", "face"], ["backup"],
  ]

  /// What the parser of the whole tree alone can answer.
  private static let others: [[String]] = [
    ["pin"], ["inbox", "help"], ["people", "friends"], ["inbox", "--json", "watch"], ["list", "--jsn"],
    ["list", "--limit"], ["list", "--limit", "x"], ["--jsn"], ["status", "now"], ["subtask", "--due", "fri"], ["help"],
    ["help", "list"], ["help", "inbox", "watch"], ["--help"], ["-h"], ["list", "--help"], ["inbox", "watch", "-h"],
    ["--version"], ["list", "--version"], ["--json", "list"], ["list", "--generate-completion-script", "bash"],
    ["--generate-completion-script=zsh"], ["list", "--help-hidden"], ["list", "--experimental-dump-help"],
    ["---completion", "list", "--", "--sort", "0", "0"], ["undo", "--", "--json"],
  ]

  @Test("every command is understood", arguments: forms.dropLast())
  func commands(_ arguments: [String]) throws { _ = try Vault.parseAsRoot(Self.shielded(arguments)) }

  @Test("what makes no sense is a usage error", arguments: mistakes + [["lst"]])
  func usage(_ arguments: [String]) {
    #expect { _ = try Vault.parseAsRoot(arguments) } throws: { Vault.exitCode(for: $0).rawValue == 64 }
  }

  @Test("the command that the first words pick is the one that the whole tree gives", arguments: forms)
  func selection(_ arguments: [String]) throws {
    let whole = arguments.first?.hasPrefix("-") ?? true ? ["status"] + arguments : Self.shielded(arguments)
    #expect(try dumped(Vault.parser.command(arguments)) == dumped(Vault.parseAsRoot(whole)))
  }

  @Test("what is told of mistakes and in help is what the whole tree tells", arguments: mistakes + others)
  func telling(_ arguments: [String]) throws {
    func told(_ parse: () throws -> any ParsableCommand) -> String {
      do {
        var command = try parse()
        guard !(command is any AgentCommand) else { return dumped(command) }
        try command.run()
        return dumped(command)
      } catch { return "\(Vault.exitCode(for: error).rawValue): \(Vault.fullMessage(for: error))" }
    }
    #expect(told { try Vault.parser.command(arguments) } == told { try Vault.parseAsRoot(arguments) })
  }

  @Test(
    "a mistyped subcommand is told, with the one that may be meant",
    arguments: [
      (["pin", "st"], "Is vault pin set meant? All of them: vault pin --help"),
      (["inbox", "wtch"], "Is vault inbox watch meant? All of them: vault inbox --help"),
      (["people", "blok", "x"], "Is vault people block meant? All of them: vault people --help"),
      (["agent", "nonsense"], "All of them: vault agent --help"),
      (["help", "inbox", "lst"], "Is vault inbox list meant? All of them: vault inbox --help"),
    ])
  func mistypedSubcommand(_ words: [String], hint: String) {
    let path = words.drop { $0 == "help" }.prefix(2).joined(separator: " ")
    #expect {
      _ = try Vault.parser.command(words)
    } throws: { error in
      let failure = error as? Failure
      return failure?.code == .usage && failure?.message == "There is no command \(Failure.quoted(path))."
        && failure?.hint == hint
    }
  }

  private static func shielded(_ words: [String]) -> [String] {
    let command = CommandTree.leaves.first { $0.path == Array(words.prefix(1)) }?.command
    let isFiltered = command is any FilteredCommand.Type
    return isFiltered ? words.prefix(1) + FilterArguments.shielded(Array(words.dropFirst())) : words
  }

  private func dumped(_ command: any ParsableCommand) -> String {
    var text = ""
    dump(command, to: &text)
    return text
  }

  @Test("every command has a help text with an example of itself", arguments: CommandTree.leaves)
  func help(_ entry: CommandTree.Entry) {
    let (help, path) = (entry.command.configuration, entry.path)
    #expect(!help.abstract.isEmpty)
    #expect(help.discussion.contains("EXAMPLES\n  vault") || entry.command.helpMessage().contains("EXAMPLES"))
    // A default command is called without its name.
    let shortened = path.dropLast()
    #expect(entry.examples.contains { $0.starts(with: path) || !shortened.isEmpty && $0.starts(with: shortened) })
  }

  @Test("the program's own help has an example")
  func ownHelp() { #expect(Vault.configuration.discussion.contains("EXAMPLES\n  vault")) }

  @Test("the examples of every help text are understood, with the command that the whole tree gives")
  func examples() throws {
    #expect(CommandTree.examples.count > CommandTree.leaves.count)
    for words in CommandTree.examples.map(Self.filled) {
      let command = try Vault.parser.command(words)
      #expect(try dumped(command) == dumped(Vault.parseAsRoot(Self.prepared(words, for: command))), "\(words)")
    }
  }

  @Test("every command refuses an option that it does not have", arguments: CommandTree.leaves)
  func unknownOption(_ entry: CommandTree.Entry) throws {
    let words = Self.filled(try #require(entry.examples.first))
    #expect {
      _ = try Vault.parser.command(words + ["--no-such-option"])
    } throws: { error in
      Vault.exitCode(for: error).rawValue == 64 && Vault.fullMessage(for: error).contains("--no-such-option")
    }
  }

  /// What a shell puts in place of a variable.
  private static func filled(_ words: [String]) -> [String] {
    words.map { $0 == "$id" ? "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed" : $0 }
  }

  /// The words of a command line as the command's parser is to see them.
  private static func prepared(_ words: [String], for command: any ParsableCommand) throws -> [String] {
    guard let prepared = type(of: command) as? any AgentCommand.Type else { return words }
    let path = CommandTree.entries.map(\.path).filter { words.starts(with: $0) }.max { $0.count < $1.count } ?? []
    return path + (try prepared.prepared(Array(words.dropFirst(path.count))))
  }
}
