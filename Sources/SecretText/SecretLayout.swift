/// Where the pieces of a text lie that is drawn bit by bit, so that no part of it is ever copied that says much.
///
/// A piece is a character as people see one (UAX 29), or a whole word of a script whose letters join or run from right to left,
/// since those are drawn together. Lines break between words, and inside one that is wider than the line.
public struct SecretLayout: Equatable, Sendable {
  /// A piece that is drawn at once.
  public struct Piece: Equatable, Sendable {
    /// Its bytes in the text.
    public let bytes: Range<Int>
    /// Where it begins, from the left edge.
    public let x: Double
    /// How wide it is.
    public let width: Double
  }

  /// The pieces of each line.
  public let lines: [[Piece]]
  /// Where each line begins, in bytes.
  public let starts: [Int]

  /// Lays out a text.
  ///
  /// - Parameters:
  ///   - text: UTF-8; what is not is a piece of one byte.
  ///   - width: how wide a line may be.
  ///   - isEdited: whether a line break at the end begins another line, where more is typed.
  ///   - measure: how wide a piece is.
  public init(
    _ text: UnsafeRawBufferPointer, width: Double, isEdited: Bool = false, measure: (Range<Int>) -> Double
  ) {
    var setter = LineSetter(width: width)
    for paragraph in Self.paragraphs(of: text, isEdited: isEdited) {
      setter.begin(at: paragraph.lowerBound, isRightToLeft: TextPieces.isRightToLeft(text, in: paragraph))
      for word in TextPieces.words(of: text, in: paragraph) {
        setter.add(word.pieces.map { ($0, measure($0)) }, isSpace: word.isSpace)
      }
      setter.end()
    }
    (lines, starts) = (setter.lines, setter.starts)
  }

  private static func paragraphs(of text: UnsafeRawBufferPointer, isEdited: Bool) -> [Range<Int>] {
    var paragraphs: [Range<Int>] = []
    var start = 0
    for (place, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      paragraphs.append(start..<place)
      start = place + 1
    }
    // What ends the last line begins no other one for a reader.
    if start < text.count || paragraphs.isEmpty || isEdited { paragraphs.append(start..<text.count) }
    return paragraphs
  }
}

/// Puts words into lines.
private struct LineSetter {
  let width: Double
  private(set) var lines: [[SecretLayout.Piece]] = []
  private(set) var starts: [Int] = []
  private var line: [(bytes: Range<Int>, width: Double)] = []
  private var lineWidth = 0.0
  private var isRightToLeft = false
  /// Where the line begins; nil for at its first piece.
  private var start: Int?

  init(width: Double) { self.width = width }

  mutating func begin(at start: Int, isRightToLeft: Bool) { (self.start, self.isRightToLeft) = (start, isRightToLeft) }

  /// Adds a word. Blanks that do not fit are where the line breaks, and not shown.
  mutating func add(_ pieces: [(bytes: Range<Int>, width: Double)], isSpace: Bool) {
    let total = pieces.reduce(0) { $0 + $1.width }
    if lineWidth + total > width, !line.isEmpty {
      end()
      if isSpace { return }
    }
    for piece in pieces {
      if lineWidth + piece.width > width, !line.isEmpty { end() }
      line.append(piece)
      lineWidth += piece.width
    }
  }

  mutating func end() {
    starts.append(start ?? line.first?.bytes.lowerBound ?? 0)
    start = nil
    var x = isRightToLeft ? width : 0
    lines.append(
      line.map { bytes, width in
        if isRightToLeft { x -= width }
        defer { if !isRightToLeft { x += width } }
        return SecretLayout.Piece(bytes: bytes, x: x, width: width)
      })
    (line, lineWidth) = ([], 0)
  }
}
