/// CRC-64/XZ (ECMA-182 polynomial, reflected): notices every change of up to 64 neighbouring bits, so also every flipped
/// byte. It guards against accidents; who may write the file can also write a fitting checksum.
struct CRC64 {
  private var state: UInt64 = .max

  private static let table: [UInt64] = (0..<256).map { index in
    (0..<8).reduce(UInt64(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xC96C_5795_D787_0F42 : value >> 1
    }
  }

  /// The checksum of what was added.
  var value: UInt64 { ~state }

  /// Adds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    let table = Self.table
    for byte in bytes { state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
  }

  /// Adds a number, big-endian.
  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { add($0) }
  }
}
