/// Reads big-endian numbers and bounded runs of bytes; never beyond the end.
struct ByteReader {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var offset = 0

  init(_ bytes: [UInt8], end: Int) {
    self.bytes = bytes
    self.end = end
  }

  var isAtEnd: Bool { offset == end }

  /// What is left.
  var rest: ArraySlice<UInt8> { bytes[offset..<end] }

  mutating func read(byteCount count: Int) throws(BackupError) -> [UInt8] {
    guard count >= 0, count <= end - offset else { throw BackupError(.damaged, "it ends too early") }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  mutating func number(_ byteCount: Int) throws(BackupError) -> UInt64 {
    try read(byteCount: byteCount).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number of at most `maximum`.
  mutating func count(_ byteCount: Int, atMost maximum: Int) throws(BackupError) -> Int {
    let value = try number(byteCount)
    guard value <= UInt64(maximum) else { throw BackupError(.damaged, "a length is beyond its bound") }
    return Int(value)
  }
}

/// Appends big-endian numbers and runs of bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ run: [UInt8]) { bytes += run }

  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes += Array($0) }
  }
}
