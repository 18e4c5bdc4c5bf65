// The only file that imports CTurboJPEG. No pointer leaves it.
internal import CTurboJPEG
internal import PictureFormat

/// JPEG by libjpeg-turbo's simple interface, which keeps its error jumps to itself.
enum JPEGDecoder {
  static func pixels(of bytes: [UInt8], wanting side: Int) throws(DecodingProblem) -> Pixels {
    guard let decoder = tjInitDecompress() else { throw DecodingProblem("libjpeg-turbo did not start") }
    defer { tjDestroy(decoder) }
    var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let count = UInt(bytes.count)
    guard tjDecompressHeader3(decoder, bytes, count, &width, &height, &subsampling, &colours) == 0,
      PictureHeader.isTaken(width: Int(width), height: Int(height))
    else { throw DecodingProblem("libjpeg-turbo can't read it") }
    (width, height) = scaled(width, height, wanting: side)
    let isForPrint = [Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue)].contains(colours)
    let format = isForPrint ? TJPF_CMYK : TJPF_RGBA
    var pixels = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
    // A picture of more than 500 scans would take minutes. A file that is cut off shows what there is of it.
    let outcome = tjDecompress2(
      decoder, bytes, count, &pixels, width, width * 4, height, Int32(format.rawValue), Int32(TJFLAG_LIMITSCANS))
    guard outcome == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else {
      throw DecodingProblem("libjpeg-turbo can't decode it")
    }
    if isForPrint { mix(&pixels) }
    return Pixels(width: Int(width), height: Int(height), bytes: pixels)
  }

  /// A half, a quarter or an eighth, as long as that is large enough: the decoder then skips most of the work.
  private static func scaled(_ width: Int32, _ height: Int32, wanting side: Int) -> (Int32, Int32) {
    for divisor: Int32 in [8, 4, 2] where Int(max(width, height) / divisor) >= side {
      return ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
    }
    return (width, height)
  }

  /// Inks as Adobe's programs write them, where 255 is none, as light.
  private static func mix(_ pixels: inout [UInt8]) {
    for place in stride(from: 0, to: pixels.count, by: 4) {
      let black = Int(pixels[place + 3])
      for channel in place..<place + 3 { pixels[channel] = UInt8(Int(pixels[channel]) * black / 255) }
      pixels[place + 3] = 255
    }
  }
}
