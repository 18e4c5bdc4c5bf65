internal import CivilTime
internal import FoundationEssentials
internal import VaultClient

/// What the last words of a line say: when a task is due, and how it repeats, as `vault add --due` and `--repeat` read it.
struct QuickEnding {
  private(set) var due: When?
  /// The words that say when it is due; nil for none.
  private(set) var dueText: String?
  private(set) var repetition: RepeatRule?
  private(set) var doubts: [QuickEntry.Doubt] = []

  /// The most words that a due date, or a repetition, has.
  private static let maximumWordCount = 8
  /// What a repetition begins with here; days of the week are dates.
  private static let beginnings: Set<String> = [
    "every", "each", "daily", "weekly", "biweekly", "monthly", "quarterly", "yearly", "annually", "weekdays",
    "workdays",
  ]

  /// Reads the longest end of the words that says something, and takes it away from them. One word at least stays for the name.
  init(of names: inout [QuickWords.Word], now: Date, zone: LocalZone, _ vocabulary: DateVocabulary) {
    func repetition(_ text: String) -> RepeatRule? {
      let first = text.prefix { $0 != " " }.lowercased()
      return Self.beginnings.contains(first) ? try? RepeatRule(text, now: now, zone: zone) : nil
    }
    func date(_ text: String) -> When? { try? vocabulary.read(text, now: now, zone: zone) }
    var rest = names
    let last = Self.take(&rest, repetition)
    if let due = Self.take(&rest, date) {
      (self.due, self.repetition) = (due.value, last?.value ?? Self.take(&rest, repetition)?.value)
      dueText = due.text
      names = rest
    } else if let last {
      doubts = [.repetitionWithoutDate(last.text)]
      return
    }
    if let every = names.lastIndex(where: { Self.isEvery($0) }), every > 0, self.repetition == nil {
      doubts = [.unknownRepetition(Self.text(names[every...]))]
    }
  }

  /// A date that stands before a field, with words of the name behind that, was meant as one perhaps.
  func doubts(
    of names: [QuickWords.Word], now: Date, zone: LocalZone, _ vocabulary: DateVocabulary
  ) -> [QuickEntry.Doubt] {
    guard let place = names.firstIndex(where: \.isBehindField) else { return doubts }
    var before = Array(names[..<place])
    guard let date = Self.take(&before, { try? vocabulary.read($0, now: now, zone: zone) }) else { return doubts }
    return doubts + [.dateInside(date.text)]
  }

  private static func isEvery(_ word: QuickWords.Word) -> Bool {
    !word.isQuoted && ["every", "each"].contains(word.text.lowercased())
  }

  private static func text(_ words: some Collection<QuickWords.Word>) -> String {
    words.map(\.text).joined(separator: " ")
  }

  private static func take<Meaning>(
    _ names: inout [QuickWords.Word], _ read: (String) -> Meaning?
  ) -> (value: Meaning, text: String)? {
    for count in stride(from: min(maximumWordCount, names.count - 1), to: 0, by: -1) {
      let end = names.suffix(count)
      guard end.allSatisfy({ !$0.isQuoted }) else { continue }
      let text = text(end)
      guard let value = read(text) else { continue }
      names.removeLast(count)
      return (value, text)
    }
    return nil
  }
}
