internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import VaultClient

/// Reads a date that is typed in the window: in English, as at the command line, or in words of another language for days, months and spans of time.
public struct DateVocabulary: Sendable {
  /// What a word means to ``VaultClient/When``, by the word in small letters.
  private let meanings: [String: String]
  /// Words that lead to a day or a time, and can be left out: `on`, `at`.
  private let leading: Set<String>
  /// Words behind an hour that make it a time: `18 Uhr`.
  private let clock: Set<String>
  /// English units of time.
  private let units: Set<String>
  /// Whole names of the days of the week.
  let weekdays: [String]
  /// Whole words that name a day and hardly anything else.
  let days: Set<String>

  /// Words of another language that mean English ones, each with those that mean it, apart by blanks, the whole word first.
  public typealias Words = [(english: String, typed: String)]

  /// Makes one.
  ///
  /// - Parameters:
  ///   - relative: days as seen from today.
  ///   - units: units of time in the plural.
  ///   - others: what stands before a day or a span.
  ///   - leading: words that lead to a day or a time.
  ///   - clock: words that follow an hour.
  public init(
    relative: Words, weekdays: Words, months: Words, units: Words = [], others: Words = [], leading: String,
    clock: String = ""
  ) {
    var meanings: [String: String] = [:]
    for (english, typed) in relative + weekdays + months + units + others {
      for word in Self.words(typed) where meanings[word] == nil { meanings[word] = english }
    }
    self.units = Set(units.map(\.english))
    self.clock = Set(Self.words(clock))
    self.meanings = meanings
    self.leading = Set(Self.words(leading))
    self.weekdays = weekdays.compactMap { Self.words($0.1).first }
    days = Set(self.weekdays + relative.compactMap { Self.words($0.1).first })
  }

  /// Reads a text of at most 100 characters. What is a date in English is that one.
  ///
  /// - Throws: ``AgentAPI/Failure/Code/usage`` with what is wrong, and an example.
  func read(_ text: String, now: Date, zone: LocalZone) throws(Failure) -> When {
    do throws(Failure) { return try When(text, now: now, zone: zone) } catch {
      guard let meant = inEnglish(text) else { throw error }
      return try When(meant, now: now, zone: zone)
    }
  }

  /// Whether a text is a date.
  func isDate(_ text: String, now: Date, zone: LocalZone) -> Bool {
    do throws(Failure) {
      _ = try read(text, now: now, zone: zone)
      return true
    } catch { return false }
  }

  /// The text in English; nil where it has no word of the other language.
  private func inEnglish(_ text: String) -> String? {
    let words = Self.words(text)
    var meant: [String] = []
    for (place, word) in words.enumerated() {
      if let time = time(word, behind: meant.last) {
        if clock.contains(word) { meant.removeLast() }
        meant.append(time)
      } else if let meaning = meanings[word] ?? meanings[Self.bare(word)] {
        // Some languages count one of them without a number.
        if units.contains(meaning), meant.last == "in" { meant.append("1") }
        meant.append(meaning)
      } else if !leading.contains(word) || place + 1 == words.count {
        meant.append(word)
      }
    }
    return meant == words ? nil : meant.joined(separator: " ")
  }

  /// The time that an hour and a word for the clock are, in two words or in one: `18 Uhr`, `18:30 Uhr`, `18点`.
  private func time(_ word: String, behind former: String?) -> String? {
    if clock.contains(word) { return former.flatMap(Self.time) }
    guard let mark = clock.filter({ word.hasSuffix($0) }).max(by: { $0.count < $1.count }) else { return nil }
    return Self.time(String(word.dropLast(mark.count)))
  }

  private static func time(_ hour: String) -> String? {
    let parts = hour.split(omittingEmptySubsequences: false) { ":.".contains($0) }
    guard parts.count <= 2, parts.allSatisfy({ (1...2).contains($0.count) && Int($0) != nil }) else { return nil }
    return "\(parts[0]):\(parts.count == 2 ? parts[1] : "00")"
  }

  /// Without the mark of a word that was cut short, or of one before a time: `Fr.`, `Freitag,`.
  private static func bare(_ word: String) -> String {
    word.last.map { ".,".contains($0) } == true ? String(word.dropLast()) : word
  }

  private static func words(_ text: String) -> [String] { text.lowercased().split(separator: " ").map(String.init) }
}
