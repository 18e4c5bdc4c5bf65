internal import FoundationEssentials
internal import Sealing
public import SecretMemory

/// How many PINs were tried since one was right, and until when to wait. Value only; ``AttemptLimiter`` decides,
/// ``AttemptRecordFile`` stores it.
public struct AttemptRecord: Equatable, Sendable {
  /// Raised at every change: of several copies the highest is the true one.
  public internal(set) var generation: UInt64 = 0
  /// PINs tried since the last right one.
  public internal(set) var failures: UInt32 = 0
  var wait = Wait.none
  /// Whether the credential store, which others can write to, has made a wait longer since the owner was last verified: it may do
  /// so once.
  var isAdvised = false

  /// No PIN was tried yet.
  public init() {}

  /// A wait: how long it is, and when it ends on the clock of one boot.
  struct Wait: Equatable, Sendable {
    var seconds: UInt32
    var bootID: [UInt8]
    var endMilliseconds: Int64
    /// When it began by the wall clock, in seconds since 1970; for messages, never trusted.
    var beganAt: Int64

    static let none = Wait(seconds: 0, bootID: [UInt8](repeating: 0, count: 16), endMilliseconds: 0, beganAt: 0)
  }

  /// Whether this record counts beside `other`: the later one does, and of two that claim to be equally late the stricter.
  func outranks(_ other: AttemptRecord) -> Bool {
    let ranks = { (record: AttemptRecord) in (record.generation, record.failures, record.wait.seconds) }
    return ranks(self) > ranks(other)
  }

  /// The next generation. It stops at the highest there is, where the stricter record counts.
  mutating func advance() {
    let (next, overflow) = generation.addingReportingOverflow(1)
    generation = overflow ? .max : next
  }

  // MARK: Encoding

  static let byteCount = legacyByteCount + 1
  /// The length of the legacy format, without ``isAdvised``.
  static let legacyByteCount = 8 + 4 + 4 + 16 + 8 + 8 + HMACSHA256.byteCount

  /// The record with a MAC, for a place that only stores bytes.
  ///
  /// - Parameter key: 32 bytes that stay on this machine.
  public func encoded(key: borrowing SecretBytes) throws(OwnerVerificationError) -> [UInt8] {
    let body = body + [isAdvised ? 1 : 0]
    do {
      return try body + HMACSHA256.code(for: Self.label + body, key: key)
    } catch { throw OwnerVerificationError(error) }
  }

  /// Checks and reads ``encoded(key:)``.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` for anything else.
  public init(encoded bytes: [UInt8], key: borrowing SecretBytes) throws(OwnerVerificationError) {
    guard bytes.count == Self.byteCount else { throw OwnerVerificationError(.damaged, "attempt record length") }
    var reader = try Self.body(of: bytes, Self.label, key)
    self = try Self.read(&reader)
    isAdvised = try reader.read(UInt8.self) != 0
  }

  /// Checks and reads the legacy format, without `isAdvised`, which only a vault that was not opened since still has.
  init(legacy bytes: [UInt8], key: borrowing SecretBytes) throws(OwnerVerificationError) {
    guard bytes.count == Self.legacyByteCount else { throw OwnerVerificationError(.damaged, "attempt record length") }
    var reader = try Self.body(of: bytes, Self.legacyLabel, key)
    self = try Self.read(&reader)
  }

  /// The record in the legacy format: for tests of what comes from there.
  func encodedAsLegacy(key: borrowing SecretBytes) throws(OwnerVerificationError) -> [UInt8] {
    do { return try body + HMACSHA256.code(for: Self.legacyLabel + body, key: key) } catch {
      throw OwnerVerificationError(error)
    }
  }

  private static let label = Array("vault attempt record v2".utf8)
  private static let legacyLabel = Array("vault attempt record v1".utf8)

  private static func body(
    of bytes: [UInt8], _ label: [UInt8], _ key: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> ByteReader {
    let body = Array(bytes.dropLast(HMACSHA256.byteCount))
    let isValid: Bool
    do {
      isValid = try HMACSHA256.isValid(Array(bytes.suffix(HMACSHA256.byteCount)), for: label + body, key: key)
    } catch {
      throw OwnerVerificationError(error)
    }
    guard isValid else { throw OwnerVerificationError(.damaged, "attempt record MAC") }
    return ByteReader(body)
  }

  private static func read(_ reader: inout ByteReader) throws(OwnerVerificationError) -> AttemptRecord {
    var record = AttemptRecord()
    record.generation = try reader.read()
    record.failures = try reader.read()
    record.wait = Wait(
      seconds: try reader.read(), bootID: try reader.read(16), endMilliseconds: try reader.read(),
      beganAt: try reader.read())
    return record
  }

  private var body: [UInt8] {
    var writer = ByteWriter()
    writer.write(generation)
    writer.write(failures)
    writer.write(wait.seconds)
    writer.write(wait.bootID)
    writer.write(wait.endMilliseconds)
    writer.write(wait.beganAt)
    return writer.bytes
  }
}
