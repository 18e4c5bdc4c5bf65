#if Desktop
internal import Localization

extension String {
  /// As it is drawn: it turns nothing, and no letter of it takes more room than a line has. Lines are not broken within a letter, and whoever wrote it could
  /// make one of so many signs that the window would be wider than a screen.
  var drawn: String { unturned.withShortLetters }

  private var withShortLetters: String {
    // More than any language has, and than any emoji of a family.
    let bound = 16
    guard !utf8.allSatisfy({ $0 < 0x80 }), contains(where: { $0.unicodeScalars.count > bound }) else { return self }
    return String(String.UnicodeScalarView(flatMap { $0.unicodeScalars.prefix(bound) }))
  }

  /// As it is quoted where there is room for little: one paragraph of a bounded length, which turns nothing. Whoever wrote it could make more lines than a screen has.
  var inOneLine: String {
    let bound = 300
    let words = prefix(bound + 1).unicodeScalars.map { Self.breaks($0) ? " " : String($0) }.joined()
    return (words.count > bound ? "\(words.prefix(bound))…" : words).drawn
  }

  /// As it stands below a heading: no more lines and letters than leave room for the buttons, and nothing that turns.
  var inFewLines: String {
    let (lines, letters) = (16, 2000)
    let parts = split(maxSplits: lines, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let kept = parts.prefix(lines).joined(separator: "\n")
    let isWhole = parts.count <= lines && kept.count <= letters
    return (isWhole ? kept : "\(kept.prefix(letters))…").drawn
  }

  /// Whether it begins another line or a paragraph, as Pango draws it, or is a blank of any width.
  private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
#endif
