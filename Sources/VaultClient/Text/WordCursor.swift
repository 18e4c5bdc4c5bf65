/// The words of a phrase, consumed from the front.
struct WordCursor {
  private var words: ArraySlice<String>

  /// The words of a text in lower case. What divides them: white space, and a comma behind a word.
  init(_ text: String) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map { word in
      String(word.hasSuffix(",") ? word.dropLast() : word)
    }
    self.words = words.filter { !$0.isEmpty }[...]
  }

  /// The word that comes next.
  var next: String? { words.first }
  /// The word behind that.
  var afterNext: String? { words.dropFirst().first }
  var isAtEnd: Bool { words.isEmpty }

  /// All that is left.
  var rest: String { words.joined(separator: " ") }

  /// Consumes the next word, if there is one.
  mutating func consume() -> String? { words.popFirst() }

  /// Consumes the next word if it is one of these.
  mutating func consume(_ wanted: String...) -> Bool {
    guard let next, wanted.contains(next) else { return false }
    words.removeFirst()
    return true
  }

  /// Consumes the next word if it means something.
  mutating func consume<Meaning>(_ meaning: (String) -> Meaning?) -> Meaning? {
    guard let next, let result = meaning(next) else { return nil }
    words.removeFirst()
    return result
  }

  /// Puts a word in front.
  mutating func putBack(_ word: String) { words = [word] + words }
}

/// What a word is made of.
extension String {
  /// The number that one to so many decimal digits make, and nothing else.
  package func number(digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(utf8.count), utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(self)
  }

  /// Whether it begins with a decimal digit.
  var beginsWithDigit: Bool { utf8.first.map { (0x30...0x39).contains($0) } ?? false }

  /// Its pieces between `separator`, empty ones too.
  func pieces(_ separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
