/// What a live view draws: as many rows as the terminal has, pictures, and where the cursor stands.
public struct LiveFrame: Equatable, Sendable {
  /// How many rows there are.
  public let rows: Int
  /// How many columns a row has.
  public let columns: Int
  /// Where the cursor is shown, from 0; nil for nowhere.
  public var cursor: (row: Int, column: Int)?
  private(set) var lines: [String]
  private var pictures: [PlacedPicture] = []

  /// The rows, with the control sequences of their colours.
  public var texts: [String] { lines }

  /// An empty frame of at least one row and column.
  public init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (max(1, rows), max(1, columns))
    lines = Array(repeating: "", count: self.rows)
  }

  /// Puts a text in a row, counted from 0, in place of what was there; a row that does not exist is ignored.
  public mutating func set(_ row: Int, _ text: LiveText) {
    guard lines.indices.contains(row) else { return }
    lines[row] = text.clipped(to: columns)
  }

  /// Puts a picture somewhere. Its cells are left empty by whoever draws the rest.
  ///
  /// - Parameters:
  ///   - row: of its upper left corner, from 0.
  ///   - column: of the same.
  public mutating func set(_ picture: LivePicture, row: Int = 0, column: Int = 0) {
    pictures.append(PlacedPicture(picture: picture, row: row, column: column))
  }

  /// How many pictures there are.
  public var pictureCount: Int { pictures.count }

  /// Two frames are equal when they look the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.lines == right.lines && left.columns == right.columns && left.cursor?.row == right.cursor?.row
      && left.cursor?.column == right.cursor?.column && left.pictures == right.pictures
  }

  /// What to write to a terminal that shows `previous`, so that it shows this; nil for a terminal that may show anything. Only
  /// rows and pictures that are different are written.
  func output(after previous: LiveFrame?) -> String {
    let shown = previous?.pictures ?? []
    let removed = shown.filter { !pictures.contains($0) }
    var output = "\u{1B}[?25l"
    if let previous, previous.rows == rows, previous.columns == columns, removed.isEmpty || removed.count < shown.count
    {
      output += removed.map(\.erasure).joined() + changes(after: previous, removed)
    } else {
      output += removed.map(\.removal).joined() + "\u{1B}[0m\u{1B}[2J"
      output += lines.indices.map(written).joined() + pictures.map(\.output).joined()
    }
    guard let cursor else { return output + "\u{1B}[0m" }
    let (row, column) = (min(max(cursor.row, 0), rows - 1), min(max(cursor.column, 0), columns - 1))
    return output + "\u{1B}[0m\u{1B}[\(row + 1);\(column + 1)H\u{1B}[?25h"
  }

  /// The rows that are different, or from which a picture was taken, and the pictures that are new or were overwritten with them.
  private func changes(after previous: LiveFrame, _ removed: [PlacedPicture]) -> String {
    let emptied = Set(removed.flatMap { Array($0.rows) })
    let rewritten = lines.indices.filter { emptied.contains($0) || previous.lines[$0] != lines[$0] }
    let drawn = pictures.filter { placed in
      !previous.pictures.contains(placed)
        || !placed.picture.liesOverText && rewritten.contains(where: placed.rows.contains)
    }
    return rewritten.map(written).joined() + drawn.map(\.output).joined()
  }

  private func written(_ row: Int) -> String {
    // Erased first: what was there may be wider, and the last column can't be erased after it was written.
    "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[K\(lines[row])"
  }

  /// What takes all pictures off the terminal that shows this; empty where there are none.
  var pictureRemoval: String {
    pictures.isEmpty ? "" : pictures.map(\.removal).joined() + "\u{1B}[0m\u{1B}[2J"
  }
}

/// A picture and the cell of its upper left corner, from 0.
private struct PlacedPicture: Equatable, Sendable {
  let picture: LivePicture
  let row: Int
  let column: Int

  var rows: Range<Int> { row..<row + picture.rows }
  var output: String { picture.output(row: row, column: column) }
  var erasure: String { picture.erasure(row: row, column: column) }
  var removal: String { picture.removal(row: row, column: column) }
}
