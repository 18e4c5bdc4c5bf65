public import AgentAPI
public import CivilTime
public import FoundationEssentials
internal import Localization
public import VaultModel

/// The words that say which tasks are meant: `+tag`, `-tag`, `project:p`, `due:week`, `priority:high`, `is:done`; others
/// are searched for.
public struct FilterWords {
  /// What they say together.
  public private(set) var filter = TaskFilter()
  private let now: Date
  private let zone: LocalZone
  /// Whether one of the words says whether open tasks are meant, done ones or both; else it is the open ones.
  public private(set) var hasState = false

  /// The keys, as messages list them.
  private enum Key: String, CaseIterable {
    case due, project, priority, `is`, tag, text
  }

  /// Reads words; behind `--` all are searched for as they are.
  ///
  /// - Throws: ``AgentAPI/Failure/Code/usage`` with what is wrong, and an example.
  public init(_ words: [String], now: Date, zone: LocalZone) throws(Failure) {
    self.now = now
    self.zone = zone
    let end = words.firstIndex(of: "--") ?? words.endIndex
    for word in words[..<end] { try add(word) }
    for word in words[end...].dropFirst() { try search(for: word) }
  }

  private mutating func add(_ word: String) throws(Failure) {
    if word.hasPrefix("+") || word.hasPrefix("-") {
      return try add(tag: String(word.dropFirst()), isExcluded: word.hasPrefix("-"))
    }
    guard let (name, value) = Self.keyAndValue(word) else { return try search(for: word) }
    switch try Self.key(name, in: word) {
    case .due: try add(due: value)
    case .project: try add(project: value)
    case .priority: try add(priority: value)
    case .is: try add(quality: value.lowercased())
    case .tag: try add(tag: value.hasPrefix("-") ? String(value.dropFirst()) : value, isExcluded: value.hasPrefix("-"))
    case .text: try search(for: value)
    }
  }

  private mutating func search(for word: String) throws(Failure) {
    filter.words.append(try Self.searchable(word))
  }

  /// A word, as long as there is something in it to search for.
  ///
  /// - Throws: ``AgentAPI/Failure/Code/usage`` when there is no letter or digit in it.
  public static func searchable(_ word: String) throws(Failure) -> String {
    guard SearchWords.words(of: word).isEmpty else { return word }
    throw .typed(
      localized("\(Failure.quoted(word)) has no letter or digit to search for."),
      hint: localized("For instance: vault list milk"))
  }

  private mutating func add(tag: String, isExcluded: Bool) throws(Failure) {
    guard !tag.isEmpty else {
      throw .typed(localized("There is no tag behind the sign."), hint: localized("For instance: +home or -work"))
    }
    if isExcluded { filter.excludedTags.append(tag) } else { filter.tags.append(tag) }
    if let both = filter.tags.first(where: filter.excludedTags.contains) {
      throw .typed(
        localized("No task both has and lacks the tag \(Failure.quoted(both))."),
        hint: localized("Leave one of the two out."))
    }
  }

  private mutating func add(project: String) throws(Failure) {
    guard !project.isEmpty else {
      throw .typed(localized("There is no project behind the colon."), hint: localized("For instance: project:home"))
    }
    guard filter.project == nil else { throw Self.twice("project:") }
    filter.project = project
  }

  private mutating func add(priority: String) throws(Failure) {
    guard filter.priority == nil else { throw Self.twice("priority:") }
    switch priority.lowercased() {
    case "high", "h": filter.priority = .high
    case "medium", "m": filter.priority = .medium
    case "low", "l": filter.priority = .low
    default: throw Self.unknown(priority, "priority", ["high", "medium", "low"])
    }
  }

  private mutating func add(quality: String) throws(Failure) {
    switch quality {
    case "open", "done", "any":
      guard !hasState, let state = TaskFilter.State(rawValue: quality) else { throw Self.twice("open, done or any") }
      hasState = true
      filter.state = state
    case "protected": filter.isProtected = true
    case "notifying": filter.isNotifying = true
    case "recurring": filter.isRecurring = true
    // Lists have a section of that name.
    case "overdue": try add(due: quality)
    default:
      throw Self.unknown(quality, "is", ["open", "done", "any", "protected", "notifying", "recurring", "overdue"])
    }
  }

  /// Several conditions hold together.
  private mutating func add(due value: String) throws(Failure) {
    if value.lowercased() == "none" {
      filter.hasDueDate = false
    } else {
      try add(DueRange(value, now: now, zone: zone))
    }
    if filter.hasDueDate == false, filter.dueFrom != nil || filter.dueBefore != nil {
      throw .typed(
        localized("No task both has and lacks a due date."), hint: localized("Leave due:none out, or the other due:."))
    }
  }

  private mutating func add(_ range: DueRange) throws(Failure) {
    filter.dueFrom = [filter.dueFrom, range.from].compactMap { $0 }.max()
    filter.dueBefore = [filter.dueBefore, range.before].compactMap { $0 }.min()
    if let from = filter.dueFrom, let before = filter.dueBefore, from >= before {
      throw .typed(
        localized("No date is in all those due: ranges."),
        hint: localized("For instance: due:after:today due:before:24dec"))
    }
  }
}

/// Keys and what is said of unknown ones.
extension FilterWords {
  /// A word's key and value; nil when what is before the colon is no name, as in `12:30`.
  private static func keyAndValue(_ word: String) -> (key: String, value: String)? {
    guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else { return nil }
    let key = word[..<colon].lowercased()
    guard key.allSatisfy(\.isLetter) else { return nil }
    return (key, String(word[word.index(after: colon)...]))
  }

  private static func key(_ name: String, in word: String) throws(Failure) -> Key {
    if let key = Key(rawValue: name) { return key }
    let keys = Key.allCases.map(\.rawValue)
    let named = Failure.quoted(name + ":")
    throw .typed(
      SpellingSuggestion.to(name, among: keys).map {
        localized("\(named) is not a key of a filter; did you mean \"\($0):\"?")
      } ?? localized("\(named) is not a key of a filter."),
      hint: localized(
        "The keys are \(keys.map { $0 + ":" }.joined(separator: ", ")); `-- \(word)` searches for the word itself."))
  }

  /// What to say of a value that its key does not know.
  static func unknown(_ value: String, _ key: String, _ known: [String]) -> Failure {
    let quoted = Failure.quoted(value)
    return .typed(
      SpellingSuggestion.to(value.lowercased(), among: known).map {
        localized("\(quoted) is nothing that \"\(key):\" knows; did you mean \"\($0)\"?")
      } ?? localized("\(quoted) is nothing that \"\(key):\" knows."),
      hint: localized("Write \(known.map { "\(key):\($0)" }.joined(separator: ", "))."))
  }

  private static func twice(_ name: String) -> Failure {
    .typed(localized("\(name) is said twice."), hint: localized("Say it once; a list shows one at a time."))
  }
}
