public import FoundationEssentials
public import Sealing

/// Whose vault it is: what no change of slots changes.
public struct OwnerIdentity: Equatable, Sendable {
  /// SHA-256 of the vault's id and the public half.
  public let digest: [UInt8]

  /// The owner of a header.
  public init(of header: OwnerHeader) { digest = SHA256.digest(of: header.vaultID.bytes + header.publicKey.bytes) }

  /// Makes an identity from a stored digest; nil when that has not 32 bytes.
  public init?(digest: [UInt8]) {
    guard digest.count == SHA256.byteCount else { return nil }
    self.digest = digest
  }
}

/// Whom new texts are sealed to. It opens nothing; but whoever exchanged it would receive every later text, so none is made
/// from a header alone.
public struct SealingRecipient: Equatable, Sendable {
  /// The vault.
  public let vaultID: UUID
  /// The public half.
  public let publicKey: X25519PublicKey

  private init(_ header: OwnerHeader) {
    vaultID = header.vaultID
    publicKey = header.publicKey
  }

  /// The owner who was verified.
  public init(_ owner: borrowing VerifiedOwner) { self.init(owner.header) }

  /// An owner who was verified before; nil when the header is another's.
  public init?(_ header: OwnerHeader, verified: OwnerIdentity) {
    guard OwnerIdentity(of: header) == verified else { return nil }
    self.init(header)
  }

  /// An owner whom nobody has verified yet, but whom witness and task database name as the header does; nil when one of them
  /// names another, or none. Only for a header of the legacy format the task database has nothing to say.
  public init?(_ header: OwnerHeader, witness: OwnerIdentity, recorded: OwnerIdentity?) {
    let identity = OwnerIdentity(of: header)
    guard identity == witness, header.isLegacyFormat ? recorded == nil : recorded == identity else { return nil }
    self.init(header)
  }
}
