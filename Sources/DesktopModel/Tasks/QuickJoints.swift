internal import VaultClient

/// Words that join the date at the end of a line to another one before it, or to a repetition: neither alone is what was meant.
struct QuickJoints {
  let meanings: QuickMeanings

  private static let lists: Set<String> = ["and", "or", "&", "+", "/"]
  private static let ranges: Set<String> = ["to", "until", "till", "through", "-", "\u{2013}", "\u{2014}"]
  private static let beginnings: Set<String> = ["from", "starting", "beginning", "since"]

  /// Where what is joined begins: `1 aug` in `Vacation 1 aug to`.
  ///
  /// - Parameters:
  ///   - names: the words before the date.
  ///   - date: the words of the date.
  /// - Returns: nil where nothing is joined.
  func start(in names: [QuickWords.Word], before date: String) -> Int? {
    guard let joint = names.last, !joint.isQuoted else { return nil }
    let word = joint.text.lowercased()
    if word.hasSuffix(",") { return start(of: names[...], meanings.date) }
    let before = names.dropLast()
    if Self.beginnings.contains(word) { return start(of: before, meanings.rule) }
    guard Self.lists.contains(word) || Self.ranges.contains(word) else { return nil }
    if let start = start(of: before, meanings.date) { return start }
    // Of two days in one month the first is a number alone.
    guard Self.ranges.contains(word), Self.beginsWithDigit(date), let last = before.last, !last.isQuoted,
      Self.beginsWithDigit(last.text)
    else { return nil }
    return before.index(before: before.endIndex)
  }

  /// Where the longest end of the words that says something begins.
  private func start<Meaning>(of names: ArraySlice<QuickWords.Word>, _ read: (String) -> Meaning?) -> Int? {
    names.indices.suffix(Self.maximumWordCount).first { start in
      let end = names[start...]
      return end.allSatisfy { !$0.isQuoted } && read(end.map(\.text).joined(separator: " ")) != nil
    }
  }

  private static let maximumWordCount = 8

  private static func beginsWithDigit(_ text: String) -> Bool {
    text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }
}
