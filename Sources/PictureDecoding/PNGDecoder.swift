// The only file that imports CPNG. No pointer leaves it.
internal import CPNG
internal import PictureFormat

/// PNG by libpng's simple interface, which keeps its error jumps to itself.
enum PNGDecoder {
  static func pixels(of bytes: [UInt8], _ header: PictureHeader) throws(DecodingProblem) -> Pixels {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(DecodingProblem) in try pixels(of: buffer, header) }
    }
    return try result.get()
  }

  private static func pixels(
    of buffer: UnsafeRawBufferPointer, _ header: PictureHeader
  ) throws(DecodingProblem) -> Pixels {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, buffer.baseAddress, buffer.count) != 0 else {
      throw DecodingProblem("libpng can't read it")
    }
    try header.expect(width: Int(image.width), height: Int(image.height))
    image.format = vault_png_rgba
    var pixels = [UInt8](repeating: 0, count: header.width * header.height * 4)
    guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else {
      throw DecodingProblem("libpng can't decode it")
    }
    return Pixels(width: header.width, height: header.height, bytes: pixels)
  }
}
