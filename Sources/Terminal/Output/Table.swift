/// Rows of text in aligned columns. The last column takes what room is left; where a row does not fit, it is cut with `…`.
public struct Table {
  /// One cell: its text, and how it is painted once its width is known.
  public struct Cell {
    let text: String
    let columns: Int
    let paint: (String) -> String

    /// A cell; the text's dangerous characters, newlines and tabs are escaped.
    public init(_ text: String, paint: @escaping (String) -> String = { $0 }) {
      self.text = Escaping.line(text)
      columns = ScalarWidth.columns(of: self.text)
      self.paint = paint
    }
  }

  private let rows: [[Cell]]
  private static let gap = 2

  /// Makes a table; every row has as many cells as the first.
  public init(_ rows: [[Cell]]) { self.rows = rows }

  /// The same without the columns that are empty in every row.
  public var withoutEmptyColumns: Table {
    let columns = (rows.first ?? []).indices.filter { column in rows.contains { !$0[column].text.isEmpty } }
    return Table(rows.map { row in columns.map { row[$0] } })
  }

  /// The table's lines, without blanks at their ends.
  ///
  /// - Parameter width: the columns of the terminal; nil where nothing is to be cut, as in a pipe.
  public func lines(width: Int?) -> [String] {
    let widths = widths(within: width)
    return rows.map { row in
      var line = ""
      forEachPiece(of: row, widths) { text, paint, blankCount in
        line += paint(text)
        for _ in 0..<blankCount { line.append(" ") }
      }
      return line
    }
  }

  /// The lines of each row, where the last column goes on below itself, between words, instead of being cut.
  ///
  /// - Parameter width: the columns of the terminal; nil where no line is to be broken, as in a pipe.
  public func paragraphs(width: Int?) -> [[String]] {
    guard let width, let room = widths(within: width).last else { return lines(width: nil).map { [$0] } }
    let parts = rows.map { LiveText.wrapped($0.last?.text ?? "", columns: room, limit: .max) }
    let broken = zip(rows, parts).flatMap { row, parts in
      parts.enumerated().map { line, part in
        row.dropLast().map { line == 0 ? $0 : Cell("") } + row.suffix(1).map { Cell(part, paint: $0.paint) }
      }
    }
    var lines = Table(broken).lines(width: width)[...]
    return parts.map { part in
      defer { lines = lines.dropFirst(part.count) }
      return Array(lines.prefix(part.count))
    }
  }

  /// The same for a live view.
  public func texts(width: Int?) -> [LiveText] {
    let widths = widths(within: width)
    return rows.map { row in
      var pieces: [LiveText.Piece] = []
      forEachPiece(of: row, widths) { text, paint, blankCount in
        pieces.append(LiveText.Piece(escaped: text, paint: paint))
        pieces.append(LiveText.Piece(escaped: String(repeating: " ", count: blankCount)))
      }
      return LiveText(pieces)
    }
  }

  /// How wide the columns are.
  private func widths(within width: Int?) -> [Int] {
    var widths = Array(repeating: 0, count: rows.first?.count ?? 0)
    for row in rows { for column in widths.indices { widths[column] = max(widths[column], row[column].columns) } }
    guard let width, let last = widths.popLast() else { return widths }
    return widths + [min(last, max(8, width - widths.reduce(0) { $0 + $1 + Self.gap }))]
  }

  /// Gives out the texts of a row, up to the last that is not empty, each with the number of blanks behind it.
  private func forEachPiece(
    of row: [Cell], _ widths: [Int],
    _ body: (_ text: String, _ paint: @escaping (String) -> String, _ blankCount: Int) -> Void
  ) {
    let last = row.lastIndex { !$0.text.isEmpty } ?? -1
    for column in 0..<last + 1 {
      let (cell, width) = (row[column], widths[column])
      let isCut = cell.columns > width
      let text = isCut ? cut(cell.text, to: width) : cell.text
      let columns = isCut ? ScalarWidth.columns(of: text) : cell.columns
      body(text, cell.paint, column == last ? 0 : max(0, width - columns) + Self.gap)
    }
  }

  private func cut(_ text: String, to width: Int) -> String {
    var used = 0
    let fitting = text.unicodeScalars.prefix { scalar in
      used += ScalarWidth.columns(scalar)
      return used < width
    }
    return String(String.UnicodeScalarView(fitting)) + "…"
  }
}
