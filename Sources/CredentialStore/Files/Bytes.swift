extension UInt64 {
  /// One more, and no more than SQLite keeps (63 bits): what is read from a file may be the highest already.
  var successor: UInt64 {
    let highest = UInt64(Int64.max)
    return self < highest ? self + 1 : highest
  }
}

extension Array where Element == UInt8 {
  /// Lowercase hexadecimal digits.
  var hexadecimal: String {
    let digits = [UInt8]("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
