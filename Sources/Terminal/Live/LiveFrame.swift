/// What a live view draws: as many rows as the terminal has, and where the cursor stands.
public struct LiveFrame: Equatable, Sendable {
  /// How many rows there are.
  public let rows: Int
  /// How many columns a row has.
  public let columns: Int
  /// Where the cursor is shown, from 0; nil for nowhere.
  public var cursor: (row: Int, column: Int)?
  private(set) var lines: [String]
  private var picture: LivePicture?

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

  /// Puts a picture at the top. Its rows are left empty by whoever draws the rest.
  public mutating func set(_ picture: LivePicture) { self.picture = picture }

  /// Two frames are equal when they look the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.lines == right.lines && left.columns == right.columns && left.cursor?.row == right.cursor?.row
      && left.cursor?.column == right.cursor?.column && left.picture == right.picture
  }

  /// What to write to a terminal that shows `previous`, so that it shows this; nil for a terminal that may show anything. Only
  /// rows that are different are written.
  func output(after previous: LiveFrame?) -> String {
    // Only emptying the screen takes an image away.
    let isSame =
      previous?.rows == rows && previous?.columns == columns
      && (previous?.picture == nil || previous?.picture == picture)
    var output = "\u{1B}[?25l" + (isSame ? "" : "\u{1B}[0m\u{1B}[2J")
    for (row, line) in lines.enumerated() where !isSame || previous?.lines[row] != line {
      // Erased first: what was there may be wider, and the last column can't be erased after it was written.
      output += "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[K\(line)"
    }
    if let picture, !isSame || previous?.picture == nil { output += picture.output(at: 0) }
    guard let cursor else { return output + "\u{1B}[0m" }
    let (row, column) = (min(max(cursor.row, 0), rows - 1), min(max(cursor.column, 0), columns - 1))
    return output + "\u{1B}[0m\u{1B}[\(row + 1);\(column + 1)H\u{1B}[?25h"
  }
}
