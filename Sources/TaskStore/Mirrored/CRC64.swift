/// CRC-64/XZ (ECMA-182 polynomial, reflected): notices every change of up to 64 neighbouring bits, so also every flipped
/// byte. It guards against accidents; who may write the file can also write a fitting checksum.
struct CRC64 {
  private var state: UInt64 = .max

  /// Eight tables of 256: what a byte comes to with so many bytes behind it, so that eight are taken at once.
  private static let tables: [UInt64] = {
    var tables: [UInt64] = []
    tables.reserveCapacity(2048)
    for index in 0..<256 { tables.append((0..<8).reduce(UInt64(index)) { value, _ in shifted(value) }) }
    for index in 256..<2048 {
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
    var state = state
    Self.tables.withUnsafeBufferPointer { tables in
      let wholeCount = bytes.count & ~7
      for offset in stride(from: 0, to: wholeCount, by: 8) {
        state ^= UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        var next: UInt64 = 0
        for place in 0..<8 {
          let byte = Int(state >> UInt64(8 * place) & 0xFF)
          next ^= tables[(7 - place) * 256 + byte]
        }
        state = next
      }
      for byte in bytes[wholeCount...] {
        state = tables[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
      }
    }
    self.state = state
  }

  /// Adds a number, big-endian.
  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { add($0) }
  }
}
