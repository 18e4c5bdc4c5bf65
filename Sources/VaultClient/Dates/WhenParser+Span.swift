internal import AgentAPI
internal import Localization

extension WhenParser {
  /// Parses `in 2h`, `in 30 min`, `in a week`, `+3d`, `+2h30m`, `in 1 hour and 5 minutes`; nil when the next words are no
  /// span.
  ///
  /// - Throws: a failure when `in` or `+` is followed by anything else, or a span stands there without them.
  mutating func parseSpan() throws(Failure) -> Span? {
    let typed = words.rest
    let isExplicit = words.consume("in") || parsePlus()
    var span = Span()
    var isWanted = isExplicit
    while try parsePart(&span, isWanted: isWanted) { isWanted = words.consume("and") }
    guard span != Span() else { return nil }
    // `18h` is a time to some and a span to others.
    guard isExplicit else {
      throw .typed(
        localized("\(Failure.quoted(typed)) is a span of time, not a moment."),
        hint: localized("For instance: in \(typed)"))
    }
    return span
  }

  /// Parses one number with its unit.
  private mutating func parsePart(_ span: inout Span, isWanted: Bool) throws(Failure) -> Bool {
    guard let word = words.next else {
      if isWanted { throw Self.noSpan(nil) }
      return false
    }
    let count = word == "a" || word == "an" ? 1 : word.number(digits: 1...Span.maximumDigitCount)
    if let count, let unit = words.afterNext.flatMap(Span.Unit.init) {
      span.add(count, unit)
      _ = words.consume()
      _ = words.consume()
      return true
    }
    if word.beginsWithDigit, span.add(word) {
      _ = words.consume()
      return true
    }
    if isWanted { throw Self.noSpan(word) }
    return false
  }

  /// Parses the `+` before a number.
  private mutating func parsePlus() -> Bool {
    guard let word = words.next, word.hasPrefix("+") else { return false }
    _ = words.consume()
    if word.utf8.count > 1 { words.putBack(String(word.dropFirst())) }
    return true
  }

  private static func noSpan(_ word: String?) -> Failure {
    let hint = localized("For instance: in 30 min, in 2h, in 3 days, in 2 weeks")
    guard let word else { return .typed(localized("A number and its unit are missing."), hint: hint) }
    if word.number(digits: 1...18) != nil {
      return word.utf8.count <= Span.maximumDigitCount
        ? .typed(localized("The number \(word) has no unit that is known here."), hint: hint) : WhenWords.tooFar
    }
    return .typed(localized("\(Failure.quoted(word)) is not a whole number with a unit."), hint: hint)
  }
}
