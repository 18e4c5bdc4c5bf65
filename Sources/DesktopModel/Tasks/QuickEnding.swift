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

  /// The most words that a due date has.
  private static let maximumWordCount = 8
  /// The most words that a repetition has: it may name every day of the week.
  private static let maximumRuleWordCount = 20
  /// Words that were read, and what they say.
  private typealias Taken<Meaning> = (value: Meaning, text: String)

  /// Reads the longest end of the words that says something, and takes it away from them. One word at least stays for the name.
  init(of names: inout [QuickWords.Word], now: Date, zone: LocalZone, _ vocabulary: DateVocabulary) {
    let meanings = QuickMeanings(now: now, zone: zone, vocabulary)
    var (rest, last, every) = Self.readRepetition(names, meanings)
    let monthly = every.flatMap { Self.readDays(rest, before: $0, last?.text, meanings) }
    let time = last?.text
    if last == nil { last = Self.take(&rest, meanings.date) }
    if let rule = every?.value, last.map({ meanings.time($0.text) != nil }) ?? true {
      last = Self.day(in: &rest, before: last?.text, meanings) ?? meanings.first(of: rule, at: last?.text)
    }
    var rule = every?.value
    // The more words say it, the less is left over: `dec 1st every month` has a date, `first mon every month` none.
    if let monthly, monthly.rest.count <= rest.count {
      (rest, rule) = (monthly.rest, monthly.rule)
      last = meanings.first(of: monthly.rule, at: monthly.time ?? time)
    }
    if let last, let start = QuickJoints(meanings: meanings).start(in: rest, before: last.text) {
      doubts = [.severalDates(Self.text(names[start...]))]
    } else if let last {
      (due, dueText, repetition, names) = (last.value, last.text, rule, rest)
    }
    if let every = names.lastIndex(where: { Self.isEvery($0) }), every > 0, repetition == nil {
      doubts = [.unknownRepetition(Self.text(names[every...]))]
    }
  }

  /// A repetition at the end, or with a date behind it: `every 2 weeks fri 18:00` ends with a day, `every monday 9:00` with a time.
  ///
  /// - Returns: the words that are left, what was read behind the repetition, and that; all words where there is none.
  private static func readRepetition(
    _ names: [QuickWords.Word], _ meanings: QuickMeanings
  ) -> ([QuickWords.Word], Taken<When>?, Taken<RepeatRule>?) {
    var rest = names
    if let every = take(&rest, meanings.rule, atMost: maximumRuleWordCount) { return (rest, nil, every) }
    let readings = [meanings.date, meanings.time].compactMap {
      end -> ([QuickWords.Word], Taken<When>?, Taken<RepeatRule>?)? in
      var rest = names
      guard let last = take(&rest, end), let every = take(&rest, meanings.rule, atMost: maximumRuleWordCount) else {
        return nil
      }
      return (rest, last, every)
    }
    // The day before a time is one more of the days that repeat, where any are named: `every mon, wed, fri 8:00`, `monthly on the 1st 9:00`.
    let isOfDays = readings.first?.2?.value.namesDays == true || readings.last?.2?.value.namesMonthDays == true
    return (isOfDays ? readings.last : readings.first) ?? (names, nil, nil)
  }

  /// The days of the month that stand in front of a repetition, with a time before or behind them: `on the 1st at 9:00 every month`.
  ///
  /// - Parameter time: the words behind the repetition; nil for none.
  private static func readDays(
    _ names: [QuickWords.Word], before every: Taken<RepeatRule>, _ time: String?, _ meanings: QuickMeanings
  ) -> (rest: [QuickWords.Word], time: String?, rule: RepeatRule)? {
    guard every.value.isMonthly, time.map({ meanings.time($0) != nil }) ?? true else { return nil }
    var rest = names
    let read: (String) -> RepeatRule? = { meanings.rule($0, every.text) }
    if let days = take(&rest, read) {
      let before = time == nil ? take(&rest, meanings.time)?.text : nil
      return (rest, before, days.value)
    }
    guard time == nil, let time = take(&rest, meanings.time), let days = take(&rest, read) else { return nil }
    return (rest, time.text, days.value)
  }

  /// The day that stands in front of a repetition with a time: `tomorrow daily 7:00`.
  private static func day(
    in rest: inout [QuickWords.Word], before time: String?, _ meanings: QuickMeanings
  ) -> Taken<When>? {
    guard let time, let day = take(&rest, { meanings.date("\($0) \(time)") }) else { return nil }
    return (day.value, "\(day.text) \(time)")
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
    _ names: inout [QuickWords.Word], _ read: (String) -> Meaning?, atMost maximum: Int = Self.maximumWordCount
  ) -> Taken<Meaning>? {
    for count in stride(from: min(maximum, names.count - 1), to: 0, by: -1) {
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
