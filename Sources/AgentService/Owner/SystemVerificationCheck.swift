internal import AgentAPI
internal import Glibc
internal import Localization

/// Whether the system can verify the owner.
struct SystemVerificationCheck: HealthCheck {
  /// PAM's file for the vault.
  var service = "/etc/pam.d/vault"

  func findings() -> [DoctorFinding] { [finding()] }

  private func finding() -> DoctorFinding {
    guard access(service, R_OK) == 0 else {
      return DoctorFinding(
        .warning, "PAM", "The service \u{201C}vault\u{201D} is not set up; only PIN and recovery code unlock.",
        remedy: "For fingerprint or login password install the service file: sudo make install-pam, or see the README.")
    }
    return DoctorFinding(.ok, "PAM", "The service \u{201C}vault\u{201D} is set up.")
  }
}
