public import FoundationEssentials
public import Sealing
public import SecretMemory

/// What is known of the owner while the vault is locked: the public half that protected text is sealed to, the slots
/// that open the private one, and what the owner decided. Nothing in it is secret by itself, but whoever exchanged the
/// public half would receive every later text, so it carries two MACs: one under the device key, one under the private half.
public struct OwnerHeader: Equatable, Sendable {
  /// How the owner wants to be verified once an agent has seen the PIN or the recovery code.
  public enum Method: UInt8, Sendable, CaseIterable {
    /// By the PIN or the recovery code.
    case pin = 1
    /// By the system (PAM).
    case system = 2
  }

  /// What only the owner decides; under the MAC of the private half.
  public struct Terms: Equatable, Sendable {
    /// How often the header was written; 0 in the form that versions before 1 of these terms wrote, which had none.
    public internal(set) var generation: UInt64
    /// How the owner is verified.
    public internal(set) var method: Method
    /// Whether there is a list of the owner's texts. Once set it never goes.
    public internal(set) var hasOwnedList: Bool
    /// Which settings that weaken a guard count.
    public internal(set) var confirmed = ConfirmedSettings()

    /// What a header of the legacy format authenticates: nothing.
    static let unproven = Self(generation: 0, method: .pin, hasOwnedList: false)
  }

  /// The vault this owner owns.
  public let vaultID: UUID
  /// The public half.
  public let publicKey: X25519PublicKey
  /// One or two slots, each of another kind.
  public let slots: [OwnerSlot]
  /// What the owner decided.
  public let terms: Terms
  let deviceMAC: [UInt8]
  let ownerMAC: [UInt8]

  /// The slot of a kind, where there is one.
  public func slot(_ kind: OwnerSlot.Kind) -> OwnerSlot? { slots.first { $0.kind == kind } }

  /// How often it was written, 1 at first; 0 in the legacy format.
  public var generation: UInt64 { terms.generation }

  /// How the owner is verified.
  public var method: Method { terms.method }

  /// Whether there is a list of the owner's texts.
  public var hasOwnedList: Bool { terms.hasOwnedList }

  /// Whether it was written before there were terms: it opens by PIN or recovery code alone, and is then written anew.
  public var isLegacyFormat: Bool { terms.generation == 0 }

  /// Makes a header of what was read; nobody has checked its MACs yet.
  init(
    vaultID: UUID, publicKey: X25519PublicKey, slots: [OwnerSlot], terms: Terms, deviceMAC: [UInt8], ownerMAC: [UInt8]
  ) {
    self.vaultID = vaultID
    self.publicKey = publicKey
    self.slots = slots
    self.terms = terms
    self.deviceMAC = deviceMAC
    self.ownerMAC = ownerMAC
  }

  /// Computes both MACs.
  init(
    vaultID: UUID, publicKey: X25519PublicKey, slots: [OwnerSlot], terms: Terms, privateKey: borrowing SecretBytes,
    deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) {
    let body = Self.body(vaultID: vaultID, publicKey: publicKey, slots: slots, terms: terms)
    let isLegacy = terms.generation == 0
    self.init(
      vaultID: vaultID, publicKey: publicKey, slots: slots, terms: terms,
      deviceMAC: try Self.code(for: body, under: deviceKey, purpose: Self.devicePurpose(isLegacy)),
      ownerMAC: try Self.code(for: body, under: privateKey, purpose: Self.ownerPurpose(isLegacy)))
  }

  /// Whether the header is as it was written under this device key: accidents, and exchanges by whoever lacks the key.
  public func isIntact(under deviceKey: borrowing SecretBytes) throws(OwnerVerificationError) -> Bool {
    try Self.isValid(deviceMAC, for: body, under: deviceKey, purpose: Self.devicePurpose(isLegacyFormat))
  }

  /// Whether the public half and everything else here belong to this private half; ``VerifiedOwner`` asks it on every way
  /// to the owner's key, before anything is shown.
  func belongs(to privateKey: borrowing SecretBytes) throws(OwnerVerificationError) -> Bool {
    let expected: X25519PublicKey
    do throws(SealingError) { expected = try X25519.publicKey(of: privateKey) } catch {
      throw OwnerVerificationError(error)
    }
    guard expected == publicKey else { return false }
    return try Self.isValid(ownerMAC, for: body, under: privateKey, purpose: Self.ownerPurpose(isLegacyFormat))
  }

  // MARK: MACs

  private static func devicePurpose(_ isLegacy: Bool) -> String {
    "vault owner header, device key, \(isLegacy ? "v1" : "v2")"
  }

  private static func ownerPurpose(_ isLegacy: Bool) -> String {
    "vault owner header, private half, \(isLegacy ? "v1" : "v2")"
  }

  private static func code(
    for body: [UInt8], under secret: borrowing SecretBytes, purpose: String
  ) throws(OwnerVerificationError) -> [UInt8] {
    do {
      let key = try HKDFSHA256.derive(from: secret, salt: [], info: Array(purpose.utf8), count: 32)
      return try HMACSHA256.code(for: body, key: key)
    } catch { throw OwnerVerificationError(error) }
  }

  private static func isValid(
    _ code: [UInt8], for body: [UInt8], under secret: borrowing SecretBytes, purpose: String
  ) throws(OwnerVerificationError) -> Bool {
    do {
      let key = try HKDFSHA256.derive(from: secret, salt: [], info: Array(purpose.utf8), count: 32)
      return try HMACSHA256.isValid(code, for: body, key: key)
    } catch { throw OwnerVerificationError(error) }
  }
}
