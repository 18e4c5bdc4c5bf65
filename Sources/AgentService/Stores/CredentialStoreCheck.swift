internal import AgentAPI
internal import CredentialStore

/// Whether the credential store in use can be reached.
struct CredentialStoreCheck: HealthCheck {
  let inspector: CredentialStoreInspector

  func findings() async -> [DoctorFinding] {
    do throws(Failure) {
      let status = try await inspector.status()
      guard let kind = status.kind else {
        return [DoctorFinding(.ok, "credential store", "Nothing has been stored yet.")]
      }
      if kind == .secretService {
        _ = try await CredentialStoreError.asFailure(await inspector.keyring.status())
      }
      return [DoctorFinding(.ok, "credential store", "\(kind.rawValue), \(status.reason): \(status.location)")]
    } catch { return [DoctorFinding(.problem, "credential store", error.message, remedy: error.hint)] }
  }
}
