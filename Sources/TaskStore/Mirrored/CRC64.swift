/// CRC-64/XZ (ECMA-182 polynomial, reflected): notices every change of up to 64 neighbouring bits, so also every flipped
/// byte. It guards against accidents; who may write the file can also write a fitting checksum.
struct CRC64 {
  private var state: UInt64 = .max

  /// How many bytes are taken at once: two words, so that the processor looks up those of one while it waits for the other.
  private static let stepCount = 16

  /// For each of them a table of 256: what a byte comes to with so many bytes behind it.
  private static let tables: [UInt64] = {
    var tables: [UInt64] = []
    tables.reserveCapacity(stepCount * 256)
    for index in 0..<256 { tables.append((0..<8).reduce(UInt64(index)) { value, _ in shifted(value) }) }
    for index in 256..<stepCount * 256 {
      let value = tables[index - 256]
      tables.append(tables[Int(value & 0xFF)] ^ value >> 8)
    }
    return tables
  }()

  private static func shifted(_ value: UInt64) -> UInt64 {
    value & 1 == 1 ? value >> 1 ^ 0xC96C_5795_D787_0F42 : value >> 1
  }

  /// The checksum of what was added.
  var value: UInt64 { ~state }

  /// Adds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    guard bytes.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil else { return }
    Array(bytes).withUnsafeBytes { add($0) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var (state, offset) = (state, 0)
    Self.tables.withUnsafeBufferPointer { tables in
      while bytes.count - offset >= Self.stepCount {
        let (first, second) = (state ^ Self.word(of: bytes, at: offset), Self.word(of: bytes, at: offset + 8))
        state = Self.remainder(of: first, behind: 8, tables) ^ Self.remainder(of: second, behind: 0, tables)
        offset += Self.stepCount
      }
      if bytes.count - offset >= 8 {
        state = Self.remainder(of: state ^ Self.word(of: bytes, at: offset), behind: 0, tables)
        offset += 8
      }
      for byte in bytes[offset...] {
        state = tables[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
      }
    }
    self.state = state
  }

  @inline(__always)
  private static func word(of bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// What a word comes to with `count` bytes behind it.
  @inline(__always)
  private static func remainder(
    of word: UInt64, behind count: Int, _ tables: UnsafeBufferPointer<UInt64>
  ) -> UInt64 {
    (0..<8).reduce(0) { $0 ^ tables[(7 - $1 + count) * 256 + Int(word >> UInt64(8 * $1) & 0xFF)] }
  }

  /// Adds a number, big-endian.
  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { add($0) }
  }
}
