/// Writes pixels as a PNG (ISO/IEC 15948) without compression, so that what programs of the desktop are given was written here, of
/// nothing but pixels, and by no library that has met the picture itself.
enum PlainPNG {
  /// The longest block that deflate stores as it is (RFC 1951, section 3.2.4).
  private static let blockByteCount = 65_535

  /// - Parameter pixels: rows from the top, four bytes a pixel, red, green, blue and alpha.
  static func bytes(width: Int, height: Int, pixels: ArraySlice<UInt8>) -> [UInt8] {
    let header = big(width) + big(height) + [8, 6, 0, 0, 0]
    let rowLength = width * 4
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (rowLength + 1))
    for row in 0..<height {
      // Each row begins with its filter: none.
      rows.append(0)
      let start = pixels.startIndex + row * rowLength
      rows += pixels[start..<start + rowLength]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(rows))
      + chunk("IEND", [])
  }

  /// A zlib stream (RFC 1950) of stored blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    result.reserveCapacity(bytes.count + bytes.count / 1000 + 64)
    for start in stride(from: 0, to: bytes.count, by: blockByteCount) {
      let end = min(start + blockByteCount, bytes.count)
      let count = UInt16(end - start)
      result.append(end == bytes.count ? 1 : 0)
      for number in [count, ~count] { result += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
      result += bytes[start..<end]
    }
    return result + big(Int(adler32(bytes)))
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(data.count) + body + big(Int(crc32(body)))
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static let crcTable: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    let table = crcTable
    return ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
