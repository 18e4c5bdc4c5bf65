/// Fixed-width big-endian numbers, as file formats use them.
extension Array where Element == UInt8 {
  /// Appends `number` in big-endian order.
  package mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// The big-endian number in the bytes at `offset`, which are there.
  package func bigEndian<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Number.Type) -> Number {
    self[offset..<offset + Number.bitWidth / 8].reduce(0) { $0 << 8 | Number($1) }
  }
}
