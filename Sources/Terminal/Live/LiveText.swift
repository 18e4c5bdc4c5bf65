/// One row of a live view: pieces of text, each painted in its own way.
public struct LiveText {
  /// A piece; dangerous characters, newlines and tabs are shown as escapes.
  public struct Piece {
    let text: String
    let paint: (String) -> String

    /// Makes a piece.
    public init(_ text: String, paint: @escaping @Sendable (String) -> String = { $0 }) {
      self.init(escaped: Escaping.line(text), paint: paint)
    }

    /// Makes a piece of a text that is escaped already.
    init(escaped text: String, paint: @escaping (String) -> String = { $0 }) {
      self.text = text
      self.paint = paint
    }
  }

  private let pieces: [Piece]

  /// Joins pieces.
  public init(_ pieces: [Piece]) { self.pieces = pieces }

  /// A row of one piece.
  public init(_ text: String, paint: @escaping @Sendable (String) -> String = { $0 }) {
    self.init([Piece(text, paint: paint)])
  }

  /// All of it, in control sequences and text.
  var painted: String { pieces.map { $0.paint($0.text) }.joined() }

  /// The same behind another piece.
  public func following(_ piece: Piece) -> LiveText { LiveText([piece] + pieces) }

  /// As much of it as fits, in control sequences and text; what does not is cut.
  public func clipped(to columns: Int) -> String {
    var rest = max(0, columns)
    return pieces.map { piece in
      guard rest > 0 else { return "" }
      let text = Self.beginning(of: piece.text, columns: rest)
      rest -= ScalarWidth.columns(of: text)
      // A wide character that did not fit leaves its column empty.
      if text.unicodeScalars.count < piece.text.unicodeScalars.count { rest = 0 }
      return text.isEmpty ? "" : piece.paint(text)
    }.joined()
  }

  /// The same with blanks at its end, so that it takes all of a row.
  public func filled(to columns: Int, paint: @escaping @Sendable (String) -> String = { $0 }) -> LiveText {
    LiveText(pieces + [Piece(String(repeating: " ", count: max(0, columns - self.columns)), paint: paint)])
  }

  /// The columns that it takes when nothing is cut.
  public var columns: Int { pieces.reduce(0) { $0 + ScalarWidth.columns(of: $1.text) } }

  /// A text's lines, broken where they are wider than `columns`, at a blank if there is one in the second half.
  ///
  /// - Parameter limit: the most lines; what is more is left out, and the last line says so with `…`.
  /// - Returns: at least one line, with dangerous characters as escapes.
  public static func wrapped(_ text: String, columns: Int, limit: Int) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = Substring(Escaping.line(String(line)))
      repeat {
        guard lines.count < limit else { return lines.dropLast() + lines.suffix(1).map { continued($0, columns) } }
        let part = firstLine(of: rest, columns: max(2, columns))
        lines.append(String(part))
        rest = rest[part.endIndex...].drop { $0 == " " }
      } while !rest.isEmpty
    }
    return lines
  }

  /// A line after which there is more.
  private static func continued(_ line: String, _ columns: Int) -> String {
    let isFull = ScalarWidth.columns(of: line) >= columns
    return (isFull ? beginning(of: line, columns: max(1, columns - 1)) : line) + "…"
  }

  private static func firstLine(of text: Substring, columns: Int) -> Substring {
    let whole = text[..<end(of: text, columns: columns)]
    guard whole.endIndex < text.endIndex, text[whole.endIndex] != " ", let blank = whole.lastIndex(of: " "),
      whole.distance(from: whole.startIndex, to: blank) > columns / 2
    else { return whole }
    return whole[..<blank]
  }

  /// The end of what fits; at least one character, though it be wider.
  private static func end(of text: Substring, columns: Int) -> String.Index {
    var width = 0
    for index in text.indices {
      width += text[index].unicodeScalars.reduce(0) { $0 + ScalarWidth.columns($1) }
      if width > columns { return index == text.startIndex ? text.index(after: index) : index }
    }
    return text.endIndex
  }

  private static func beginning(of text: String, columns: Int) -> String {
    var width = 0
    let fitting = text.unicodeScalars.prefix { scalar in
      width += ScalarWidth.columns(scalar)
      return width <= columns
    }
    return String(String.UnicodeScalarView(fitting))
  }
}
