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
  /// Whether the owner wants to be reminded, which takes a due date.
  private(set) var wantsReminder = false
  /// What looks like a field and says nothing: it stays in the name, and in no date's way.
  private var kept: [Kept] = []
  /// What stands behind `due:`.
  private var dueWords: [Word] = []
  private var field: Field?

  private struct Kept {
    let text: String
    /// How many words of the name stand before it.
    let place: Int
    /// What is said of it; nil for a reminder, which stays in the name only where there is no due date.
    let doubt: QuickEntry.Doubt?
  }

  private enum Field {
    case project
    case other
  }

  /// Reads a line. A date behind `due:` is the last of its words, where a date is looked for.
  mutating func read(_ line: String, isDate: (String) -> Bool) {
    var rest = Self.words(of: line)[...]
    while let word = rest.popFirst() {
      if !addDue(word, &rest, isDate) { add(word) }
    }
    if names.isEmpty {
      names = kept.filter { $0.doubt != nil }.map { Word(text: $0.text, isQuoted: true) }
      kept = []
    }
    if !names.isEmpty { names += dueWords }
  }

  /// What the task is called.
  func name(isDue: Bool) -> String {
    var words = names.map(\.text)
    for (count, kept) in kept.filter({ !isDue || $0.doubt != nil }).enumerated() {
      words.insert(kept.text, at: min(kept.place + count, words.count))
    }
    return words.joined(separator: " ")
  }

  /// What stays in the name though something else was meant, most likely.
  func doubts(isDue: Bool) -> [QuickEntry.Doubt] {
    // A word right behind a project may have been meant as a part of it.
    let behind = names.first { $0.isBehindProject }.map { [QuickEntry.Doubt.behindProject($0.text)] } ?? []
    return behind + kept.compactMap { $0.doubt ?? (isDue ? nil : .reminderWithoutDate($0.text)) }
  }

  /// The key in front of a date, as in a filter.
  private static let dueKey = "due:"
  /// The key in front of what is said of reminders: they come when the task is due, or not at all.
  private static let reminderKey = "remind:"
  /// The most words that a date has behind the first.
  private static let maximumDateWordCount = 7

  /// Takes a date behind `due:`, with all words that follow and belong to it.
  ///
  /// - Returns: whether it was one.
  private mutating func addDue(_ word: Word, _ rest: inout ArraySlice<Word>, _ isDate: (String) -> Bool) -> Bool {
    guard !word.isQuoted, word.text.lowercased().hasPrefix(Self.dueKey), dueWords.isEmpty else { return false }
    let first = Word(text: String(word.text.dropFirst(Self.dueKey.count)), isQuoted: false)
    field = .other
    for count in stride(from: min(Self.maximumDateWordCount, rest.count), through: 0, by: -1) {
      let words = ([first] + rest.prefix(count)).filter { !$0.text.isEmpty }
      guard words.allSatisfy({ !$0.isQuoted }), isDate(words.map(\.text).joined(separator: " ")) else { continue }
      dueWords = words
      rest = rest.dropFirst(count)
      return true
    }
    kept.append(Kept(text: word.text, place: names.count, doubt: .unknownDate(word.text)))
    return true
  }

  /// The words; what stands between quotation marks is one. A mark inside a word, or without another one, is a letter like any other.
  private static func words(of line: String) -> [Word] {
    var words: [Word] = []
    var rest = line.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      if rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
        words.append(Word(text: String(rest[rest.index(after: rest.startIndex)..<end]), isQuoted: true))
        rest = rest[rest.index(after: end)...]
      } else if let (word, behind) = quotedDue(rest) {
        words.append(word)
        rest = behind
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(Word(text: String(word), isQuoted: false))
        rest = rest[word.endIndex...]
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return words.filter { !$0.text.isEmpty }
  }

  /// A date in quotation marks behind `due:`, and what follows it.
  private static func quotedDue(_ rest: Substring) -> (Word, Substring)? {
    guard rest.prefix(dueKey.count + 1).lowercased() == dueKey + "\"" else { return nil }
    let value = rest.dropFirst(dueKey.count + 1)
    guard let end = value.firstIndex(of: "\"") else { return nil }
    return (Word(text: dueKey + value[..<end], isQuoted: false), value[value.index(after: end)...])
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
    return addReminder(word)
  }

  private mutating func addReminder(_ word: String) -> Field? {
    let lowercase = word.lowercased()
    guard lowercase.hasPrefix(Self.reminderKey) else { return nil }
    let isKnown = lowercase == Self.reminderKey + "on"
    if isKnown { wantsReminder = true }
    kept.append(Kept(text: word, place: names.count, doubt: isKnown ? nil : .unknownReminder(word)))
    return .other
  }
}
