/// What the task store remembers of a sealed text, so that an exchanged or older ciphertext is refused.
public struct SealReference: Codable, Equatable, Sendable {
  /// No version is greater: one that is was not made by a vault.
  public static let greatestVersion = Int(Int32.max)

  /// Raised at every new sealing of this text; the first is 1.
  public var version: Int
  /// SHA-256 of the sealed record, 32 bytes.
  public var digest: [UInt8]
  /// The owner's MAC, once they have confirmed the text; until then who sealed it, as a ``SealOrigin``. Stores keep it as it
  /// is.
  public var mark: [UInt8]?

  /// Refers to version `version` of a sealed record with the given SHA-256.
  public init(version: Int, digest: [UInt8], mark: [UInt8]? = nil) {
    self.version = version
    self.digest = digest
    self.mark = mark
  }

  /// The mark has the name that it had when it was nothing but a MAC.
  private enum CodingKeys: String, CodingKey {
    case version, digest
    case mark = "ownerMAC"
  }
}

extension SealReference {
  /// The first byte of an owner's MAC, before 32 of a MAC. The marks of earlier versions had none, and prove nothing.
  public static let ownerMACFormat: UInt8 = 2

  /// Whether the mark has the form of the owner's. Whether it is the owner's only their key tells.
  public var hasOwnerMAC: Bool { mark?.count == 33 && mark?.first == Self.ownerMACFormat }

  /// Whether there is a mark as earlier versions made them.
  public var hasLegacyMAC: Bool { mark?.count == 32 && origin == nil }

  /// Who sealed it, where that is written down.
  public var origin: SealOrigin? { mark.flatMap { SealOrigin(encoded: $0) } }
}
