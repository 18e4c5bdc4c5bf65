public import FoundationEssentials
internal import Sealing

/// The texts that the owner has confirmed, which must therefore carry the owner's mark, under a MAC of theirs and with a
/// generation: an older list, or none, means that somebody changed something.
///
/// Anybody can seal to the public half. Without this list, whoever writes the task store could exchange a text and take its
/// mark away, and it would pass for a new one.
public struct ConfirmedList: Equatable, Sendable {
  /// Raised at each change; 1 at first.
  public let generation: UInt64
  /// The tasks and subtasks whose texts are confirmed.
  public let items: Set<UUID>

  /// Makes a list.
  public init(generation: UInt64, items: Set<UUID>) {
    self.generation = generation
    self.items = items
  }

  /// The list after this one.
  ///
  /// - Throws: `damaged` when there can be none: no vault changes it that often.
  public func next(_ items: Set<UUID>) throws(OwnerVerificationError) -> ConfirmedList {
    let (next, isTooHigh) = generation.addingReportingOverflow(1)
    guard !isTooHigh else { throw OwnerVerificationError(.damaged, "the generation of the list of confirmed texts") }
    return ConfirmedList(generation: next, items: items)
  }

  // MARK: Encoding

  /// With the generation behind it 12 bytes, so that no list is as long as one of the first form, which had nothing before its
  /// ids of 16.
  private static let magic = Array("VCL2".utf8)
  private static let headByteCount = 12

  private static let listing = OwnerPurpose("vault list of confirmed texts v2")
  private static let noting = OwnerPurpose("vault note of confirmed texts v2")

  /// Magic, generation, the ids in order, then the owner's MAC.
  public func encoded(by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.magic)
    writer.write(generation)
    for id in items.map(\.bytes).sorted(by: { $0.lexicographicallyPrecedes($1) }) { writer.write(id) }
    let key = try owner.authenticationKey(for: Self.listing)
    return writer.bytes + (try key.code(for: owner.header.vaultID.bytes + writer.bytes))
  }

  /// Reads ``encoded(by:)``.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` when the owner of this vault did not write it.
  public init(encoded: [UInt8], by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) {
    let body = Array(encoded.dropLast(HMACSHA256.byteCount))
    let code = Array(encoded.suffix(HMACSHA256.byteCount))
    let key = try owner.authenticationKey(for: Self.listing)
    guard Self.hasForm(encoded), try key.isValid(code, for: owner.header.vaultID.bytes + body) else {
      throw OwnerVerificationError(.damaged, "the list of confirmed texts")
    }
    var reader = ByteReader(Array(body.dropFirst(Self.magic.count)))
    self.init(generation: try reader.read(), items: Self.claimedItems(encoded))
  }

  /// Whether the bytes have the form of a list; whether the owner wrote it only their key tells.
  public static func hasForm(_ encoded: [UInt8]) -> Bool {
    let rest = encoded.count - headByteCount - HMACSHA256.byteCount
    return rest >= 0 && rest.isMultiple(of: 16) && encoded.starts(with: magic)
  }

  /// The items in a list of which nobody has proven that it is the owner's.
  public static func claimedItems(_ encoded: [UInt8]) -> Set<UUID> {
    let ids = Array(encoded.dropLast(HMACSHA256.byteCount).dropFirst(hasForm(encoded) ? headByteCount : 0))
    return Set(stride(from: 0, to: ids.count / 16 * 16, by: 16).compactMap { UUID(bytes: Array(ids[$0..<$0 + 16])) })
  }

  // MARK: Notes

  /// How far the list has come, to be kept in other places than it: the generation and a MAC of the owner's, so that nobody
  /// else can raise it.
  public func note(by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(generation)
    let key = try owner.authenticationKey(for: Self.noting)
    return writer.bytes + (try key.code(for: owner.header.vaultID.bytes + writer.bytes))
  }

  /// The generation of a note; nil when the owner of this vault did not write it.
  public static func generation(
    ofNote note: [UInt8], by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) -> UInt64? {
    guard note.count == NumberNoteFile.byteCount else { return nil }
    let body = Array(note.prefix(8))
    let key = try owner.authenticationKey(for: noting)
    guard try key.isValid(Array(note.dropFirst(8)), for: owner.header.vaultID.bytes + body) else { return nil }
    return body.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
