/// Takes a text apart, of which no more than a character or a word is held at once.
enum TextPieces {
  /// A word, or the blanks between two.
  struct Word {
    let pieces: [Range<Int>]
    let isSpace: Bool
  }

  /// The words of a part of a text.
  static func words(of text: UnsafeRawBufferPointer, in range: Range<Int>) -> [Word] {
    var words: [Word] = []
    var pieces: [Range<Int>] = []
    var isSpace = false
    for piece in self.pieces(of: text, in: range) {
      // With a mark above it a blank is a character like others.
      let isBlank = piece.count == 1 && [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(text[piece.lowerBound])
      if isBlank != isSpace, !pieces.isEmpty {
        words.append(Word(pieces: pieces, isSpace: isSpace))
        pieces = []
      }
      isSpace = isBlank
      pieces.append(piece)
    }
    if !pieces.isEmpty { words.append(Word(pieces: pieces, isSpace: isSpace)) }
    return words
  }

  /// Whether the first letter that has a direction runs from right to left.
  static func isRightToLeft(_ text: UnsafeRawBufferPointer, in range: Range<Int>) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      let scalar = scalar(of: text, at: place, in: range)
      if let value = scalar.value {
        if isRightToLeft(value) { return true }
        if value.properties.isAlphabetic { return false }
      }
      place += scalar.count
    }
    return false
  }

  /// The characters, and the words of scripts that are drawn together.
  private static func pieces(of text: UnsafeRawBufferPointer, in range: Range<Int>) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let end = endOfPiece(in: text, at: place, in: range)
      pieces.append(place..<end)
      place = end
    }
    return pieces
  }

  /// Where the character ends that begins at `start` (UAX 29).
  static func endOfCharacter(in text: UnsafeRawBufferPointer, at start: Int, in range: Range<Int>) -> Int {
    endOfPiece(in: text, at: start, in: range, joining: false)
  }

  /// Whether the character that begins at a place is a letter, a digit or a sign of a word, and no blank or punctuation.
  static func isOfWords(_ text: UnsafeRawBufferPointer, at place: Int) -> Bool {
    guard let value = scalar(of: text, at: place, in: place..<text.count).value else { return false }
    switch value.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark,
      .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .otherSymbol:
      return true
    default: return false
    }
  }

  private static func endOfPiece(
    in text: UnsafeRawBufferPointer, at start: Int, in range: Range<Int>, joining: Bool = true
  ) -> Int {
    var last = scalar(of: text, at: start, in: range)
    var end = start + last.count
    guard let first = last.value else { return end }
    var character = String(Character(first))
    while end < range.upperBound {
      let next = scalar(of: text, at: end, in: range)
      guard let value = next.value else { return end }
      let areJoined = joining && (last.value.map { isJoined($0) && isJoined(value) } ?? false)
      character.unicodeScalars.append(value)
      guard areJoined || character.count == 1 else { return end }
      // Only where one character ends and the next begins has to be known.
      if areJoined { character = String(Character(value)) }
      end += next.count
      last = next
    }
    return end
  }

  /// A scalar and how many bytes it takes; without a value one byte that is part of none.
  private static func scalar(
    of text: UnsafeRawBufferPointer, at place: Int, in range: Range<Int>
  ) -> (value: Unicode.Scalar?, count: Int) {
    var decoder = UTF8()
    var bytes = text[place..<min(place + 4, range.upperBound)].makeIterator()
    guard case .scalarValue(let value) = decoder.decode(&bytes) else { return (nil, 1) }
    return (value, UTF8.width(value))
  }

  /// Hebrew, Arabic and their neighbours.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  /// Whether letters of its script are drawn together with their neighbours: those from right to left, and those of South and
  /// Southeast Asia.
  private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    isRightToLeft(scalar) || (0x900...0x109F).contains(scalar.value) || (0x1780...0x18AF).contains(scalar.value)
  }
}
