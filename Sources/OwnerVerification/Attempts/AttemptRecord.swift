internal import FoundationEssentials
internal import Sealing
public import SecretMemory

/// How many PINs were tried since one was right, and until when to wait. Value only; ``AttemptLimiter`` decides,
/// ``AttemptRecordFile`` keeps it.
public struct AttemptRecord: Equatable, Sendable {
  /// Raised at every change: of several copies the highest is the true one.
  public internal(set) var generation: UInt64 = 0
  /// PINs tried since the last right one.
  public internal(set) var failures: UInt32 = 0
  var wait = Wait.none

  /// No PIN was tried yet.
  public init() {}

  /// A wait: how long it is, and when it ends on the clock of one boot.
  struct Wait: Equatable, Sendable {
    var seconds: UInt32
    var bootID: [UInt8]
    var endMilliseconds: Int64
    /// When it began by the wall clock, in seconds since 1970; told to people, never trusted.
    var beganAt: Int64

    static let none = Wait(seconds: 0, bootID: [UInt8](repeating: 0, count: 16), endMilliseconds: 0, beganAt: 0)
  }

  // MARK: Encoding

  static let byteCount = 8 + 4 + 4 + 16 + 8 + 8 + HMACSHA256.byteCount

  /// The record with a MAC, for a place that only keeps bytes.
  ///
  /// - Parameter key: 32 bytes that stay on this machine.
  public func encoded(key: borrowing SecretBytes) throws(OwnerVerificationError) -> [UInt8] {
    let body = body
    do {
      return try body + HMACSHA256.code(for: Self.label + body, key: key)
    } catch { throw OwnerVerificationError(error) }
  }

  /// Checks and reads ``encoded(key:)``.
  ///
  /// - Throws: ``OwnerVerificationError`` with `damaged` for anything else.
  public init(encoded bytes: [UInt8], key: borrowing SecretBytes) throws(OwnerVerificationError) {
    guard bytes.count == Self.byteCount else { throw OwnerVerificationError(.damaged, "attempt record length") }
    let body = Array(bytes.dropLast(HMACSHA256.byteCount))
    let code = Array(bytes.suffix(HMACSHA256.byteCount))
    let isValid: Bool
    do { isValid = try HMACSHA256.isValid(code, for: Self.label + body, key: key) } catch {
      throw OwnerVerificationError(error)
    }
    guard isValid else { throw OwnerVerificationError(.damaged, "attempt record MAC") }
    var reader = ByteReader(body)
    generation = try reader.read()
    failures = try reader.read()
    wait = Wait(
      seconds: try reader.read(), bootID: try reader.read(16), endMilliseconds: try reader.read(),
      beganAt: try reader.read())
  }

  private static let label = Array("vault attempt record v1".utf8)

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
