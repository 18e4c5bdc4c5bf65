internal import FoundationEssentials

/// UUIDs as texts (RFC 9562, section 4): Foundation's own way to and from a text is many times slower, and rows have one each.
enum JSONUUID {
  private static let capitals = Array("0123456789ABCDEF".utf8)
  private static let lowerCase = Array("0123456789abcdef".utf8)
  private static let characterCount = 36

  private static func hasHyphen(before byte: Int) -> Bool { byte == 4 || byte == 6 || byte == 8 || byte == 10 }

  /// Appends the text, in capitals or in lower case.
  static func append(_ id: UUID, inCapitals: Bool = true, to bytes: inout [UInt8]) {
    let digits = inCapitals ? capitals : lowerCase
    withUnsafeBytes(of: id.uuid) { id in
      for (index, byte) in id.enumerated() {
        if hasHyphen(before: index) { bytes.append(UInt8(ascii: "-")) }
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
  }

  /// The UUID that a text is, in capitals or not; nil where it is none.
  static func id(_ text: ArraySlice<UInt8>) -> UUID? {
    guard text.count == characterCount else { return nil }
    var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isWhole = withUnsafeMutableBytes(of: &id) { id in
      var place = text.startIndex
      for index in id.indices {
        if hasHyphen(before: index) {
          guard text[place] == UInt8(ascii: "-") else { return false }
          place += 1
        }
        guard let high = value(text[place]), let low = value(text[place + 1]) else { return false }
        id[index] = high << 4 | low
        place += 2
      }
      return true
    }
    return isWhole ? UUID(uuid: id) : nil
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
