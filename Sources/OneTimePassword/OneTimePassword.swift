internal import LinuxSystem
public import Sealing
public import SecretMemory

/// What makes one-time codes: a key that a service and its user share, and what changes from one code to the next. HOTP (RFC 4226) or
/// TOTP (RFC 6238).
public struct OneTimePassword: ~Copyable, Sendable {
  /// What changes from one code to the next.
  public enum Factor: Equatable, Sendable {
    /// The time, in steps of so many seconds.
    case time(period: Int)
    /// A counter, which is raised with every code.
    case counter(UInt64)
  }

  /// What changes from one code to the next.
  public let factor: Factor
  /// The hash function of the HMAC.
  public let hash: HMACHash
  /// How many digits a code has: 6 to 8.
  public let digitCount: Int
  private let key: SecretBytes

  /// Puts one together.
  ///
  /// - Parameters:
  ///   - key: not empty.
  ///   - digitCount: 6 to 8.
  public init(key: consuming SecretBytes, factor: Factor, hash: HMACHash = .sha1, digitCount: Int = 6) {
    precondition((6...8).contains(digitCount) && !key.isEmpty, "a one-time password has a key, and 6 to 8 digits")
    self.factor = factor
    self.hash = hash
    self.digitCount = digitCount
    self.key = key
  }

  /// The code at a moment, in ASCII digits, in secret memory. One that counts does not depend on the moment.
  ///
  /// - Parameter seconds: since 1970.
  public borrowing func code(at seconds: Int64) throws(SealingError) -> SecretBytes {
    switch factor {
    case .counter(let counter): try code(of: counter)
    case .time(let period): try code(of: UInt64(max(0, seconds)) / UInt64(period))
    }
  }

  /// For how many more seconds the code of a moment is the one; nil for one that counts.
  public func validSeconds(at seconds: Int64) -> Int? {
    guard case .time(let period) = factor else { return nil }
    return period - Int(max(0, seconds) % Int64(period))
  }

  /// The code of a moving factor (RFC 4226, section 5.3).
  private borrowing func code(of moving: UInt64) throws(SealingError) -> SecretBytes {
    let message = withUnsafeBytes(of: moving.bigEndian) { Array($0) }
    let hashed = try hash.code(for: message, key: key)
    let count = digitCount
    do throws(SystemError) {
      return try SecretBytes(count: count) { output in
        hashed.withUnsafeBytes { Self.truncate($0, into: output) }
      }
    } catch { throw SealingError(.outOfMemory) }
  }

  /// Dynamic truncation: 31 bits from where the last four say, as decimal digits.
  private static func truncate(_ hashed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
    let offset = Int(hashed[hashed.count - 1] & 15)
    var number = UInt32(bigEndian: hashed.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) & 0x7FFF_FFFF
    for index in output.indices.reversed() {
      output[index] = UInt8(ascii: "0") + UInt8(number % 10)
      number /= 10
    }
  }
}
