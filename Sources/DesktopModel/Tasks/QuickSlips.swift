internal import CivilTime
internal import FoundationEssentials
internal import VaultClient
internal import VaultModel

/// What stands at the end of a name and was meant as a date or a time, most likely: it can't be one, or has a slip of the finger.
struct QuickSlips {
  private let now: Date
  private let zone: LocalZone
  private let vocabulary: DateVocabulary

  init(now: Date, zone: LocalZone, _ vocabulary: DateVocabulary) {
    (self.now, self.zone, self.vocabulary) = (now, zone, vocabulary)
  }

  /// What is to be told.
  ///
  /// - Parameters:
  ///   - names: the words that are left for the name.
  ///   - due: what was read behind them; nil for nothing.
  func doubts(in names: [QuickWords.Word], before due: String?) -> [QuickEntry.Doubt] {
    // One word at least is the name, and what is in quotation marks is meant as it is.
    guard names.count > 1, let last = names.last, !last.isQuoted else { return [] }
    if due == nil {
      if let doubt = impossible(in: names) { return [doubt] }
    } else if !Self.isTime(due ?? "") {
      return []
    }
    return meant(last.text, isFinished: due != nil).map { [.misspelt(last.text, meant: $0)] } ?? []
  }

  private func impossible(in names: [QuickWords.Word]) -> QuickEntry.Doubt? {
    let words = names.map(\.text)
    if let last = words.last, Self.looksLikeTime(last), !isDate(last) { return .noSuchTime(withDay(words)) }
    for count in 1...3 where words.count > count {
      let end = words.suffix(count).joined(separator: " ")
      if Self.looksLikeDay(end), !isDate(end) { return .noSuchDay(end) }
    }
    return nil
  }

  /// A time that can't be, with the day before it.
  private func withDay(_ words: [String]) -> String {
    for count in stride(from: min(4, words.count - 1), to: 1, by: -1) {
      let end = words.suffix(count)
      if isDate(end.dropLast().joined(separator: " ")) { return end.joined(separator: " ") }
    }
    return words.last ?? ""
  }

  private func isDate(_ text: String) -> Bool { vocabulary.isDate(text, now: now, zone: zone) }

  /// The day that a word names but for a slip.
  ///
  /// - Parameter isFinished: whether it can't be still under way, letter by letter.
  private func meant(_ word: String, isFinished: Bool) -> String? {
    let word = word.lowercased()
    // Short words are near to too many others: "fridge" is no Friday.
    let meant =
      SpellingSuggestion.to(word, among: Self.longDays)
      ?? SpellingSuggestion.to(word, among: Self.shortDays, slips: 1)
      ?? SpellingSuggestion.to(word, among: vocabulary.weekdays.filter { $0.count >= 6 }, slips: 1)
    guard let meant, meant != word, word != "\(meant)s", isFinished || !meant.hasPrefix(word) else { return nil }
    return meant
  }

  private static let days = ["today", "tomorrow", "yesterday"] + Weekday.allCases.map { $0.name.lowercased() }
  private static let longDays = days.filter { $0.count >= 8 }
  private static let shortDays = days.filter { $0.count < 8 }

  /// Whether what was read is a time without a day.
  private static func isTime(_ due: String) -> Bool {
    let words = due.lowercased().split(separator: " ").filter { $0 != "at" }
    return words.count == 1 && (words[0] == "noon" || words[0] == "midnight" || looksLikeTime(String(words[0])))
  }

  private static func looksLikeTime(_ word: String) -> Bool {
    let word = word.lowercased()
    let half = ["am", "pm"].first { word.hasSuffix($0) }
    let parts = word.dropLast(half?.count ?? 0).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || (parts.count == 1 && half != nil) else { return false }
    return isNumber(parts[0], 1...2) && (parts.count == 1 || isNumber(parts[1], 2...2))
  }

  private static func looksLikeDay(_ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ")
    switch words.count {
    case 1:
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count == 3 && isNumber(parts[0], 4...4) && parts.dropFirst().allSatisfy { isNumber($0, 1...2) }
    case 2: return isDay(words[0]) && isMonth(words[1]) || isMonth(words[0]) && isDay(words[1])
    default: return isNumber(words[2], 4...4) && looksLikeDay(words.prefix(2).joined(separator: " "))
    }
  }

  private static func isMonth(_ word: Substring) -> Bool {
    word.count >= 3 && Month.allCases.contains { $0.name.lowercased().hasPrefix(word) }
  }

  private static func isDay(_ word: Substring) -> Bool {
    let ending = [".", "st", "nd", "rd", "th"].first { word.hasSuffix($0) } ?? ""
    return isNumber(word.dropLast(ending.count), 1...2)
  }

  private static func isNumber(_ text: some StringProtocol, _ counts: ClosedRange<Int>) -> Bool {
    counts.contains(text.count) && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
