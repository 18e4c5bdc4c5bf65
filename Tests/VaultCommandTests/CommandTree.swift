import ArgumentParser
import Foundation
import Testing

@testable import vault

/// All commands, as the program has them.
enum CommandTree {
  /// A command, and the words that lead to it.
  struct Entry: Sendable, CustomTestStringConvertible {
    let path: [String]
    let command: any ParsableCommand.Type

    var testDescription: String { (["vault"] + path).joined(separator: " ") }

    /// Whether it does something itself, rather than those below it.
    var isLeaf: Bool { command.configuration.subcommands.isEmpty }

    /// The command lines in its help, as a shell takes them apart: the words behind `vault`.
    var examples: [[String]] {
      let help = command.configuration.discussion
      guard let start = help.range(of: "EXAMPLES\n") else { return [] }
      return help[start.upperBound...].split(separator: "\n").flatMap { ShellLine($0).commands(named: "vault") }
    }
  }

  /// The program itself comes first.
  static let entries: [Entry] = {
    var entries = [Entry(path: [], command: Vault.self)]
    func add(_ command: any ParsableCommand.Type, below path: [String]) {
      let path = path + [command.configuration.commandName ?? ""]
      entries.append(Entry(path: path, command: command))
      for below in command.configuration.subcommands { add(below, below: path) }
    }
    for group in Vault.configuration.groupedSubcommands { for command in group.subcommands { add(command, below: []) } }
    return entries
  }()

  /// Those that do something themselves, each a command that people type.
  static let leaves = entries.filter { $0.isLeaf && !$0.path.isEmpty }

  /// All command lines in help texts.
  static let examples = entries.flatMap(\.examples)
}

/// A line of an example, as a shell reads it.
private struct ShellLine {
  /// What it runs, each command with its words.
  private var parts: [[String]] = [[]]

  init(_ line: Substring) {
    // What an example is for stands behind it, after several blanks.
    let text = line.drop { $0 == " " }
    let stop = text.range(of: "  ")?.lowerBound ?? text.endIndex
    var word: String?
    var isQuoted = false
    for character in text[..<stop] {
      switch character {
      case "\"", "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted: end(&word)
      default: word = (word ?? "") + String(character)
      }
    }
    end(&word)
  }

  private mutating func end(_ word: inout String?) {
    guard let text = word else { return }
    if ["|", "&&", ";", "<", ">"].contains(text) { parts.append([]) } else { parts[parts.count - 1].append(text) }
    word = nil
  }

  /// The words behind the name, of each command that has it.
  func commands(named name: String) -> [[String]] { parts.filter { $0.first == name }.map { Array($0.dropFirst()) } }
}
