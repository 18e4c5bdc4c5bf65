// The only file that imports CGIF. No pointer leaves it.
internal import CGIF
internal import PictureFormat

/// The first frame of a GIF, by giflib's reader that goes from record to record: what comes after it is never looked at.
enum GIFDecoder {
  static func pixels(of bytes: [UInt8], _ header: PictureHeader) throws(DecodingProblem) -> Pixels {
    let source = Source(bytes)
    var code: Int32 = 0
    let opened = DGifOpen(
      Unmanaged.passUnretained(source).toOpaque(),
      { file, target, count in
        guard let data = file?.pointee.UserData, let target else { return 0 }
        return Unmanaged<Source>.fromOpaque(data).takeUnretainedValue().read(into: target, count)
      }, &code)
    guard let file = opened else { throw DecodingProblem("giflib can't read it") }
    defer {
      withExtendedLifetime(source) {}
      DGifCloseFile(file, nil)
    }
    try header.expect(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
    let transparent = try goToFirstFrame(of: file)
    return try frame(of: file, header, transparent)
  }

  /// - Returns: the number of the colour that is none; nil where all are colours.
  private static func goToFirstFrame(of file: UnsafeMutablePointer<GifFileType>) throws(DecodingProblem) -> Int? {
    var transparent: Int?
    while true {
      var record = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(file, &record) == GIF_OK else { throw DecodingProblem("giflib can't go on") }
      switch record {
      case IMAGE_DESC_RECORD_TYPE:
        guard DGifGetImageDesc(file) == GIF_OK else { throw DecodingProblem("giflib can't read the frame") }
        return transparent
      case EXTENSION_RECORD_TYPE:
        var (function, block): (Int32, UnsafeMutablePointer<GifByteType>?) = (0, nil)
        guard DGifGetExtension(file, &function, &block) == GIF_OK else { throw DecodingProblem("a bad extension") }
        // A graphics control block: its length, flags, a delay of two bytes, the colour.
        if function == GRAPHICS_EXT_FUNC_CODE, let block, block[0] == 4 {
          transparent = block[1] & 1 == 1 ? Int(block[4]) : nil
        }
        while block != nil {
          guard DGifGetExtensionNext(file, &block) == GIF_OK else { throw DecodingProblem("a bad extension") }
        }
      default: throw DecodingProblem("there is no frame")
      }
    }
  }

  private static func frame(
    of file: UnsafeMutablePointer<GifFileType>, _ header: PictureHeader, _ transparent: Int?
  ) throws(DecodingProblem) -> Pixels {
    let image = file.pointee.Image
    let (width, height) = (Int(image.Width), Int(image.Height))
    guard PictureHeader.isTaken(width: width, height: height) else { throw DecodingProblem("the frame's size") }
    guard let map = image.ColorMap ?? file.pointee.SColorMap, let colours = map.pointee.Colors else {
      throw DecodingProblem("it has no colours")
    }
    let colourCount = Int(map.pointee.ColorCount)
    var canvas = [UInt8](repeating: 0, count: header.width * header.height * 4)
    var line = [GifPixelType](repeating: 0, count: width)
    for row in rows(height, isInterlaced: image.Interlace) {
      guard DGifGetLine(file, &line, Int32(width)) == GIF_OK else { throw DecodingProblem("giflib can't decode it") }
      let y = row + Int(image.Top)
      guard (0..<header.height).contains(y) else { continue }
      for (column, colour) in line.enumerated() where Int(colour) < colourCount && Int(colour) != transparent {
        let x = column + Int(image.Left)
        guard (0..<header.width).contains(x) else { continue }
        let place = (y * header.width + x) * 4
        let value = colours[Int(colour)]
        (canvas[place], canvas[place + 1], canvas[place + 2]) = (value.Red, value.Green, value.Blue)
        canvas[place + 3] = 255
      }
    }
    return Pixels(width: header.width, height: header.height, bytes: canvas)
  }

  /// The rows in the order in which they come.
  private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }

  /// What giflib reads from.
  private final class Source {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into target: UnsafeMutablePointer<GifByteType>, _ count: Int32) -> Int32 {
      let part = bytes[position..<min(bytes.count, position + Int(max(0, count)))]
      for (offset, byte) in part.enumerated() { target[offset] = byte }
      position += part.count
      return Int32(part.count)
    }
  }
}
