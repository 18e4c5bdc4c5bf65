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
  /// Those whose texts ask at every reveal: a row of before they did would ask less.
  public let asking: Set<UUID>

  /// Makes a list.
  public init(generation: UInt64, items: Set<UUID>, asking: Set<UUID> = []) {
    self.generation = generation
    self.items = items
    self.asking = asking
  }

  /// The list after this one.
  ///
  /// - Throws: `damaged` when there can be none: no vault changes it that often.
  public func next(
    _ items: Set<UUID>, asking: Set<UUID> = []
  ) throws(OwnerVerificationError) -> ConfirmedList {
    let (next, isTooHigh) = generation.addingReportingOverflow(1)
    guard !isTooHigh else { throw OwnerVerificationError(.damaged, "the generation of the list of confirmed texts") }
    return ConfirmedList(generation: next, items: items, asking: asking)
  }

  // MARK: Encoding

  /// The forms of a list. The first had nothing before its ids of 16 bytes, and so no later head is a multiple of that long.
  private enum Form: CaseIterable {
    /// Without ``ConfirmedList/asking``.
    case second
    case third

    var magic: [UInt8] { Array((self == .second ? "VCL2" : "VCL3").utf8) }
    /// Magic, generation and, in the third form, how many items there are.
    var headByteCount: Int { self == .second ? 12 : 20 }

    /// The form that the bytes have; nil for anything else.
    init?(of encoded: [UInt8]) {
      let found = Self.allCases.first { form in
        let rest = encoded.count - form.headByteCount - HMACSHA256.byteCount
        return rest >= 0 && rest.isMultiple(of: 16) && encoded.starts(with: form.magic)
      }
      guard let found else { return nil }
      self = found
    }
  }

  private static let listing = OwnerPurpose("vault list of confirmed texts v2")
  private static let noting = OwnerPurpose("vault note of confirmed texts v2")

  /// Magic, generation, the number of items, the ids of the items in order, those of them that ask in order, then the owner's MAC.
  public func encoded(by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Form.third.magic)
    writer.write(generation)
    writer.write(UInt64(items.count))
    for ids in [items, asking] {
      for id in ids.map(\.bytes).sorted(by: { $0.lexicographicallyPrecedes($1) }) { writer.write(id) }
    }
    let key = try owner.authenticationKey(for: Self.listing)
    return writer.bytes + (try key.code(for: owner.header.vaultID.bytes + writer.bytes))
  }

  /// Reads ``encoded(by:)``, or the form before it, where nothing is known of which texts ask.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` when the owner of this vault did not write it.
  public init(encoded: [UInt8], by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) {
    let body = Array(encoded.dropLast(HMACSHA256.byteCount))
    let code = Array(encoded.suffix(HMACSHA256.byteCount))
    let key = try owner.authenticationKey(for: Self.listing)
    guard let form = Form(of: encoded), try key.isValid(code, for: owner.header.vaultID.bytes + body) else {
      throw OwnerVerificationError(.damaged, "the list of confirmed texts")
    }
    var reader = ByteReader(Array(body.dropFirst(form.magic.count)))
    let generation: UInt64 = try reader.read()
    let ids = Self.ids(encoded, behind: form.headByteCount)
    let count: UInt64 = form == .second ? UInt64(ids.count) : try reader.read()
    guard let count = Int(exactly: count), count <= ids.count else {
      throw OwnerVerificationError(.damaged, "the list of confirmed texts")
    }
    self.init(generation: generation, items: Set(ids.prefix(count)), asking: Set(ids.dropFirst(count)))
  }

  /// Whether the bytes have the form of a list; whether the owner wrote it only their key tells.
  public static func hasForm(_ encoded: [UInt8]) -> Bool { Form(of: encoded) != nil }

  /// The items in a list of which nobody has proven that it is the owner's.
  public static func claimedItems(_ encoded: [UInt8]) -> Set<UUID> {
    Set(ids(encoded, behind: Form(of: encoded)?.headByteCount ?? 0))
  }

  private static func ids(_ encoded: [UInt8], behind headByteCount: Int) -> [UUID] {
    let ids = Array(encoded.dropLast(HMACSHA256.byteCount).dropFirst(headByteCount))
    return stride(from: 0, to: ids.count / 16 * 16, by: 16).compactMap { UUID(bytes: Array(ids[$0..<$0 + 16])) }
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
    guard note.count == ConfirmedNoteFile.byteCount else { return nil }
    let body = Array(note.prefix(8))
    let key = try owner.authenticationKey(for: noting)
    guard try key.isValid(Array(note.dropFirst(8)), for: owner.header.vaultID.bytes + body) else { return nil }
    return body.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The note of how far the list of confirmed texts has come that lies in a directory of its own.
public struct ConfirmedNoteFile: Sendable {
  /// The length of a note: a generation and a MAC.
  static let byteCount = 8 + HMACSHA256.byteCount

  private let file: PrivateFile

  /// - Parameters:
  ///   - directory: one that exists.
  ///   - vault: the data directory: several may share the other one.
  public init(directory: String, vault: String) {
    let number = SHA256.digest(of: Array(vault.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let path = "\(directory)/confirmed-\(String(number, radix: 16)).note"
    file = PrivateFile(path: path, maximumByteCount: Self.byteCount)
  }

  /// What is in it, unproven; nil where there is nothing that could be a note: the owner's MAC decides, not the file's mode.
  ///
  /// - Throws: ``OwnerVerificationError`` with `inputOutput`.
  public func read() throws(OwnerVerificationError) -> [UInt8]? {
    do throws(OwnerVerificationError) { return try file.read() } catch {
      guard error.code == .damaged || error.code == .insecurePermissions else { throw error }
      return nil
    }
  }

  /// Replaces it, durably.
  public func write(_ note: [UInt8]) throws(OwnerVerificationError) { try file.replace(with: note) }
}
