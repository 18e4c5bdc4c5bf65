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

  /// Words that were read, and what they say.
  private typealias Taken<Meaning> = (value: Meaning, text: String)

  /// Reads the longest end of the words that says something, and takes it away from them. One word at least stays for the name.
  init(of names: inout [QuickWords.Word], now: Date, zone: LocalZone, _ vocabulary: DateVocabulary) {
    func date(_ text: String) -> When? { try? vocabulary.read(text, now: now, zone: zone) }
    func time(_ text: String) -> When? {
      // A time can stand behind any day; a day, or a day and a time, behind none.
      date(text).flatMap { date("\($0.day) \(text)") == nil ? nil : $0 }
    }
    func rule(_ text: String) -> RepeatRule? {
      let first = text.prefix { $0 != " " }.lowercased()
      return Self.beginnings.contains(first) ? try? RepeatRule(text, now: now, zone: zone) : nil
    }
    var (rest, last) = (names, Taken<When>?.none)
    var every = Self.take(&rest, rule)
    if every == nil {
      // `every 2 weeks fri 18:00` ends with a day, `every monday 9:00` with a time.
      for end in [date, time] where every == nil {
        (rest, last) = (names, nil)
        last = Self.take(&rest, end)
        if last != nil { every = Self.take(&rest, rule) }
      }
      if every == nil { (rest, last) = (names, nil) }
    }
    if last == nil { last = Self.take(&rest, date) }
    if let every, last.map({ time($0.text) != nil }) ?? true {
      // What names no day has it in front of the repetition, or leaves it to that.
      let clock = last?.text
      last =
        clock.flatMap { clock in Self.take(&rest) { date("\($0) \(clock)") } }
        .map { ($0.value, [$0.text, clock ?? ""].joined(separator: " ")) }
        ?? Self.first(of: every.value, at: clock, from: zone.dateTime(at: now).date, after: now, date)
    }
    if let last {
      (due, dueText, repetition, names) = (last.value, last.text, every?.value, rest)
    }
    if let every = names.lastIndex(where: { Self.isEvery($0) }), every > 0, repetition == nil {
      doubts = [.unknownRepetition(Self.text(names[every...]))]
    }
  }

  /// The first time to come that a repetition fits, at a time of day or all day long.
  private static func first(
    of rule: RepeatRule, at time: String?, from today: CivilDate, after now: Date, _ date: (String) -> When?
  ) -> Taken<When>? {
    for day in rule.days(from: today) {
      let text = [day.description, time].compactMap { $0 }.joined(separator: " ")
      if let when = date(text), when.date > now { return (when, text) }
    }
    return nil
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
  ) -> Taken<Meaning>? {
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
