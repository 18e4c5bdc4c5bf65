extension NoticeText {
  /// Whether desktops show all of it: GNOME, whose bounds are the narrowest, cuts a title to one line, and a body that was opened to
  /// six. What may be wider than it seems, moved, or not seen counts against it: more blanks than one, and every character that is not
  /// known to be seen in its place.
  public var isShownWhole: Bool {
    guard let width = Self.width(of: title), width <= Self.titleWidth, Self.isSpaced(title) else { return false }
    var rows = 0
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      guard Self.isSpaced(line), let count = Self.rows(of: line) else { return false }
      rows += count
    }
    return rows <= Self.rowCount
  }

  /// Widths are tenths of an em, the size of the font. A banner of GNOME has 34 em, its message list 31; icon, margins, and beside a title
  /// the time and a button, take the rest.
  private static let titleWidth = 210
  private static let rowWidth = 230
  private static let rowCount = 6
  /// The widest letter: as much of a row may be left where a word is broken.
  private static let letterWidth = 14

  /// Whether no blank is at the beginning, at the end, or next to another.
  private static func isSpaced(_ line: some StringProtocol) -> Bool {
    line.isEmpty || line.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  /// The rows of a line that is broken at its blanks, and in a word only where that is longer than a row; nil where that is not known.
  private static func rows(of line: some StringProtocol) -> Int? {
    var (rows, used) = (1, 0)
    for word in line.split(separator: " ") {
      guard let width = width(of: word) else { return nil }
      let gap = used > 0 ? CharacterWidth.blank : 0
      if used > 0, used + gap + width > rowWidth { (rows, used) = (rows + 1, 0) }
      if width > rowWidth { rows += (width - 1) / (rowWidth - letterWidth) }
      used = width > rowWidth ? rowWidth : used + (used > 0 ? gap : 0) + width
    }
    return rows
  }

  /// The width of a text; nil where that is not known of one of its characters.
  private static func width(of text: some StringProtocol) -> Int? {
    var sum = 0
    for scalar in text.unicodeScalars {
      guard let width = CharacterWidth.of(scalar) else { return nil }
      sum += width
    }
    return sum
  }
}

/// How wide characters are at most, in tenths of an em. Measured are Cantarell and Inter, of which Adwaita Sans is made, regular and
/// bold; what those fonts don't have counts as the widest of its kind.
private enum CharacterWidth {
  static let blank = 3

  /// From the blank to the tilde, a hexadecimal digit each.
  private static let basic = Array(
    "34577b83556745347577777677347776b878876883676a887877788b887545655676764773364a77775647696665457".utf8
  )
  .map { Int($0) - ($0 < UInt8(ascii: "a") ? 48 : 87) }
  /// Small letters that are wider than others.
  private static let wide = Set("æďœŵπφψωώжмфшщъыюљњḿṁṃẁẃẅẇẉẘứừửữựỻ".unicodeScalars)

  /// The width of a character that every desktop shows, in its place and alone: Latin, Greek and Cyrillic letters, the signs used with
  /// them, Chinese, Japanese and Korean, and pictographs. Nil for all others: some are invisible, some many letters wide, some drawn over
  /// their neighbours, some written from right to left.
  static func of(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.properties.generalCategory {
    case .unassigned, .nonspacingMark, .enclosingMark, .spacingMark, .control, .format: return nil
    default: break
    }
    let isSmall = scalar.properties.generalCategory == .lowercaseLetter
    switch scalar.value {
    case 0x20...0x7E: return basic[Int(scalar.value) - 0x20]
    case 0xC0...0x17F, 0x370...0x3CF, 0x400...0x45F, 0x1E00...0x1EFF:
      return !isSmall ? 14 : wide.contains(scalar) ? 11 : 7
    // Signs, and letters of former times.
    case 0xA1...0xBF, 0x3D0...0x3FF, 0x460...0x52F, 0x1F00...0x1FFF: return 14
    case 0x2018...0x201F: return 6
    case 0x2030...0x2031: return 15
    case 0x2010...0x2027, 0x2032...0x205E, 0x20A0...0x20BF, 0x2190...0x21FF: return 14
    case 0x3001...0x303F, 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: return 10
    case 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF: return 14
    default: return nil
    }
  }
}
