/// The pixels of a picture, as the process that decodes them writes them, and as ``PictureForm/pixels(side:)`` sends them.
public struct PictureRaster: Equatable, Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// All of it: four bytes each for width and height, the highest first, then red, green, blue and alpha of each pixel, row by row.
  public let bytes: [UInt8]

  /// Red, green, blue and alpha of each pixel, row by row.
  public var pixels: ArraySlice<UInt8> { bytes.dropFirst(Self.headerByteCount) }

  private static let headerByteCount = 8

  /// Checks what came: the process that wrote it may have been taken over by others' bytes.
  ///
  /// - Parameter side: the longest side that was asked for, in pixels.
  public init?(_ bytes: [UInt8], side: Int) {
    let numbers = bytes.prefix(Self.headerByteCount)
    width = numbers.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    height = numbers.dropFirst(4).reduce(0) { $0 << 8 | Int($1) }
    let sides = 1...max(side, 1)
    guard sides.contains(width), sides.contains(height), bytes.count == Self.headerByteCount + width * height * 4 else {
      return nil
    }
    self.bytes = bytes
  }
}
