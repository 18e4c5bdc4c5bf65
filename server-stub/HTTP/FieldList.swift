extension StringProtocol {
  /// The parts of a header field's value (RFC 9110, section 5.6), without the blanks around them; empty ones stay.
  ///
  /// It is taken apart by its bytes: a client that writes a combining mark beside a comma would else hide that comma.
  func parts(separatedBy separator: UInt8 = UInt8(ascii: ",")) -> [Substring] {
    Substring(self).utf8.split(separator: separator, omittingEmptySubsequences: false).map(\.trimmedOfBlanks)
  }

  /// The same where a separator in a quoted string (RFC 9110, section 5.6.4) is none.
  ///
  /// It is read from its end: what the last to write into it added is taken apart rightly, whatever was there before.
  func quotedParts(separatedBy separator: UInt8 = UInt8(ascii: ",")) -> [Substring] {
    let bytes = Array(utf8)
    var parts: [Substring] = []
    var (end, isQuoted) = (bytes.count, false)
    for place in bytes.indices.reversed() {
      if bytes[place] == UInt8(ascii: "\""), !bytes[..<place].endsInEscape {
        isQuoted.toggle()
      } else if bytes[place] == separator, !isQuoted {
        parts.append(Substring(decoding: bytes[(place + 1)..<end], as: UTF8.self).utf8.trimmedOfBlanks)
        end = place
      }
    }
    parts.append(Substring(decoding: bytes[..<end], as: UTF8.self).utf8.trimmedOfBlanks)
    return parts.reversed()
  }
}

extension ArraySlice<UInt8> {
  /// Whether a backslash at the end makes another byte of what follows: one of an odd number of them.
  fileprivate var endsInEscape: Bool { !reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2) }
}

extension Substring.UTF8View {
  /// Without the blanks and tabs at both ends.
  fileprivate var trimmedOfBlanks: Substring {
    guard let first = firstIndex(where: { !Self.isBlank($0) }), let last = lastIndex(where: { !Self.isBlank($0) })
    else { return "" }
    return Substring(self[first...last])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
