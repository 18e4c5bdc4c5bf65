internal import AgentAPI
internal import CivilTime
internal import Localization

/// Days that begin with a number.
extension WhenParser {
  /// Parses `2026-12-24`, `20261224`, `24.12.`, `24.12.2026`, `24dec`, `24 dec` or `24 dec 2026`; nil when the next word is none of them.
  ///
  /// - Throws: a failure for a day that does not exist or may be several.
  mutating func parseNumberedDay() throws(Failure) -> NamedDay? {
    guard let word = words.next, word.beginsWithDigit else { return nil }
    if let month = words.afterNext.flatMap(WhenWords.month), let day = WhenWords.dayOfMonth(word) {
      _ = words.consume()
      _ = words.consume()
      return try NamedDay(date(day, month, parseYear()))
    }
    let letters = String(word.drop { $0.isNumber })
    if let month = WhenWords.month(letters), let day = String(word.dropLast(letters.count)).number(digits: 1...2) {
      _ = words.consume()
      return try NamedDay(date(day, month, parseYear()))
    }
    if word.number(digits: 8...8) != nil { return try parseBasicISO(word) }
    // Colons are times, whatever else is in them: a fraction, a zone.
    guard !word.contains(":") else { return nil }
    if word.contains("/") { return try parseDivided("/", word) }
    if word.contains("-") { return try parseDivided("-", word) }
    return word.contains(".") ? try parseDotted() : nil
  }

  /// Parses numbers with dashes or slashes: with the year first there is one order, otherwise nobody knows.
  private mutating func parseDivided(_ separator: Character, _ word: String) throws(Failure) -> NamedDay? {
    let parts = word.pieces(separator)
    let numbers = parts.compactMap { $0.number(digits: 1...4) }
    guard numbers.count == parts.count else { return nil }
    _ = words.consume()
    guard parts[0].utf8.count == 4 else { throw Self.unknownOrder(word, numbers) }
    guard numbers.count == 3, parts[1].utf8.count <= 2, parts[2].utf8.count <= 2 else {
      throw .typed(localized("\(Failure.quoted(word)) names no day."), hint: localized("For instance: 2026-12-24"))
    }
    return try NamedDay(date(numbers[2], Self.month(numbers[1]), numbers[0]), isISO: true)
  }

  /// Parses `20261224`, the basic form of ISO 8601.
  private mutating func parseBasicISO(_ word: String) throws(Failure) -> NamedDay? {
    guard let year = Int(word.prefix(4)), let month = Int(word.dropFirst(4).prefix(2)), let day = Int(word.suffix(2))
    else { return nil }
    _ = words.consume()
    return try NamedDay(date(day, Self.month(month), year), isISO: true)
  }

  /// Parses `24.12.`, `24.12.2026`, or the same with blanks behind the dots.
  private mutating func parseDotted() throws(Failure) -> NamedDay? {
    guard let word = words.next else { return nil }
    var parts = word.pieces(".")
    let isOnlyDay = parts.count == 2 && parts[1].isEmpty
    if isOnlyDay, let behind = words.afterNext, behind.contains("."), !behind.contains(":") {
      parts = [parts[0]] + behind.pieces(".")
    }
    guard parts.count >= 2, let day = parts[0].number(digits: 1...2), let number = parts[1].number(digits: 1...2) else {
      return nil
    }
    guard parts.count == 3 else {
      throw .typed(
        localized("\(Failure.quoted(word)) may be a day or a time."),
        hint: localized("Write \(day).\(number). for the day, or a time like 9:30."))
    }
    _ = words.consume()
    if isOnlyDay { _ = words.consume() }
    let month = try Self.month(number)
    guard !parts[2].isEmpty else { return try NamedDay(date(day, month, parseYear())) }
    guard let year = parts[2].number(digits: 4...4) else { throw Self.shortYear(word) }
    return try NamedDay(date(day, month, year))
  }

  private static func month(_ number: Int) throws(Failure) -> Month {
    guard let month = Month(rawValue: number) else {
      throw .typed(localized("There is no month \(number)."), hint: localized("For instance: 24.12. or 2026-12-24"))
    }
    return month
  }

  private static func shortYear(_ word: String) -> Failure {
    .typed(
      localized("The year in \(Failure.quoted(word)) has not four digits."),
      hint: localized("For instance: 24.12.2026 or 2026-12-24"))
  }

  private static func unknownOrder(_ word: String, _ numbers: [Int]) -> Failure {
    guard numbers.count == 2, let first = Month(rawValue: numbers[0]), let second = Month(rawValue: numbers[1]) else {
      return .typed(
        localized("The order of day, month and year in \(Failure.quoted(word)) is not certain."),
        hint: localized("Write 24 dec 2026 or 2026-12-24."))
    }
    let one = "\(numbers[0]) \(second.shortName)"
    let other = "\(numbers[1]) \(first.shortName)"
    return .typed(
      localized("\(Failure.quoted(word)) may be \(one) or \(other)."),
      hint: localized("Write the month as a word: \(one.lowercased()) or \(other.lowercased())"))
  }
}
