/// A decoded picture: rows from the top, four bytes a pixel, red, green, blue and alpha, not premultiplied.
public struct Pixels: Equatable, Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// `width * height * 4` bytes.
  public let bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4, "four bytes a pixel")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }
}

extension Pixels {
  /// The picture with no side longer than `side`: each pixel is the mean of those that it stands for. A smaller one stays as it is.
  public func fitting(side: Int) -> Pixels {
    let longest = max(width, height)
    guard longest > side else { return self }
    let (columns, rows) = (max(1, width * side / longest), max(1, height * side / longest))
    var result = [UInt8](repeating: 0, count: columns * rows * 4)
    bytes.withUnsafeBytes { source in
      result.withUnsafeMutableBytes { target in
        for row in 0..<rows {
          let lines = row * height / rows..<max(row * height / rows + 1, (row + 1) * height / rows)
          for column in 0..<columns {
            let across = column * width / columns..<max(column * width / columns + 1, (column + 1) * width / columns)
            let mean = Self.mean(source, width: width, lines, across)
            target.storeBytes(of: mean, toByteOffset: (row * columns + column) * 4, as: UInt32.self)
          }
        }
      }
    }
    return Pixels(width: columns, height: rows, bytes: result)
  }

  /// The mean colour of a part, in which what is transparent counts for nothing.
  private static func mean(
    _ source: UnsafeRawBufferPointer, width: Int, _ lines: Range<Int>, _ across: Range<Int>
  ) -> UInt32 {
    var (red, green, blue, alpha) = (0, 0, 0, 0)
    for line in lines {
      var place = (line * width + across.lowerBound) * 4
      for _ in across {
        let opacity = Int(source[place + 3])
        red += Int(source[place]) * opacity
        green += Int(source[place + 1]) * opacity
        blue += Int(source[place + 2]) * opacity
        alpha += opacity
        place += 4
      }
    }
    guard alpha > 0 else { return 0 }
    let parts = [red / alpha, green / alpha, blue / alpha, alpha / (lines.count * across.count)]
    return UInt32(littleEndian: parts.reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
}
