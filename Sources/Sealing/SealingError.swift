/// Why sealing, opening or deriving failed. Compared by code alone; never holds key material or text.
public struct SealingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The closed list of reasons; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// The sealed bytes, the key or the authenticated data are not what they were at sealing.
    case authenticationFailed
    /// A key has the wrong length or is a point that yields no secret (RFC 7748, section 6.1).
    case invalidKey
    /// A nonce, salt, output or input has a length that the algorithm does not accept.
    case invalidLength
    /// Password-hashing parameters are outside ``Argon2id/Parameters``' bounds.
    case invalidParameters
    /// Memory could not be mapped or allocated.
    case outOfMemory
    /// The kernel gave no random bytes.
    case randomUnavailable
    /// OpenSSL or libargon2 failed; the detail names the call.
    case libraryFailure
  }

  /// The reason.
  public let code: Code
  /// The call that failed or the bound that was broken; safe to print.
  public let detail: String

  /// Makes an error with a reason and a detail that is safe to print.
  public init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// Errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and, where there is one, the detail.
  public var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue): \(detail)" }
}
