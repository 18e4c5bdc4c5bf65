internal import FoundationEssentials

/// Names lines by what they say, so that a file that is read again brings no task twice.
///
/// An id is of version 8 (RFC 9562) and holds 122 bits of the line's 128-bit FNV-1a code: no more than a name, made by
/// whoever made the file.
struct LineNames {
  private var counts: [UUID: UInt32] = [:]

  /// The line's id: the same for the same line of the next reading, and another one for an equal line of this one.
  mutating func id(of line: ArraySlice<UInt8>) -> UUID {
    let code = Self.code(of: line, from: Self.basis)
    let first = Self.id(code)
    let count = counts[first, default: 0]
    counts[first] = count + 1
    guard count > 0 else { return first }
    return withUnsafeBytes(of: count.littleEndian) { Self.id(Self.code(of: $0, from: code)) }
  }

  private static let basis: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B

  private static func code(of bytes: some Sequence<UInt8>, from start: UInt128) -> UInt128 {
    bytes.reduce(start) { ($0 ^ UInt128($1)) &* prime }
  }

  private static func id(_ code: UInt128) -> UUID {
    withUnsafeBytes(of: code.bigEndian) { bytes in
      var id = UUID().uuid
      withUnsafeMutableBytes(of: &id) { $0.copyMemory(from: bytes) }
      id.6 = id.6 & 0x0F | 0x80
      id.8 = id.8 & 0x3F | 0x80
      return UUID(uuid: id)
    }
  }
}
