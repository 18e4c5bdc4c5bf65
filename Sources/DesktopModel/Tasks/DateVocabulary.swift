internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import VaultClient

/// Reads a date that is typed in the window: in English, as at the command line, or in words of another language for days and months.
public struct DateVocabulary: Sendable {
  /// What a word means to ``VaultClient/When``, by the word in small letters.
  private let meanings: [String: String]
  /// Words that lead to a day or a time, and can be left out: `on`, `at`.
  private let leading: Set<String>
  /// Whole names of the days of the week.
  let weekdays: [String]
  /// Whole words that name a day and hardly anything else.
  let days: Set<String>

  /// Makes one of English words, each with those that mean it, apart by blanks, the whole word first.
  ///
  /// - Parameter leading: words that lead to a day or a time.
  public init(relative: [(String, String)], weekdays: [(String, String)], months: [(String, String)], leading: String) {
    var meanings: [String: String] = [:]
    for (english, typed) in relative + weekdays + months {
      for word in Self.words(typed) where meanings[word] == nil { meanings[word] = english }
    }
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
    let meant = words.enumerated().compactMap { place, word in
      meanings[word] ?? meanings[Self.bare(word)] ?? (leading.contains(word) && place + 1 < words.count ? nil : word)
    }
    return meant == words ? nil : meant.joined(separator: " ")
  }

  /// Without the mark of a word that was cut short, or of one before a time: `Fr.`, `Freitag,`.
  private static func bare(_ word: String) -> String {
    word.last.map { ".,".contains($0) } == true ? String(word.dropLast()) : word
  }

  private static func words(_ text: String) -> [String] { text.lowercased().split(separator: " ").map(String.init) }
}
