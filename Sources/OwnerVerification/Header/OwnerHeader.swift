public import FoundationEssentials
public import Sealing
public import SecretMemory

/// What is known of the owner while the vault is locked: the public half that protected text is sealed to, and the slots
/// that open the private one. Nothing in it is secret by itself, but whoever exchanged the public half would receive
/// every later text, so it carries two MACs: one under the device key, one under the private half.
public struct OwnerHeader: Equatable, Sendable {
  /// The vault this owner owns.
  public let vaultID: UUID
  /// The public half.
  public let publicKey: X25519PublicKey
  /// One or two slots, each of another kind.
  public let slots: [OwnerSlot]
  let deviceMAC: [UInt8]
  let ownerMAC: [UInt8]

  /// The longest encoding, in bytes; more is refused before it is parsed.
  static let maximumByteCount = 1024

  /// The slot of a kind, where there is one.
  public func slot(_ kind: OwnerSlot.Kind) -> OwnerSlot? { slots.first { $0.kind == kind } }

  /// Computes both MACs.
  init(
    vaultID: UUID, publicKey: X25519PublicKey, slots: [OwnerSlot], privateKey: borrowing SecretBytes,
    deviceKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) {
    self.vaultID = vaultID
    self.publicKey = publicKey
    self.slots = slots
    let body = Self.body(vaultID: vaultID, publicKey: publicKey, slots: slots)
    deviceMAC = try Self.code(for: body, under: deviceKey, purpose: Self.devicePurpose)
    ownerMAC = try Self.code(for: body, under: privateKey, purpose: Self.ownerPurpose)
  }

  /// Whether the header is as it was written under this device key: accidents, and exchanges by whoever lacks the key.
  public func isIntact(under deviceKey: borrowing SecretBytes) throws(OwnerVerificationError) -> Bool {
    try Self.isValid(deviceMAC, for: body, under: deviceKey, purpose: Self.devicePurpose)
  }

  /// Whether the public half and everything else here belong to this private half; checked at every opening, before
  /// anything is shown.
  func belongs(to privateKey: borrowing SecretBytes) throws(OwnerVerificationError) -> Bool {
    let expected: X25519PublicKey
    do throws(SealingError) { expected = try X25519.publicKey(of: privateKey) } catch {
      throw OwnerVerificationError(error)
    }
    guard expected == publicKey else { return false }
    return try Self.isValid(ownerMAC, for: body, under: privateKey, purpose: Self.ownerPurpose)
  }

  // MARK: Encoding

  /// The binary encoding: body, MAC under the device key, MAC under the private half.
  public func encoded() -> [UInt8] { body + deviceMAC + ownerMAC }

  /// Parses ``encoded()``; checks the form, not the MACs.
  ///
  /// - Throws: `damaged`.
  public init(encoded bytes: [UInt8]) throws(OwnerVerificationError) {
    guard bytes.count <= Self.maximumByteCount else { throw OwnerVerificationError(.damaged, "header too long") }
    var reader = ByteReader(bytes)
    guard let vaultID = UUID(bytes: try reader.read(16)), let key = X25519PublicKey(try reader.read(32)) else {
      throw OwnerVerificationError(.damaged, "header")
    }
    let count: UInt8 = try reader.read()
    var slots: [OwnerSlot] = []
    for _ in 0..<min(count, 3) { slots.append(try OwnerSlot(from: &reader)) }
    guard (1...2).contains(slots.count), slots.count == 1 || slots[0].kind != slots[1].kind else {
      throw OwnerVerificationError(.damaged, "slots")
    }
    self.vaultID = vaultID
    publicKey = key
    self.slots = slots
    deviceMAC = try reader.read(HMACSHA256.byteCount)
    ownerMAC = try reader.read(HMACSHA256.byteCount)
    guard reader.isAtEnd else { throw OwnerVerificationError(.damaged, "header length") }
  }

  private var body: [UInt8] { Self.body(vaultID: vaultID, publicKey: publicKey, slots: slots) }

  private static func body(vaultID: UUID, publicKey: X25519PublicKey, slots: [OwnerSlot]) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(vaultID.bytes)
    writer.write(publicKey.bytes)
    writer.write(UInt8(slots.count))
    for slot in slots { slot.write(to: &writer) }
    return writer.bytes
  }

  // MARK: MACs

  private static let devicePurpose = "vault owner header, device key, v1"
  private static let ownerPurpose = "vault owner header, private half, v1"

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
