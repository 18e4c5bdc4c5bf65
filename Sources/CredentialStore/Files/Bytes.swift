extension UInt64 {
  /// One more, and no more than SQLite keeps (63 bits): what is read from a file may be the highest already.
  var successor: UInt64 {
    let highest = UInt64(Int64.max)
    return self < highest ? self + 1 : highest
  }
}

/// Fixed-width big-endian numbers and hexadecimal, as the file formats use them.
extension Array where Element == UInt8 {
  /// Appends `number` in big-endian order.
  mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// The big-endian number in the bytes at `offset`.
  func bigEndian<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Number.Type) -> Number {
    self[offset..<offset + Number.bitWidth / 8].reduce(0) { $0 << 8 | Number($1) }
  }

  /// Lowercase hexadecimal digits.
  var hexadecimal: String {
    let digits = [UInt8]("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
