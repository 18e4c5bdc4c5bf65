/// Why a store could not do what it was asked. Compared by code alone; never holds a value.
public struct CredentialStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed list of reasons; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// The store exists and is locked, and nobody unlocked it in time.
    case locked
    /// The store can't be reached: no bus, no service, it died in mid-call.
    case unavailable
    /// The person dismissed the store's own prompt.
    case cancelled
    /// The deadline passed without an answer.
    case timedOut
    /// A record or the whole file fails its integrity check.
    case damaged
    /// The file is older than one this user has already seen.
    case rolledBack
    /// The file was written by a newer version of this program.
    case newerFormat
    /// The key file is missing or no passphrase was given.
    case keyMissing
    /// The key or passphrase does not fit the file.
    case wrongKey
    /// A file that must be private can be read or written by others.
    case insecurePermissions
    /// No space is left.
    case diskFull
    /// The file or its directory can't be written.
    case readOnly
    /// The value is longer than ``CredentialLimits/maximumValueByteCount``.
    case tooLarge
    /// Anything else; the detail tells.
    case failed
  }

  /// The reason.
  public let code: Code
  /// What a person should know besides: a path, a record id, the C library's own status. Never a secret.
  public let detail: String
  /// Whether an undamaged file would not show this: the reason to look at both copies whole, under the lock.
  let isSuspicion: Bool

  /// Makes an error with a reason and a detail that is safe to print.
  public init(_ code: Code, _ detail: String = "") {
    self.init(code, detail, isSuspicion: false)
  }

  private init(_ code: Code, _ detail: String, isSuspicion: Bool) {
    self.code = code
    self.detail = detail
    self.isSuspicion = isSuspicion
  }

  /// What an undamaged file would not show.
  static func suspicion(_ detail: String) -> CredentialStoreError {
    CredentialStoreError(.damaged, detail, isSuspicion: true)
  }

  /// Errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and, where there is one, the detail.
  public var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue): \(detail)" }
}
