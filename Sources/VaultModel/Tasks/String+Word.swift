extension String {
  /// Whether it can be typed as one word of a list: without blanks and commas, as tags and projects are.
  public var isOneWord: Bool {
    let isPlain = utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ",") }
    // Most are ASCII, of which this is known without asking Unicode's tables.
    return isPlain || !contains { $0.isWhitespace || $0 == "," }
  }

  /// The same on one line: line breaks are blanks.
  public var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
