internal import FoundationEssentials

/// UUIDs as texts (RFC 9562, section 4): Foundation's own way to and from a text is many times slower, and rows have one each.
enum JSONUUID {
  private static let digits = Array("0123456789ABCDEF".utf8)
  /// A hyphen stands before these bytes.
  private static let groups = [4, 6, 8, 10]
  private static let characterCount = 36

  /// Appends the text, in capitals.
  static func append(_ id: UUID, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: id.uuid) { id in
      for (index, byte) in id.enumerated() {
        if groups.contains(index) { bytes.append(UInt8(ascii: "-")) }
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
  }

  /// The UUID that a text is, in capitals or not; nil where it is none.
  static func id(_ text: ArraySlice<UInt8>) -> UUID? {
    guard text.count == characterCount else { return nil }
    var id = UUID().uuid
    let isWhole = withUnsafeMutableBytes(of: &id) { id in
      var rest = text
      for index in id.indices {
        if groups.contains(index), rest.popFirst() != UInt8(ascii: "-") { return false }
        guard let high = value(rest.popFirst()), let low = value(rest.popFirst()) else { return false }
        id[index] = high << 4 | low
      }
      return true
    }
    return isWhole ? UUID(uuid: id) : nil
  }

  private static func value(_ digit: UInt8?) -> UInt8? {
    switch digit {
    case (UInt8(ascii: "0")...UInt8(ascii: "9"))?: digit.map { $0 - UInt8(ascii: "0") }
    case (UInt8(ascii: "a")...UInt8(ascii: "f"))?: digit.map { $0 - UInt8(ascii: "a") + 10 }
    case (UInt8(ascii: "A")...UInt8(ascii: "F"))?: digit.map { $0 - UInt8(ascii: "A") + 10 }
    default: nil
    }
  }
}
