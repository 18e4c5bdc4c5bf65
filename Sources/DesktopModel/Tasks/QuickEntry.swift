public import CivilTime
public import FoundationEssentials
internal import VaultClient
public import VaultModel

/// A task typed in one line: `Water plants fri 18:00 +home`.
///
/// `+word` is a tag, `project:word` a project, `!high`, `!medium` and `!low` a priority. The last words are the due date where they say one; in
/// quotation marks they are part of the name. The rest is the name.
public struct QuickEntry: Equatable, Sendable {
  /// The task.
  public let draft: TaskDraft
  /// What was understood besides the name, part by part, to be shown before the task is added.
  public let parts: [Part]

  /// What a part of the line was understood as.
  public enum Part: Equatable, Sendable {
    /// When it is due; notes are sentences, for instance that it is in the past.
    case due(Date, isAllDay: Bool, notes: [String])
    /// A tag.
    case tag(String)
    /// A project.
    case project(String)
    /// How much it matters.
    case priority(Priority)
  }

  /// The most words that a due date has.
  private static let maximumDateWordCount = 6

  /// Reads a line; nil where no name is left.
  public init?(_ line: String, now: Date, zone: LocalZone) {
    var reader = Reader()
    for word in Self.words(of: line) { reader.add(word) }
    let due = Self.due(atEndOf: &reader.names, now: now, zone: zone)
    guard !reader.names.isEmpty else { return nil }
    var draft = TaskDraft(
      name: reader.names.map(\.text).joined(separator: " "), due: due.map { DueMoment($0.date, isAllDay: $0.isAllDay) })
    (draft.tags, draft.project, draft.priority) = (reader.tags, reader.project, reader.priority)
    self.draft = draft
    var parts: [Part] = due.map { [.due($0.date, isAllDay: $0.isAllDay, notes: $0.notes)] } ?? []
    parts += reader.project.map { [.project($0)] } ?? []
    parts += reader.priority.map { [.priority($0)] } ?? []
    self.parts = parts + reader.tags.map(Part.tag)
  }

  /// The longest end of the words that is a date, taken away from them. One word at least stays for the name.
  private static func due(atEndOf names: inout [Word], now: Date, zone: LocalZone) -> When? {
    let last = min(maximumDateWordCount, names.count - 1)
    guard last > 0 else { return nil }
    for count in (1...last).reversed() {
      let end = names.suffix(count)
      guard end.allSatisfy({ !$0.isQuoted }) else { continue }
      let text = end.map(\.text).joined(separator: " ")
      guard let when = try? When(text, now: now, zone: zone) else { continue }
      names.removeLast(count)
      return when
    }
    return nil
  }

  /// A word, or what stands between quotation marks.
  private struct Word: Equatable {
    let text: String
    let isQuoted: Bool
  }

  /// The words; what stands between quotation marks is one. A mark inside a word, or without another one, is a letter like any other.
  private static func words(of line: String) -> [Word] {
    var words: [Word] = []
    var rest = line.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      if rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
        words.append(Word(text: String(rest[rest.index(after: rest.startIndex)..<end]), isQuoted: true))
        rest = rest[rest.index(after: end)...]
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(Word(text: String(word), isQuoted: false))
        rest = rest[word.endIndex...]
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return words.filter { !$0.text.isEmpty }
  }

  /// What the words mean, one after the other.
  private struct Reader {
    var names: [Word] = []
    var tags: [String] = []
    var project: String?
    var priority: Priority?

    mutating func add(_ word: Word) {
      guard !word.isQuoted, !addField(word.text) else {
        if word.isQuoted { names.append(word) }
        return
      }
      names.append(word)
    }

    /// - Returns: whether the word says something else than the name.
    private mutating func addField(_ word: String) -> Bool {
      if word.hasPrefix("+"), let first = word.dropFirst().first, first.isLetter {
        if !tags.contains(String(word.dropFirst())) { tags.append(String(word.dropFirst())) }
        return true
      }
      if word.lowercased().hasPrefix("project:"), word.count > 8, project == nil {
        project = String(word.dropFirst(8))
        return true
      }
      if word.hasPrefix("!"), let meant = Priority(rawValue: word.dropFirst().lowercased()), priority == nil {
        priority = meant
        return true
      }
      return false
    }
  }
}
