/// How far the child came, and the status PAM gave there.
struct PAMOutcome: Equatable, Sendable {
  /// The step that gave the status.
  enum Stage: UInt8, Sendable {
    /// The service has no usable file.
    case service = 1
    /// `pam_start`, and everything before it.
    case start
    /// `pam_authenticate`.
    case authenticate
    /// `pam_acct_mgmt`.
    case account
    /// A module exchanged the user for another one.
    case user
    /// All passed.
    case complete
  }

  let stage: Stage
  let status: Int32

  /// Success, or the error that this outcome means.
  func check(service: String) throws(PAMError) {
    switch stage {
    case .complete where status == PAMStatus.success: return
    case .complete: throw PAMError(.childFailed, "the PAM child claims success with a failure", status: status)
    case .service:
      throw PAMError(
        .notConfigured,
        "/etc/pam.d/\(service) is missing or has no auth and account lines; install the sample file, or use the PIN")
    case .start: throw PAMError(.unavailable, "PAM could not be started: \(PAMStatus.text(status))", status: status)
    case .user: throw PAMError(.denied, "a PAM module exchanged the user; /etc/pam.d/\(service) must not do that")
    case .authenticate, .account: throw refusal(service: service)
    }
  }

  private func refusal(service: String) -> PAMError {
    let text = PAMStatus.text(status)
    let code = code
    let detail =
      switch code {
      case .tooManyTries: "too many tries; wait a while, or use the PIN"
      case .accountExpired: "the account has expired; ask the administrator, or use the PIN"
      case .passwordExpired: "the password has expired; change it with passwd first, or use the PIN"
      case .accountRefused: "the account may not be used now: \(text)"
      case .unavailable: "a module of /etc/pam.d/\(service) can't do its work: \(text)"
      default: "PAM refused: \(text)"
      }
    return PAMError(code, detail, status: status)
  }

  /// Fails closed: whatever is not known is a denial.
  private var code: PAMError.Code {
    switch status {
    case PAMStatus.maximumTries: .tooManyTries
    case PAMStatus.accountExpired: .accountExpired
    case PAMStatus.newPasswordRequired, PAMStatus.passwordExpired: .passwordExpired
    case PAMStatus.userUnknown: .accountRefused
    case _ where PAMStatus.moduleFailures.contains(status): .unavailable
    case _ where stage == .account: .accountRefused
    default: .denied
    }
  }
}
