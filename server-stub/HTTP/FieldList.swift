extension StringProtocol {
  /// The parts of a header field's value (RFC 9110, section 5.6), without the blanks around them; empty ones stay.
  ///
  /// It is taken apart by its bytes: a client that writes a combining mark beside a comma would else hide that comma.
  func parts(separatedBy separator: UInt8 = UInt8(ascii: ",")) -> [Substring] {
    Substring(self).utf8.split(separator: separator, omittingEmptySubsequences: false).map(\.trimmedOfBlanks)
  }
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
