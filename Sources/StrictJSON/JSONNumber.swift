/// The grammar of numbers (RFC 8259, section 6).
enum JSONNumber {
  static func isWellFormed<Bytes: Collection<UInt8>>(_ number: Bytes) -> Bool where Bytes.SubSequence == Bytes {
    var rest = number
    scan(&rest, "-")
    let leading = rest.first
    let integerCount = passDigits(&rest)
    guard integerCount == 1 || integerCount > 1 && leading != UInt8(ascii: "0") else { return false }
    if scan(&rest, "."), passDigits(&rest) == 0 { return false }
    if scan(&rest, "e") || scan(&rest, "E") {
      if !scan(&rest, "+") { scan(&rest, "-") }
      guard passDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  @discardableResult
  private static func scan<Bytes: Collection<UInt8>>(
    _ rest: inout Bytes, _ character: Unicode.Scalar
  ) -> Bool where Bytes.SubSequence == Bytes {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func passDigits<Bytes: Collection<UInt8>>(_ rest: inout Bytes) -> Int
  where Bytes.SubSequence == Bytes {
    let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    rest.removeFirst(count)
    return count
  }
}
