/// A picture in a live view: an image of a terminal that shows those, or rows of characters.
public struct LivePicture: Equatable, Sendable {
  /// How many rows it takes.
  public let rows: Int
  /// How many columns it takes at most.
  public let columns: Int
  private let lines: [Substring]

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - drawing: what draws it, row after row: control sequences and text that were checked to draw and do nothing else.
  ///   - rows: how many rows it takes; where the drawing has several, as many as there are.
  public init(drawing: String, rows: Int, columns: Int) {
    let lines = drawing.split(separator: "\n", omittingEmptySubsequences: true)
    self.rows = lines.count > 1 ? lines.count : max(1, rows)
    self.columns = columns
    self.lines = lines
  }

  /// What draws it from a row on, counted from 0.
  func output(at row: Int) -> String {
    lines.enumerated().map { "\u{1B}[\(row + $0.offset + 1);1H\u{1B}[0m\($0.element)" }.joined() + "\u{1B}[0m"
  }
}
