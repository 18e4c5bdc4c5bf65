internal import CivilTime
internal import FoundationEssentials
internal import VaultClient

/// What stands in the midst of a name and was meant as a date, most likely: a date goes to the end, and is written as this program reads it.
struct QuickStrays {
  private let now: Date
  private let zone: LocalZone
  private let vocabulary: DateVocabulary

  init(now: Date, zone: LocalZone, _ vocabulary: DateVocabulary) {
    (self.now, self.zone, self.vocabulary) = (now, zone, vocabulary)
  }

  /// What is to be told, one thing at most.
  ///
  /// - Parameters:
  ///   - names: the words that are left for the name.
  ///   - isDue: whether a date was read behind them: then a day among them is a part of the name.
  func doubts(in names: [QuickWords.Word], isDue: Bool) -> [QuickEntry.Doubt] {
    guard names.count > 1 else { return [] }
    if let word = names.first(where: { !$0.isQuoted && Self.isInNumbers($0.text) }) {
      return [.dateInNumbers(word.text)]
    }
    guard !isDue else { return [] }
    // One that reaches to the end would have been read.
    for start in names.indices.dropLast() {
      for end in (start + 1...min(start + Self.maximumWordCount, names.count - 1)).reversed() {
        let words = names[start..<end]
        guard words.allSatisfy({ !$0.isQuoted }) else { continue }
        let text = words.map(\.text).joined(separator: " ")
        if isMeant(text, count: words.count), vocabulary.isDate(text, now: now, zone: zone) {
          return [.dateInside(text)]
        }
      }
    }
    return []
  }

  private static let maximumWordCount = 6

  /// Words that name a day and hardly anything else: "sun" and "may" do.
  private static let days = Set(["today", "tomorrow"] + Weekday.allCases.map { $0.name.lowercased() })

  /// Whether what can be read as a date was meant as one: a day alone, or several words with a number.
  private func isMeant(_ text: String, count: Int) -> Bool {
    let hasNumber = text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let isDay = Self.days.contains(text.lowercased()) || vocabulary.days.contains(text.lowercased())
    return isDay || hasNumber && (count > 1 || text.contains(":") || text.contains("-"))
  }

  /// Fractions, and what is said of every day.
  private static let others: Set<String> = ["1/2", "1/3", "2/3", "1/4", "3/4", "1/8", "24/7"]

  /// Whether a word is a date in numbers as much of the world writes it, in one order or the other: `24.12.`, `12/24/2026`.
  private static func isInNumbers(_ word: String) -> Bool {
    guard !others.contains(word), let mark = word.first(where: { "/.".contains($0) }) else { return false }
    let parts = word.split(separator: mark, omittingEmptySubsequences: false)
    let numbers = parts.prefix(2).compactMap { $0.count <= 2 ? Int($0) : nil }
    guard parts.count <= 3, numbers.count == 2, numbers.allSatisfy({ (1...31).contains($0) }),
      numbers.contains(where: { $0 <= 12 })
    else { return false }
    guard parts.count == 3 else { return mark == "/" }
    // `1.5.` is a day; `1.5` is a number.
    return parts[2].isEmpty ? mark == "." : [2, 4].contains(parts[2].count) && Int(parts[2]) != nil
  }
}
