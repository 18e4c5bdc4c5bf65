// The only file that imports CWebP. No pointer leaves it.
internal import CWebP
internal import PictureFormat

/// WebP by libwebp; of one that moves, the first frame at its place.
enum WebPDecoder {
  static func pixels(of bytes: [UInt8], _ header: PictureHeader) throws(DecodingProblem) -> Pixels {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(DecodingProblem) in try pixels(of: buffer, header) }
    }
    return try result.get()
  }

  private static func pixels(
    of buffer: UnsafeBufferPointer<UInt8>, _ header: PictureHeader
  ) throws(DecodingProblem) -> Pixels {
    var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
    guard let demuxer = WebPDemux(&data) else { throw DecodingProblem("libwebp can't read it") }
    defer { WebPDemuxDelete(demuxer) }
    try header.expect(
      width: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)),
      height: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)))
    var frame = WebPIterator()
    guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { throw DecodingProblem("there is no frame") }
    defer { WebPDemuxReleaseIterator(&frame) }
    let (x, y, width, height) = (
      Int(frame.x_offset), Int(frame.y_offset), Int(frame.width), Int(frame.height)
    )
    guard x >= 0, y >= 0, width > 0, height > 0, x + width <= header.width, y + height <= header.height else {
      throw DecodingProblem("the frame's place")
    }
    var canvas = [UInt8](repeating: 0, count: header.width * header.height * 4)
    let start = (y * header.width + x) * 4
    let isDecoded = canvas.withUnsafeMutableBufferPointer { target in
      WebPDecodeRGBAInto(
        frame.fragment.bytes, frame.fragment.size, target.baseAddress.map { $0 + start }, target.count - start,
        Int32(header.width * 4)) != nil
    }
    guard isDecoded else { throw DecodingProblem("libwebp can't decode it") }
    return Pixels(width: header.width, height: header.height, bytes: canvas)
  }
}
