/// Rows of text in aligned columns. The last column takes what room is left; where a row does not fit, it is cut with `…`.
public struct Table {
  /// One cell: its text, and how it is painted once its width is known.
  public struct Cell {
    let text: String
    let paint: (String) -> String

    /// A cell; the text's dangerous characters, newlines and tabs are escaped.
    public init(_ text: String, paint: @escaping (String) -> String = { $0 }) {
      self.text = Escaping.line(text)
      self.paint = paint
    }
  }

  private let rows: [[Cell]]
  private let gap = "  "

  /// Makes a table; every row has as many cells as the first.
  public init(_ rows: [[Cell]]) { self.rows = rows }

  /// The table's lines, without blanks at their ends.
  ///
  /// - Parameter width: the columns of the terminal; nil where nothing is to be cut, as in a pipe.
  public func lines(width: Int?) -> [String] { texts(width: width).map(\.painted) }

  /// The same for a live view.
  public func texts(width: Int?) -> [LiveText] {
    guard let columnCount = rows.map(\.count).min(), columnCount > 0 else { return [] }
    var widths = (0..<columnCount).map { column in
      rows.map { ScalarWidth.columns(of: $0[column].text) }.max() ?? 0
    }
    if let width {
      let before = widths.dropLast().reduce(0) { $0 + $1 + gap.count }
      widths[columnCount - 1] = min(widths[columnCount - 1], max(8, width - before))
    }
    return rows.map { line($0, widths) }
  }

  private func line(_ row: [Cell], _ widths: [Int]) -> LiveText {
    let last = widths.count - 1
    let pieces = (0...last).flatMap { column in
      let cell = row[column]
      let text = cut(cell.text, to: widths[column])
      let isLast = column == last || row[(column + 1)...].allSatisfy { $0.text.isEmpty }
      let padding = isLast ? 0 : widths[column] - ScalarWidth.columns(of: text)
      return [
        LiveText.Piece(escaped: text, paint: cell.paint),
        LiveText.Piece(escaped: String(repeating: " ", count: max(0, padding)) + (isLast ? "" : gap)),
      ]
    }
    return LiveText(pieces)
  }

  private func cut(_ text: String, to width: Int) -> String {
    guard ScalarWidth.columns(of: text) > width else { return text }
    var used = 0
    let fitting = text.unicodeScalars.prefix { scalar in
      used += ScalarWidth.columns(scalar)
      return used < width
    }
    return String(String.UnicodeScalarView(fitting)) + "…"
  }
}
