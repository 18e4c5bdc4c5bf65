/// Why a text makes no one-time codes. It never holds anything of the text.
public enum KeyURIError: Error, Equatable, Sendable, CaseIterable {
  /// No line begins with `otpauth://`.
  case noURI
  /// The line is longer than ``KeyURI/maximumByteCount``.
  case tooLong
  /// It is neither `totp` nor `hotp`.
  case unknownType
  /// `secret` is missing.
  case noKey
  /// `secret` is not Base32 (RFC 4648), or too long.
  case badKey
  /// `algorithm` is not `SHA1`, `SHA256` or `SHA512`.
  case badAlgorithm
  /// `digits` is not 6, 7 or 8.
  case badDigits
  /// `period` is not 1 to 3600 seconds.
  case badPeriod
  /// `counter` is missing for `hotp`, no number up to 2^63 - 1, or that one, which can't be raised.
  case badCounter
  /// A parameter that counts stands there twice.
  case repeated
  /// There is not enough secret memory.
  case outOfMemory
}
