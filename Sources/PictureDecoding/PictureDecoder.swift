internal import PictureFormat

/// Decodes pictures of others with the libraries that everybody uses. They are large, and written in C: call this only in a
/// process that has nothing to lose.
public enum PictureDecoder {
  /// Decodes a picture; of one that moves, its first frame.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - side: the longest side that is wanted, in pixels: what can be skipped beyond it is.
  /// - Returns: the picture, which may still be larger.
  /// - Throws: ``PictureFormat/PictureProblem`` or ``DecodingProblem``.
  public static func pixels(of bytes: [UInt8], wanting side: Int) throws -> Pixels {
    let header = try PictureHeader(bytes)
    return switch header.kind {
    case .png: try PNGDecoder.pixels(of: bytes, header)
    case .jpeg: try JPEGDecoder.pixels(of: bytes, wanting: side)
    case .gif: try GIFDecoder.pixels(of: bytes, header)
    case .webp: try WebPDecoder.pixels(of: bytes, header)
    }
  }
}
