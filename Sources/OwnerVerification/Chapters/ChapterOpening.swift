internal import Sealing
public import SecretMemory

/// The first state of a chapter of the access log, under the owner's MAC: where it begins, and how the chapter before it ended.
/// Each unlock opens a chapter, so an entry that changes or vanishes afterwards contradicts what the owner has seen to.
public struct ChapterOpening: Equatable, Sendable {
  /// How a chapter ended.
  public enum Ending: UInt8, Sendable {
    /// There was none before.
    case none = 0
    /// The agent that had written it opened the next one.
    case continued = 1
    /// The agent ended and closed it.
    case closed = 2
    /// The agent ended without closing it, as by SIGKILL.
    case cut = 3
    /// The agent could not read the log when it began, and went on without the chapter's key.
    case lost = 4
    /// The chapter's key, or every anchor of its number, was removed or replaced.
    case taken = 5

    var isWithoutKey: Bool { self == .lost || self == .taken }
  }

  /// What is said of the chapter before.
  public struct Previous: Equatable, Sendable {
    /// Its number; 0 for none.
    public var number: UInt64
    /// How many entries it had.
    public var count: UInt64
    /// The tag of the last one; of the opening when there was none.
    public var tag: [UInt8]
    /// How it ended.
    public var ending: Ending

    /// Says how a chapter ended.
    public init(number: UInt64, count: UInt64, tag: [UInt8], ending: Ending) {
      (self.number, self.count, self.tag, self.ending) = (number, count, tag, ending)
    }

    /// What is said where nothing is known of the chapter before; `number` is 0 where there was none.
    ///
    /// - Parameter ending: why.
    public static func unknown(_ number: UInt64, _ ending: Ending) -> Previous {
      Previous(number: number, count: 0, tag: ChapterOpening.noTag, ending: number == 0 ? .none : ending)
    }
  }

  /// The chapter's number, from 1.
  public let number: UInt64
  /// The number of its first entry.
  public let first: UInt64
  /// When it was opened, in seconds since 1970.
  public let date: Int64
  /// How the chapter before ended.
  public let previous: Previous
  /// Whether an anchor elsewhere holds its number under the owner's MAC. The agents that wrote openings of format 1 stored it without.
  public let isAnchored: Bool
  /// Random, so that no two chapters have one key.
  let salt: [UInt8]

  static let noTag = [UInt8](repeating: 0, count: HMACSHA256.byteCount)
  static let saltByteCount = 16
  private static let formats: [UInt8] = [1, 2]
  private static let bodyByteCount = 1 + 3 * 8 + saltByteCount + 2 * 8 + HMACSHA256.byteCount + 1
  /// Numbers beyond this one are none: nothing that is counted here comes near, and nothing that is added to them overflows.
  public static let maximumNumber = UInt64(1) << 48

  /// Opens a chapter.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` for numbers beyond ``maximumNumber``.
  public init(
    number: UInt64, first: UInt64, date: Int64, previous: Previous, isAnchored: Bool = true, random: [UInt8]? = nil
  ) throws(OwnerVerificationError) {
    guard [number, first, previous.number, previous.count].allSatisfy({ $0 <= Self.maximumNumber }), number > 0,
      previous.tag.count == HMACSHA256.byteCount
    else { throw OwnerVerificationError(.damaged, "a chapter's numbers") }
    (self.number, self.first, self.date, self.previous, self.isAnchored) = (number, first, date, previous, isAnchored)
    if let random {
      salt = random
    } else {
      salt = try sealing { () throws(SealingError) in try SystemRandom.bytes(Self.saltByteCount) }
    }
  }

  // MARK: Encoding

  private var body: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.formats[isAnchored ? 1 : 0])
    for value in [number, first, UInt64(bitPattern: date)] { writer.write(value) }
    writer.write(salt)
    writer.write(previous.number)
    writer.write(previous.count)
    writer.write(previous.tag)
    writer.write(previous.ending.rawValue)
    return writer.bytes
  }

  /// The opening and the owner's MAC over it.
  public func encoded(under key: borrowing SecretBytes) throws(OwnerVerificationError) -> [UInt8] {
    let body = body
    return try body + tag(under: key)
  }

  /// What the chapter's first entry follows.
  func tag(under key: borrowing SecretBytes) throws(OwnerVerificationError) -> [UInt8] {
    try sealing { () throws(SealingError) in try HMACSHA256.code(for: Self.purpose + body, key: key) }
  }

  private static let purpose = Array("vault access log opening v1".utf8)

  /// Reads ``encoded(under:)``.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` when it is none of this owner's.
  public init(encoded bytes: [UInt8], under key: borrowing SecretBytes) throws(OwnerVerificationError) {
    guard bytes.count == Self.bodyByteCount + HMACSHA256.byteCount else {
      throw OwnerVerificationError(.damaged, "a chapter's opening")
    }
    let (body, code) = (Array(bytes.prefix(Self.bodyByteCount)), Array(bytes.suffix(HMACSHA256.byteCount)))
    let isValid = try sealing { () throws(SealingError) in
      try HMACSHA256.isValid(code, for: Self.purpose + body, key: key)
    }
    var reader = ByteReader(body)
    guard isValid, let format = Self.formats.firstIndex(of: try reader.read()) else {
      throw OwnerVerificationError(.damaged, "a chapter's opening")
    }
    let (number, first, date): (UInt64, UInt64, UInt64) = (try reader.read(), try reader.read(), try reader.read())
    let salt = try reader.read(Self.saltByteCount)
    let (previousNumber, count): (UInt64, UInt64) = (try reader.read(), try reader.read())
    let tag = try reader.read(HMACSHA256.byteCount)
    guard let ending = Ending(rawValue: try reader.read()) else { throw OwnerVerificationError(.damaged, "an ending") }
    try self.init(
      number: number, first: first, date: Int64(bitPattern: date),
      previous: Previous(number: previousNumber, count: count, tag: tag, ending: ending), isAnchored: format == 1,
      random: salt)
  }

  /// The key of the chapter's first entry: the owner alone can make it again.
  func firstKey(under key: borrowing SecretBytes) throws(OwnerVerificationError) -> SecretBytes {
    var writer = ByteWriter()
    writer.write("vault access log chapter v1 ".utf8)
    writer.write(number)
    let info = writer.bytes
    return try sealing { () throws(SealingError) in
      try HKDFSHA256.derive(from: key, salt: salt, info: info, count: EntryChain.keyByteCount)
    }
  }
}
