public import FoundationEssentials
internal import Sealing

/// The texts that the owner has confirmed, which must therefore carry the owner's MAC, under a MAC of theirs and with a
/// generation: an older list, or none, means that somebody changed something.
///
/// Anybody can seal to the public half. Without this list, whoever writes the task store could exchange a text and remove its
/// mark, and it would pass for a new one.
public struct ConfirmedList: Equatable, Sendable {
  /// What the owner has confirmed.
  public struct Texts: Equatable, Sendable {
    /// The tasks and subtasks whose texts are confirmed.
    public var items: Set<UUID> = []
    /// Those whose texts ask at every reveal: an older row of theirs would ask less often.
    public var asking: Set<UUID> = []
    /// Which steps the tasks had when they were shown, and in which order, by the tasks' ids; none for a task without steps.
    public var steps: [UUID: Steps] = [:]

    /// Makes one.
    public init(items: Set<UUID> = [], asking: Set<UUID> = [], steps: [UUID: Steps] = [:]) {
      (self.items, self.asking, self.steps) = (items, asking, steps)
    }

    /// Removes items from it. Those that ask stay with those that do: no task that is gone for a moment makes a text ask less.
    public mutating func remove(_ ids: Set<UUID>) {
      items.subtract(ids)
      for id in ids { steps[id] = nil }
    }
  }

  /// Which steps a task has, in their order, in 16 bytes: half of a SHA-256 of their ids.
  public struct Steps: Equatable, Hashable, Sendable {
    fileprivate let bytes: [UInt8]

    /// - Parameter ids: those of the steps, in their order; nil comes of none.
    public init?(_ ids: [UUID]) {
      guard !ids.isEmpty else { return nil }
      bytes = Array(SHA256.digest(of: Array("vault steps v1".utf8) + ids.flatMap(\.bytes)).prefix(16))
    }

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }
  }

  /// Raised at each change; 1 at first.
  public let generation: UInt64
  /// What the owner has confirmed.
  public let texts: Texts

  /// Makes a list.
  public init(generation: UInt64, texts: Texts) {
    self.generation = generation
    self.texts = texts
  }

  /// The list after this one.
  ///
  /// - Throws: `damaged` when there can be none: no vault changes it that often.
  public func next(_ texts: Texts) throws(OwnerVerificationError) -> ConfirmedList {
    let (next, isTooHigh) = generation.addingReportingOverflow(1)
    guard !isTooHigh else { throw OwnerVerificationError(.damaged, "the generation of the list of confirmed texts") }
    return ConfirmedList(generation: next, texts: texts)
  }

  // MARK: Encoding

  /// The formats of a list. The first had nothing before its ids of 16 bytes, and so no later head is a multiple of that long.
  private enum Format: CaseIterable {
    /// Items alone.
    case second
    case third

    var magic: [UInt8] { Array((self == .second ? "VCL2" : "VCL3").utf8) }
    /// Magic, generation and, in the third format, how many items there are and how many of them ask.
    var headByteCount: Int { self == .second ? 12 : 28 }

    /// The format that the bytes have; nil for anything else.
    init?(of encoded: [UInt8]) {
      let found = Self.allCases.first { format in
        let rest = encoded.count - format.headByteCount - HMACSHA256.byteCount
        return rest >= 0 && rest.isMultiple(of: 16) && encoded.starts(with: format.magic)
      }
      guard let found else { return nil }
      self = found
    }
  }

  private static let listing = OwnerPurpose("vault list of confirmed texts v2")
  private static let anchoring = OwnerPurpose("vault note of confirmed texts v2")

  /// Magic, generation, the numbers of items and of those that ask, the ids of both in order, tasks with their steps in pairs, then the
  /// owner's MAC.
  public func encoded(by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Format.third.magic)
    writer.write(generation)
    writer.write(UInt64(texts.items.count))
    writer.write(UInt64(texts.asking.count))
    for ids in [texts.items, texts.asking] { for id in Self.inOrder(ids) { writer.write(id.bytes) } }
    for id in Self.inOrder(texts.steps.keys) {
      writer.write(id.bytes)
      writer.write(texts.steps[id]?.bytes ?? [])
    }
    let key = try owner.authenticationKey(for: Self.listing)
    return writer.bytes + (try key.code(for: owner.header.vaultID.bytes + writer.bytes))
  }

  private static func inOrder(_ ids: some Collection<UUID>) -> [UUID] {
    ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Reads ``encoded(by:)``, or the format before it, where nothing is known of which texts ask.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` when the owner of this vault did not write it.
  public init(encoded: [UInt8], by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) {
    let body = Array(encoded.dropLast(HMACSHA256.byteCount))
    let code = Array(encoded.suffix(HMACSHA256.byteCount))
    let key = try owner.authenticationKey(for: Self.listing)
    guard let format = Format(of: encoded), try key.isValid(code, for: owner.header.vaultID.bytes + body) else {
      throw OwnerVerificationError(.damaged, "the list of confirmed texts")
    }
    var reader = ByteReader(Array(body.dropFirst(format.magic.count)))
    let generation: UInt64 = try reader.read()
    let ids = Self.ids(encoded, behind: format.headByteCount)
    guard format == .third else {
      self.init(generation: generation, texts: Texts(items: Set(ids)))
      return
    }
    let (itemCount, askingCount): (UInt64, UInt64) = (try reader.read(), try reader.read())
    guard let items = Int(exactly: itemCount), items <= ids.count,
      let asking = Int(exactly: askingCount), asking <= ids.count - items,
      (ids.count - items - asking).isMultiple(of: 2)
    else { throw OwnerVerificationError(.damaged, "the list of confirmed texts") }
    var texts = Texts(items: Set(ids.prefix(items)), asking: Set(ids[items..<items + asking]))
    for index in stride(from: items + asking, to: ids.count, by: 2) {
      texts.steps[ids[index]] = Steps(bytes: ids[index + 1].bytes)
    }
    self.init(generation: generation, texts: texts)
  }

  /// Whether the bytes have the format of a list; only the owner's key says whether they wrote it.
  public static func hasFormat(_ encoded: [UInt8]) -> Bool { Format(of: encoded) != nil }

  /// The items in a list that is not verified to be the owner's.
  public static func claimedItems(_ encoded: [UInt8]) -> Set<UUID> {
    Set(ids(encoded, behind: Format(of: encoded)?.headByteCount ?? 0))
  }

  private static func ids(_ encoded: [UInt8], behind headByteCount: Int) -> [UUID] {
    let ids = Array(encoded.dropLast(HMACSHA256.byteCount).dropFirst(headByteCount))
    return stride(from: 0, to: ids.count / 16 * 16, by: 16).compactMap { UUID(bytes: Array(ids[$0..<$0 + 16])) }
  }

  // MARK: Anchors

  /// How far the list has come, to be stored in other places: the generation and a MAC of the owner's, so that nobody
  /// else can raise it.
  public func anchor(by owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(generation)
    let key = try owner.authenticationKey(for: Self.anchoring)
    return writer.bytes + (try key.code(for: owner.header.vaultID.bytes + writer.bytes))
  }

  /// The generation of an anchor; nil when the owner of this vault did not write it.
  public static func generation(
    ofAnchor anchor: [UInt8], by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) -> UInt64? {
    guard anchor.count == CounterAnchorFile.byteCount else { return nil }
    let body = Array(anchor.prefix(8))
    let key = try owner.authenticationKey(for: anchoring)
    guard try key.isValid(Array(anchor.dropFirst(8)), for: owner.header.vaultID.bytes + body) else { return nil }
    return body.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
