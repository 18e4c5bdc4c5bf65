/// The name of a credential: 1 to 512 bytes of UTF-8 without control characters.
public struct CredentialName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name as given; it is not normalised.
  public let rawValue: String

  /// Checks and takes a name.
  ///
  /// - Returns: nil when `rawValue` is empty, longer than ``CredentialLimits/maximumNameByteCount`` or holds a control
  ///   character (Unicode category Cc).
  public init?(_ rawValue: String) {
    guard (1...CredentialLimits.maximumNameByteCount).contains(rawValue.utf8.count),
      !rawValue.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    self.rawValue = rawValue
  }

  /// The name.
  public var description: String { rawValue }

  /// Two names are equal when their bytes are; canonically equivalent spellings are different names.
  public static func == (left: Self, right: Self) -> Bool { left.rawValue.utf8.elementsEqual(right.rawValue.utf8) }

  /// Orders by UTF-8 bytes.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(byte) }
  }
}
