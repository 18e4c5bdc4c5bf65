/// What the task store remembers of a sealed text, so that an exchanged or older ciphertext is refused.
public struct SealReference: Codable, Equatable, Sendable {
  /// No version is greater: one that is was not made by a vault.
  public static let greatestVersion = Int(Int32.max)

  /// Raised at every new sealing of this text; the first is 1.
  public var version: Int
  /// SHA-256 of the sealed record, 32 bytes.
  public var digest: [UInt8]
  /// HMAC-SHA-256 over id, version and digest under a key of the owner's; nil until the next unlock after the text was
  /// sealed.
  public var ownerMAC: [UInt8]?

  /// Refers to version `version` of a sealed record with the given SHA-256.
  public init(version: Int, digest: [UInt8], ownerMAC: [UInt8]? = nil) {
    self.version = version
    self.digest = digest
    self.ownerMAC = ownerMAC
  }
}
