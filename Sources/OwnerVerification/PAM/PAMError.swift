/// Why a verification through PAM did not succeed. Two errors are equal when their codes are.
public struct PAMError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, for programs.
  public enum Code: String, Sendable, CaseIterable {
    /// The modules refused: wrong password, no matching finger.
    case denied
    /// The person dismissed a prompt, or the caller's task was cancelled.
    case cancelled
    /// The deadline passed; the child was killed.
    case timedOut
    /// A module says that no further attempt is accepted now (`PAM_MAXTRIES`).
    case tooManyTries
    /// The account has expired (`PAM_ACCT_EXPIRED`).
    case accountExpired
    /// The password has expired and must be changed first (`PAM_NEW_AUTHTOK_REQD`).
    case passwordExpired
    /// The account may not be used now or here, or is unknown to the modules.
    case accountRefused
    /// The service has no file of its own; the fallback `other` is never used.
    case notConfigured
    /// A module could not do its work: not installed, its service down.
    case unavailable
    /// The answer is longer than 511 bytes or holds a NUL byte, so that no module could get it whole.
    case answerRefused
    /// The child could not be started, died, or said something it must not say.
    case childFailed
  }

  /// What went wrong.
  public let code: Code
  /// The status that the PAM library gave, where it gave one.
  public let status: Int32?
  /// What went wrong and what to do, in words fit to be shown; never holds an answer.
  public let detail: String

  init(_ code: Code, _ detail: String, status: Int32? = nil) {
    self.code = code
    self.status = status
    self.detail = detail
  }

  /// The detail.
  public var description: String { detail }

  /// Whether both have the same code.
  public static func == (left: PAMError, right: PAMError) -> Bool { left.code == right.code }
}
