internal import CivilTime
internal import FoundationEssentials
internal import VaultModel

/// One line of a todo.txt file (https://github.com/todotxt/todo.txt), taken apart.
///
/// Words with `+` and `@` at the beginning and end of the text are taken out of it; between other words they stay, as
/// parts of a sentence, and count all the same. Of `key:value` words those that are known are taken out; others stay.
/// A word that `vaulttext:` names further on is plain text, whatever it looks like.
struct TodoTxtLine: Equatable {
  var isDone = false
  /// `A` to `Z`.
  var priority: Character?
  var completed: CivilDate?
  var created: CivilDate?
  var text = ""
  /// Without `+`, each once, in their order.
  var projects: [String] = []
  /// Without `@`, each once, in their order.
  var contexts: [String] = []
  var due: CivilDate?
  var recurrence: RulePeriod?
  var id: UUID?
  /// Whether a known key had a value that can't be read; its word stays in the text.
  var hasStrangeValue = false

  init(_ line: Substring) {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)[...]
    readBeginning(&words)
    let parts = Self.parts(words)
    readSigns(parts)
    let kept = parts.filter { $0.isPlain || !readKey($0.word) }[...]
    let text = Self.trimmed(kept)
    // A line of nothing but signs keeps them as its text.
    self.text = (text.isEmpty ? kept : text).map(\.word).joined(separator: " ").trimmed
  }

  /// The key that says of a word before it, which could mean something, that it does not.
  static let plainKey = "vaulttext:"

  /// Whether a word in the text means something to ``init(_:)``.
  static func hasMeaning(_ word: Substring) -> Bool {
    if isSign(word) { return true }
    guard word.utf8.contains(UInt8(ascii: ":")) else { return false }
    if word.hasPrefix(plainKey) { return true }
    var line = TodoTxtLine("")
    return line.readKey(word) || line.hasStrangeValue
  }

  /// A word, and whether it is text and nothing else.
  private typealias Part = (word: Substring, isPlain: Bool)

  /// From the end, since each mark stands behind its word, and may itself be a word of the text that another one marks.
  private static func parts(_ words: ArraySlice<Substring>) -> [Part] {
    var marked: [Substring: Int] = [:]
    var parts: [Part] = []
    for word in words.reversed() {
      if let count = marked[word], count > 0 {
        marked[word] = count - 1
        parts.append((word, true))
      } else if word.hasPrefix(plainKey), word.utf8.count > plainKey.utf8.count {
        marked[word.dropFirst(plainKey.count), default: 0] += 1
      } else {
        parts.append((word, false))
      }
    }
    return parts.reversed()
  }

  /// Whether a line begins as only lines of such files do.
  static func isTypical(_ line: Substring) -> Bool {
    let parsed = TodoTxtLine(line.prefix(200))
    return parsed.isDone && parsed.completed != nil || parsed.priority != nil || parsed.created != nil
  }

  private mutating func readBeginning(_ words: inout ArraySlice<Substring>) {
    if words.first == "x", words.count > 1 {
      isDone = true
      words.removeFirst()
    }
    if let letter = words.first.flatMap(Self.priority), words.count > 1 {
      priority = letter
      words.removeFirst()
    }
    guard let first = words.first.flatMap({ CivilDate(iso: $0) }) else { return }
    words.removeFirst()
    guard isDone else {
      created = first
      return
    }
    completed = first
    guard let second = words.first.flatMap({ CivilDate(iso: $0) }) else { return }
    created = second
    words.removeFirst()
  }

  private static func priority(_ word: Substring) -> Character? {
    guard word.utf8.count == 3, word.hasPrefix("("), word.hasSuffix(")") else { return nil }
    return word.dropFirst().first.flatMap { ("A"..."Z").contains($0) ? $0 : nil }
  }

  private mutating func readSigns(_ parts: [Part]) {
    for (word, isPlain) in parts where !isPlain && Self.isSign(word) {
      let name = String(word.dropFirst())
      if word.hasPrefix("+") {
        if !projects.contains(name) { projects.append(name) }
      } else if !contexts.contains(name) {
        contexts.append(name)
      }
    }
  }

  private static func isSign(_ word: Substring) -> Bool {
    (word.hasPrefix("+") || word.hasPrefix("@")) && word.utf8.count > 1
  }

  private static func trimmed(_ parts: ArraySlice<Part>) -> ArraySlice<Part> {
    let isMargin = { (part: Part) in part.word.isEmpty || !part.isPlain && isSign(part.word) }
    guard let last = parts.lastIndex(where: { !isMargin($0) }) else { return [] }
    return parts[...last].drop(while: isMargin)
  }

  /// Whether the word is a known key with its value.
  private mutating func readKey(_ word: Substring) -> Bool {
    guard let colon = word.firstIndex(of: ":") else { return false }
    let value = word[word.index(after: colon)...]
    switch word[..<colon] {
    case "due": return assign(CivilDate(iso: value), as: \.due)
    case "rec": return assign(RulePeriod(todoTxt: value), as: \.recurrence)
    case "id": return assign(UUID(text: String(value)), as: \.id, isCommon: true)
    case "pri":
      return assign(value.utf8.count == 1 ? Self.priority("(\(value))") : nil, as: \.priority, isCommon: true)
    default: return false
    }
  }

  /// - Parameter isCommon: whether other programs use the key for other things.
  private mutating func assign<Value>(
    _ value: Value?, as path: WritableKeyPath<TodoTxtLine, Value?>, isCommon: Bool = false
  ) -> Bool {
    guard let value else {
      if !isCommon { hasStrangeValue = true }
      return false
    }
    self[keyPath: path] = value
    return true
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].drop(while: \.isWhitespace))
  }
}
