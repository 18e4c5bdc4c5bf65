internal import FoundationEssentials
internal import Sealing

/// The bytes of a header. The legacy format goes from the public half straight to the number of slots, which is 1 or 2; a 0 in
/// that place says that a format's number and the owner's terms come first.
extension OwnerHeader {
  /// The longest encoding, in bytes; more is refused before it is parsed.
  static let maximumByteCount = 1024

  private static let format: UInt8 = 2
  private static let ownedListFlag: UInt8 = 1
  private static let settingsFlag: UInt8 = 2
  private static let leftTextsFlag: UInt8 = 4

  /// The binary encoding: body, MAC under the device key, MAC under the private half.
  public func encoded() -> [UInt8] { body + deviceMAC + ownerMAC }

  /// Parses ``encoded()``; checks the form, not the MACs.
  ///
  /// - Throws: `damaged`, `newerFormat`.
  public init(encoded bytes: [UInt8]) throws(OwnerVerificationError) {
    guard bytes.count <= Self.maximumByteCount else { throw OwnerVerificationError(.damaged, "header too long") }
    var reader = ByteReader(bytes)
    guard let vaultID = UUID(bytes: try reader.read(16)), let key = X25519PublicKey(try reader.read(32)) else {
      throw OwnerVerificationError(.damaged, "header")
    }
    var count: UInt8 = try reader.read()
    var terms = Terms.unproven
    if count == 0 {
      terms = try Self.terms(from: &reader)
      count = try reader.read()
    }
    var slots: [OwnerSlot] = []
    for _ in 0..<min(count, 3) { slots.append(try OwnerSlot(from: &reader)) }
    guard (1...2).contains(slots.count), slots.count == 1 || slots[0].kind != slots[1].kind else {
      throw OwnerVerificationError(.damaged, "slots")
    }
    let deviceMAC = try reader.read(HMACSHA256.byteCount)
    let ownerMAC = try reader.read(HMACSHA256.byteCount)
    guard reader.isAtEnd else { throw OwnerVerificationError(.damaged, "header length") }
    self.init(
      vaultID: vaultID, publicKey: key, slots: slots, terms: terms, deviceMAC: deviceMAC, ownerMAC: ownerMAC)
  }

  private static func terms(from reader: inout ByteReader) throws(OwnerVerificationError) -> Terms {
    let found: UInt8 = try reader.read()
    guard found <= format else { throw OwnerVerificationError(.newerFormat, "owner header, format \(found)") }
    let generation: UInt64 = try reader.read()
    let method: UInt8 = try reader.read()
    let flags: UInt8 = try reader.read()
    guard found == format, generation > 0, let method = Method(rawValue: method),
      flags & ~(ownedListFlag | settingsFlag | leftTextsFlag) == 0
    else {
      throw OwnerVerificationError(.damaged, "owner header, terms")
    }
    var terms = Terms(generation: generation, method: method, hasOwnedList: flags & ownedListFlag != 0)
    if flags & settingsFlag != 0 {
      terms.confirmed = try ConfirmedSettings(from: &reader)
      guard terms.confirmed.hasValues else { throw OwnerVerificationError(.damaged, "owner header, settings") }
    }
    terms.confirmed.keepsLeftTexts = flags & leftTextsFlag != 0
    return terms
  }

  /// What both MACs are over.
  var body: [UInt8] { Self.body(vaultID: vaultID, publicKey: publicKey, slots: slots, terms: terms) }

  static func body(vaultID: UUID, publicKey: X25519PublicKey, slots: [OwnerSlot], terms: Terms) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(vaultID.bytes)
    writer.write(publicKey.bytes)
    if terms.generation > 0 {
      writer.write([0, format])
      writer.write(terms.generation)
      writer.write([terms.method.rawValue, flags(of: terms)])
      if terms.confirmed.hasValues { terms.confirmed.write(to: &writer) }
    }
    writer.write(UInt8(slots.count))
    for slot in slots { slot.write(to: &writer) }
    return writer.bytes
  }
  private static func flags(of terms: Terms) -> UInt8 {
    var flags: UInt8 = 0
    if terms.hasOwnedList { flags |= ownedListFlag }
    if terms.confirmed.hasValues { flags |= settingsFlag }
    if terms.confirmed.keepsLeftTexts { flags |= leftTextsFlag }
    return flags
  }
}
