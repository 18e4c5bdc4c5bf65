extension NoticeText {
  /// Whether desktops show all of it: GNOME, whose bounds are the narrowest, cuts a title to one line, and a body that was opened to
  /// six. What may be wider than it seems, moved, or not seen counts against it: more blanks than one, and every character that is not
  /// known to be seen in its place.
  public var isShownWhole: Bool {
    guard let width = Self.columns(of: title), width <= Self.columnCount, Self.isSpaced(title) else { return false }
    var rows = 0
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      guard Self.isSpaced(line), let count = Self.rows(of: line) else { return false }
      rows += count
    }
    return rows <= Self.rowCount
  }

  private static let columnCount = 40
  private static let rowCount = 6

  /// Whether no blank is at the beginning, at the end, or next to another.
  private static func isSpaced(_ line: some StringProtocol) -> Bool {
    line.isEmpty || line.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  /// The rows of a line that is broken at its blanks, and in a word only where that is longer than a row; nil where that is not known.
  private static func rows(of line: some StringProtocol) -> Int? {
    var (rows, used) = (1, 0)
    for word in line.split(separator: " ") {
      guard let width = columns(of: word) else { return nil }
      if used > 0, used + 1 + width > columnCount { (rows, used) = (rows + 1, 0) }
      if width > columnCount { rows += (width - 1) / columnCount }
      used = width > columnCount ? columnCount : used + (used > 0 ? 1 : 0) + width
    }
    return rows
  }

  /// The width of a text; nil where that is not known of one of its characters.
  private static func columns(of text: some StringProtocol) -> Int? {
    var sum = 0
    for scalar in text.unicodeScalars {
      guard let width = columns(of: scalar) else { return nil }
      sum += width
    }
    return sum
  }

  /// The width of a character that every desktop shows, in its place and alone: Latin, Greek and Cyrillic letters, the signs used with
  /// them, Chinese, Japanese and Korean, and pictographs. Nil for all others: some are invisible, some many columns wide, some drawn over
  /// their neighbours, some written from right to left.
  private static func columns(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.properties.generalCategory {
    case .unassigned, .nonspacingMark, .enclosingMark, .spacingMark, .control, .format: return nil
    default: break
    }
    switch scalar.value {
    case 0x20...0x7E, 0xA1...0x17F, 0x370...0x3FF, 0x400...0x52F, 0x1E00...0x1FFF: return 1
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF, 0x2190...0x21FF: return 2
    case 0x3001...0x303F, 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: return 2
    case 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF: return 2
    default: return nil
    }
  }
}
