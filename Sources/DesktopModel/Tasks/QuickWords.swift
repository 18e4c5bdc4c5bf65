internal import VaultModel

/// The words of a line, told apart: those that are fields of a task, and those that are left.
struct QuickWords {
  /// A word, or what stands between quotation marks.
  struct Word: Equatable {
    let text: String
    let isQuoted: Bool
    /// Whether a field stands right before it.
    var isBehindField = false
    /// Whether that is a project.
    var isBehindProject = false
  }

  /// What is left for the name and the due date.
  var names: [Word] = []
  private(set) var tags: [String] = []
  private(set) var project: String?
  private(set) var priority: Priority?
  private var field: Field?

  private enum Field {
    case project
    case other
  }

  /// Reads a line.
  mutating func read(_ line: String) { for word in Self.words(of: line) { add(word) } }

  /// A word right behind a project may have been meant as a part of it.
  var doubts: [QuickEntry.Doubt] {
    names.first { $0.isBehindProject }.map { [.behindProject($0.text)] } ?? []
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

  private mutating func add(_ word: Word) {
    if !word.isQuoted, let field = addField(word.text) {
      self.field = field
      return
    }
    var word = word
    (word.isBehindField, word.isBehindProject) = (field != nil, field == .project)
    field = nil
    names.append(word)
  }

  /// - Returns: what the word says besides the name; nil where it says something else.
  private mutating func addField(_ word: String) -> Field? {
    if word.hasPrefix("+"), let first = word.dropFirst().first, first.isLetter {
      if !tags.contains(String(word.dropFirst())) { tags.append(String(word.dropFirst())) }
      return .other
    }
    if word.lowercased().hasPrefix("project:"), word.count > 8, project == nil {
      project = String(word.dropFirst(8))
      return .project
    }
    if word.hasPrefix("!"), let meant = Priority(rawValue: word.dropFirst().lowercased()), priority == nil {
      priority = meant
      return .other
    }
    return nil
  }
}
