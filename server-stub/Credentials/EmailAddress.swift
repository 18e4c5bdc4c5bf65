internal import ServerAPI

/// An email address that is fit to log in with: ASCII, one `@`, bounded (RFC 5321, section 4.5.3.1). International
/// domains are given in their `xn--` form.
struct EmailAddress: Equatable, Sendable {
  /// The address as it is shown: as it was given, its domain in lower case.
  let display: String
  /// The address as it is compared: wholly in lower case. Servers that distinguish `Ada@` from `ada@` are not seen in practice,
  /// and two accounts that differ only in case would be a trap.
  let key: String

  /// Parses an address with or without white space around it; nil when it can't be one.
  init?(_ text: String) {
    guard text.utf8.count <= 2 * ServerLimits.emailByteCount else { return nil }
    let bytes = Self.trimmed(Array(text.utf8))
    guard (3...ServerLimits.emailByteCount).contains(bytes.count), let at = bytes.lastIndex(of: UInt8(ascii: "@"))
    else {
      return nil
    }
    let local = bytes[..<at]
    let domain = bytes[(at + 1)...]
    guard Self.isLocalPart(local), Self.isDomain(domain) else { return nil }
    let lowered = String(decoding: domain, as: UTF8.self).lowercased()
    display = String(decoding: local, as: UTF8.self) + "@" + lowered
    key = display.lowercased()
  }

  /// Parses an address as it was stored: its ``display``.
  init(stored display: String) {
    self.display = display
    key = display.lowercased()
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Array(bytes[first...last])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// The dot-atom of RFC 5322, section 3.2.3; quoted local parts are refused.
  private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (1...64).contains(bytes.count) else { return false }
    let atoms = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomCharacter) }
  }

  private static func isAtomCharacter(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  /// Labels of letters, digits and hyphens (RFC 1123, section 2.1).
  private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
        && label.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
