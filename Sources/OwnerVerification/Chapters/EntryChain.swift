internal import Sealing
public import SecretMemory

/// What stands at the end of a chapter of the access log: how many entries it has, the last one's tag, and the key of the next.
///
/// Each entry's tag is a MAC over the entry and the tag before it, under a key that goes as soon as the entry is written: the next
/// key follows from it, and not the other way round. Whoever gets the present key can write what is to come, and change nothing
/// that was.
public struct EntryChain: Sendable {
  /// What an entry says beside who asked.
  public enum Kind: UInt8, Sendable {
    /// Nothing.
    case plain = 0
    /// That the agent which wrote it began with it, or after it.
    case firstOfRun = 1
    /// That the agent ended; nobody asked for anything.
    case closing = 2
  }

  static let keyByteCount = 32

  /// The chapter.
  public let chapter: UInt64
  /// The number of the chapter's first entry.
  public let first: UInt64
  /// How many entries it has.
  public private(set) var count: UInt64
  /// The last entry's tag; the opening's while there is none.
  public private(set) var tag: [UInt8]
  /// Whether the last entry is a closing one.
  public private(set) var isClosed = false
  /// Erased when the last copy of this state goes.
  private var key: SharedSecret

  /// The chain of a chapter that has no entry.
  public init(of opening: ChapterOpening, under ownerKey: borrowing SecretBytes) throws(OwnerVerificationError) {
    (chapter, first, count) = (opening.number, opening.first, 0)
    tag = try opening.tag(under: ownerKey)
    key = SharedSecret(try opening.firstKey(under: ownerKey))
  }

  /// The number of the next entry.
  public var next: UInt64 { first &+ count }

  /// The tag of the next entry.
  public func tag(of entry: [UInt8], _ kind: Kind) throws(OwnerVerificationError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write("vault access log entry v1 ".utf8)
    for value in [chapter, next] { writer.write(value) }
    writer.write(kind.rawValue)
    writer.write(tag)
    writer.write(entry)
    let message = writer.bytes
    do { return try HMACSHA256.code(for: message, key: key.bytes) } catch { throw OwnerVerificationError(error) }
  }

  /// Goes on to the next key; the present one is erased.
  public mutating func advance(past tag: [UInt8], _ kind: Kind) throws(OwnerVerificationError) {
    try skip(1)
    self.tag = tag
    isClosed = kind == .closing
  }

  /// Advances over entries that were pruned.
  mutating func skip(_ number: UInt64) throws(OwnerVerificationError) {
    for _ in 0..<number {
      do { key = SharedSecret(try HKDFSHA256.expand(key.bytes, info: Self.nextKey, count: Self.keyByteCount)) } catch {
        throw OwnerVerificationError(error)
      }
      count &+= 1
    }
  }

  /// Whether this key belongs to the chapter of that opening: only who has read the key can have written this state. Says nothing of
  /// the tag, which the entries verify.
  public func isGenuine(
    in opening: ChapterOpening, under ownerKey: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> Bool {
    guard opening.number == chapter, opening.first == first, count <= LogVerifier.maximumSkip else { return false }
    var genuine = try EntryChain(of: opening, under: ownerKey)
    try genuine.skip(count)
    return key.bytes.isEqual(to: genuine.key.bytes)
  }

  private static let nextKey = Array("vault access log next key v1".utf8)

  // MARK: Encoding

  private static let magic = Array("VLTLOGK1".utf8)
  static let encodedByteCount = magic.count + 3 * 8 + HMACSHA256.byteCount + 1 + keyByteCount + SHA256.byteCount

  /// The whole state, with a checksum.
  public func encoded() throws(OwnerVerificationError) -> SecretBytes {
    var writer = ByteWriter()
    writer.write(Self.magic)
    for value in [chapter, first, count] { writer.write(value) }
    writer.write(tag)
    writer.write([isClosed ? 1 : 0])
    let open = writer.bytes
    do {
      let body = try SecretBytes(count: open.count + Self.keyByteCount) { output in
        output.copyBytes(from: open)
        key.bytes.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(rebasing: output[open.count...]).copyMemory(from: $0)
        }
      }
      let sum = SHA256.digest(of: body)
      return try SecretBytes(count: body.count + sum.count) { output in
        body.withUnsafeBytes { output.copyMemory(from: $0) }
        UnsafeMutableRawBufferPointer(rebasing: output[body.count...]).copyBytes(from: sum)
      }
    } catch { throw OwnerVerificationError(error) }
  }

  /// Reads ``encoded()``; nil for anything else.
  public init?(encoded: borrowing SecretBytes) throws(OwnerVerificationError) {
    guard encoded.count == Self.encodedByteCount else { return nil }
    let bodyCount = Self.encodedByteCount - SHA256.byteCount
    let openCount = bodyCount - Self.keyByteCount
    let body = try Self.part(0..<bodyCount, of: encoded)
    let (open, sum) = encoded.withUnsafeBytes { (Array($0[..<openCount]), Array($0[bodyCount...])) }
    guard SHA256.digest(of: body.bytes) == sum else { return nil }
    var reader = ByteReader(open)
    guard try reader.read(Self.magic.count) == Self.magic else { return nil }
    (chapter, first, count) = (try reader.read(), try reader.read(), try reader.read())
    tag = try reader.read(HMACSHA256.byteCount)
    isClosed = try reader.read(UInt8.self) == 1
    key = try Self.part(openCount..<bodyCount, of: encoded)
    // Whoever wrote higher ones would have the next chapter have none.
    guard [chapter, first, count].allSatisfy({ $0 <= ChapterOpening.maximumNumber / 4 }) else { return nil }
  }

  private static func part(
    _ range: Range<Int>, of bytes: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> SharedSecret {
    do { return SharedSecret(try bytes.copy(range)) } catch { throw OwnerVerificationError(error) }
  }
}
