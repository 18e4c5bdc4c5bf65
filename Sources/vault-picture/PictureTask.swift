internal import PictureDecoding

/// What is to be made of a picture.
enum PictureTask: Equatable {
  /// `pixels SIDE`: width and height, four bytes each with the highest first, and the pixels, four bytes each. No side is
  /// longer than `SIDE`.
  case pixels(side: Int)
  /// `draw COLUMNS ROWS CELL-WIDTH CELL-HEIGHT unicode|ascii`: what to write to the terminal that the environment describes.
  case draw(DrawingArea)

  /// Reads the arguments; nil when they are none of the two.
  init?(_ arguments: some Collection<String>) {
    let numbers = arguments.dropFirst().prefix(4).compactMap { Int($0) }
    guard numbers.allSatisfy({ (1...4096).contains($0) }) else { return nil }
    switch (arguments.first, arguments.count, numbers.count) {
    case ("pixels", 2, 1): self = .pixels(side: numbers[0])
    case ("draw", 6, 4):
      let area = DrawingArea(
        columns: numbers[0], rows: numbers[1], cellWidth: numbers[2], cellHeight: numbers[3],
        hasUnicode: Array(arguments)[5] == "unicode")
      self = .draw(area)
    default: return nil
    }
  }

  func output(for picture: [UInt8]) throws -> [UInt8] {
    switch self {
    case .pixels(let side):
      let pixels = try PictureDecoder.pixels(of: picture, wanting: side).fitting(side: side)
      return Self.bytes(pixels.width) + Self.bytes(pixels.height) + pixels.bytes
    case .draw(let area):
      let side = max(area.columns * area.cellWidth, area.rows * area.cellHeight)
      let pixels = try PictureDecoder.pixels(of: picture, wanting: side).fitting(side: side)
      return Array(TerminalDrawing.text(pixels, in: area).utf8)
    }
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
