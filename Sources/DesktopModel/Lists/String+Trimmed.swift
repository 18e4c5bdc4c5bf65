extension String {
  /// Without blanks at both ends.
  var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Whether it has nothing but blanks.
  public var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Nil in place of no text.
  var nilIfEmpty: String? { isEmpty ? nil : self }
}
