/// A picture in a live view: an image of a terminal that shows those, or rows of characters.
public struct LivePicture: Equatable, Sendable {
  /// How a terminal is told to draw it.
  private enum Form: Equatable {
    case characters
    case kitty
    case cells

    /// Tells it by the first control string.
    init(of drawing: String.UTF8View) {
      var isEscaped = false
      for byte in drawing {
        switch byte {
        case UInt8(ascii: "_") where isEscaped:
          self = .kitty
          return
        case UInt8(ascii: "P") where isEscaped, UInt8(ascii: "]") where isEscaped:
          self = .cells
          return
        default: isEscaped = byte == 0x1B
        }
      }
      self = .characters
    }
  }

  /// How many rows it takes.
  public let rows: Int
  /// How many columns it takes at most.
  public let columns: Int
  private let form: Form
  private let lines: [Substring]

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - drawing: what draws it, row after row: control sequences and text that were checked to draw and do nothing else.
  ///   - rows: how many rows it takes; where the drawing has several, as many as there are.
  public init(drawing: String, rows: Int, columns: Int) {
    // As bytes: a drawing may have millions of them.
    let lines = drawing.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
    form = Form(of: drawing.utf8)
    self.rows = lines.count > 1 ? lines.count : max(1, rows)
    self.columns = columns
    self.lines = lines
  }

  /// Whether it is an image, and not made of characters.
  public var isImage: Bool { form != .characters }

  /// How many bytes draw it.
  public var byteCount: Int { lines.reduce(0) { $0 + $1.utf8.count } }

  /// Whether what is written below it leaves it as it is. Kitty's images lie over the text; all others are in the cells.
  var liesOverText: Bool { form == .kitty }

  /// What draws it with its upper left corner in a cell, counted from 0.
  func output(row: Int, column: Int) -> String {
    lines.enumerated().map { "\u{1B}[\(row + $0.offset + 1);\(column + 1)H\u{1B}[0m\($0.element)" }.joined()
      + "\u{1B}[0m"
  }

  /// What takes it off the screen. An image in the cells is overwritten: not every terminal takes it away where a row is erased.
  func erasure(row: Int, column: Int) -> String {
    let blanks = String(repeating: " ", count: columns)
    let overwritten = (0..<rows).map { "\u{1B}[\(row + $0 + 1);\(column + 1)H\u{1B}[0m\(blanks)" }.joined()
    return removal(row: row, column: column) + overwritten
  }

  /// What has a terminal forget an image that lies over the text: the one in that cell, without an answer
  /// (https://sw.kovidgoyal.net/kitty/graphics-protocol/#deleting-images).
  func removal(row: Int, column: Int) -> String {
    liesOverText ? "\u{1B}_Ga=d,d=P,x=\(column + 1),y=\(row + 1),q=2\u{1B}\\" : ""
  }
}
