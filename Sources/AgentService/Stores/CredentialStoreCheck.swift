internal import AgentAPI
internal import CredentialStore
internal import Localization

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
      let reason = LocalizedText(words: status.reason)
      return [DoctorFinding(.ok, "credential store", Self.words(kind, reason, status.location))]
    } catch { return [DoctorFinding(.problem, "credential store", error.$message, remedy: error.$hint)] }
  }

  private static func words(_ kind: StoreKind, _ reason: LocalizedText, _ location: String) -> LocalizedText {
    switch kind {
    case .file: "file, \(reason): \(location)"
    case .secretService: "secret-service, \(reason): \(location)"
    default: "\(kind.rawValue), \(reason): \(location)"
    }
  }
}
