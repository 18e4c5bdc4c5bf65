public import FoundationEssentials
public import Sealing
public import SecretMemory

/// Protected text as the credential store holds it: sealed to the owner's public half, bound to its vault, item and
/// version, so that no record can stand in for another.
///
/// Anybody with the public half can seal; who sealed is not authenticated. The task therefore holds version and digest, and once the
/// owner has confirmed the text, their mark (``OwnerMAC``).
public enum ProtectedRecord {
  /// The most text, in bytes: 64 KiB.
  public static let maximumTextByteCount = 64 << 10
  /// The length of the longest sealed record, in bytes.
  public static let maximumByteCount = maximumTextByteCount + HPKE.overheadByteCount + 1 + X25519.keyByteCount

  /// Which record it is.
  public struct Context: Equatable, Sendable {
    /// The vault.
    public var vaultID: UUID
    /// The task.
    public var itemID: UUID
    /// How often the task's text was sealed, 1 at first.
    public var version: Int
    /// Whether the text asks for verification at every reveal; bound into the seal, so that nobody can remove it.
    public var alwaysVerify: Bool

    /// Names a record.
    public init(vaultID: UUID, itemID: UUID, version: Int, alwaysVerify: Bool = false) {
      self.alwaysVerify = alwaysVerify
      self.vaultID = vaultID
      self.itemID = itemID
      self.version = version
    }

    var encoded: [UInt8] {
      var writer = ByteWriter()
      writer.write(vaultID.bytes)
      writer.write(itemID.bytes)
      writer.write(Int64(version))
      writer.write([alwaysVerify ? 1 : 0])
      return writer.bytes
    }
  }

  /// A sealed record and its SHA-256, which the task holds.
  public struct Sealed: Equatable, Sendable {
    /// Format byte 2, the public half it is sealed to, then an HPKE message.
    public let bytes: [UInt8]
    /// SHA-256 of ``bytes``.
    public let digest: [UInt8]
  }

  private static let format: UInt8 = 2
  /// The legacy format, which does not say whom it is sealed to.
  private static let legacyFormat: UInt8 = 1
  private static let purpose = Array("vault protected record v2".utf8)
  private static let legacyPurpose = Array("vault protected record v1".utf8)

  /// Seals `text`; works while the vault is locked.
  ///
  /// - Throws: ``OwnerVerificationError`` with `textTooLong` when the text is longer than ``maximumTextByteCount``.
  public static func seal(
    _ text: borrowing SecretBytes, to recipient: SealingRecipient, as context: Context
  ) throws(OwnerVerificationError) -> Sealed {
    guard text.count <= maximumTextByteCount else {
      throw OwnerVerificationError(.textTooLong, "\(text.count) bytes")
    }
    let head = [format] + recipient.publicKey.bytes
    do {
      let message = try HPKE.seal(
        text, to: recipient.publicKey, info: purpose + context.encoded, authenticating: head + context.encoded)
      let bytes = head + message
      return Sealed(bytes: bytes, digest: SHA256.digest(of: bytes))
    } catch { throw OwnerVerificationError(error) }
  }

  /// The public half that a record says it was sealed to; nil where it does not say so, as in the legacy format. Whether it is
  /// true shows when the record is opened.
  public static func publicKey(of bytes: [UInt8]) -> X25519PublicKey? {
    guard bytes.first == format else { return nil }
    return X25519PublicKey(Array(bytes.dropFirst().prefix(X25519.keyByteCount)))
  }

  /// Opens a record that the store returned for `context`.
  ///
  /// - Throws: ``OwnerVerificationError`` with `wrongRecord` when its digest is not the task's, `otherOwner` when it was sealed to
  ///   another public half, `newerFormat`, `damaged`.
  public static func open(
    _ bytes: [UInt8], digest: [UInt8], as context: Context, by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) -> SecretBytes {
    guard bytes.count <= maximumByteCount, let found = bytes.first else {
      throw OwnerVerificationError(.damaged, "record length")
    }
    guard SHA256.digest(of: bytes) == digest else {
      throw OwnerVerificationError(.wrongRecord, "the stored record is not the one the task refers to")
    }
    guard found == format || found == legacyFormat else {
      throw OwnerVerificationError(.newerFormat, "record format \(found)")
    }
    let isLegacy = found == legacyFormat
    let head = Array(bytes.prefix(isLegacy ? 1 : 1 + X25519.keyByteCount))
    guard isLegacy || Array(head.dropFirst()) == owner.header.publicKey.bytes else {
      throw OwnerVerificationError(.otherOwner, "the record names another public half")
    }
    do {
      return try HPKE.open(
        Array(bytes.dropFirst(head.count)), privateKey: owner.privateKey,
        info: (isLegacy ? legacyPurpose : purpose) + context.encoded, authenticating: head + context.encoded)
    } catch { throw OwnerVerificationError(error) }
  }
}
