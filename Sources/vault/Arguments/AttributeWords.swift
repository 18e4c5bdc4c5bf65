internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultClient
internal import VaultModel

/// The words of a new task that another program would have taken for its due date, tags, project and so on:
/// `due:tomorrow +shop project:home priority:high`, as Taskwarrior has them.
///
/// Here they are part of the text, since a text may hold anything. They are reported, with the command that makes of them
/// what they were probably meant to be.
struct AttributeWords {
  /// The words, in the order they were typed.
  private(set) var words: [String] = []
  /// The options of `vault edit` that mean the same.
  private var options: [String] = []
  /// What is left of the text.
  private let name: String
  private let now: Date
  private let zone: LocalZone

  /// Looks at the arguments that make up a text; one alone is a text as it is.
  ///
  /// - Returns: nil when there is nothing to report.
  init?(_ arguments: [String], now: Date, zone: LocalZone) {
    guard arguments.count > 1 else { return nil }
    (self.now, self.zone) = (now, zone)
    var rest: [String] = []
    var found: [(word: String, options: [String])] = []
    for argument in arguments {
      if let options = Self.options(argument, now, zone) {
        found.append((argument, options))
      } else {
        rest.append(argument)
      }
    }
    name = rest.joined(separator: " ")
    // A text of nothing else, or one that no option could carry, is meant as it is.
    guard !found.isEmpty, !name.isEmpty, !name.hasPrefix("-"), Escaping.line(name) == name else { return nil }
    words = found.map(\.word)
    options = found.flatMap(\.options)
  }

  /// What to report once the task is there under `id`: a sentence, and an indented line with the command.
  func hint(id: String) -> [String] {
    let quoted = words.map(Failure.quoted)
    let list =
      quoted.count == 1 ? quoted[0] : quoted.dropLast().joined(separator: ", ") + " and " + quoted[quoted.count - 1]
    let command = ["vault", "edit", id, "--name", name] + options
    return [
      "vault: \(list) \(quoted.count == 1 ? "is" : "are") part of the text now. If you meant more than text:",
      "  " + command.map(Self.forShell).joined(separator: " "),
    ].map(Escaping.line)
  }

  private static func options(_ word: String, _ now: Date, _ zone: LocalZone) -> [String]? {
    guard Escaping.line(word) == word else { return nil }
    if word.hasPrefix("+"), let tag = Tag(argument: word)?.name, tag.first?.isLetter == true { return ["--tag", tag] }
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let value = String(word[word.index(after: colon)...])
    guard !value.isEmpty, !value.hasPrefix("-") else { return nil }
    switch word[..<colon].lowercased() {
    case "due": return when(value, now, zone).map { ["--due", $0] }
    case "project", "proj", "pro": return ["--project", value]
    case "priority", "prio", "pri": return PriorityChoice(argument: value).map { ["--priority", $0.priority.rawValue] }
    case "tag", "tags": return value.split(separator: ",").flatMap { ["--tag", String($0)] }
    case "recur", "repeat": return rule(value, now, zone).map { ["--repeat", $0] }
    default: return nil
    }
  }

  /// The date as it is or, as Taskwarrior's `3d`, as a span from now.
  private static func when(_ value: String, _ now: Date, _ zone: LocalZone) -> String? {
    [value, "in \(value)"].first { text in
      do throws(Failure) { _ = try When(text, now: now, zone: zone) } catch { return false }
      return true
    }
  }

  private static func rule(_ value: String, _ now: Date, _ zone: LocalZone) -> String? {
    do throws(Failure) { _ = try RepeatRule(value, now: now, zone: zone) } catch { return nil }
    return value
  }

  /// A word as a shell takes it for one.
  private static func forShell(_ word: String) -> String {
    if word.allSatisfy({ $0.isLetter || $0.isNumber || "-_.,:/+@%=".contains($0) }) { return word }
    if !word.contains(where: { "\"$`\\!".contains($0) }) { return "\"\(word)\"" }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
