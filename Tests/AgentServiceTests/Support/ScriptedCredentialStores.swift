import AgentAPI

@testable import AgentService
@testable import CredentialStore

/// Both credential stores, which are as a test has them.
struct ScriptedCredentialStores {
  /// Where is recorded what is done to them.
  let owner: RecordingOwner
  var chosen: CredentialStoreKind? = .file
  var canOpenFile = true
  var stored = ["a", "b", "c"].compactMap { CredentialName($0) }
  var report = CredentialFileReport()
  var damagedItems: [String] = []
  /// The keyring; nil where it is gone.
  var keyring: SecretServiceStatus? = SecretServiceStatus(
    busName: "org.freedesktop.secrets", busAddress: "unix:path=/bus", collectionLabel: "Login", isLocked: false)
  /// Why nothing can be moved or accepted.
  var trouble: CredentialStoreError?

  /// What says which it is and checks it.
  ///
  /// - Parameter configured: the kind that the settings name.
  func inspector(configured: CredentialStoreKind? = nil) -> CredentialStoreInspector {
    CredentialStoreInspector(selection: self, file: self, keyring: self, configured: configured.map { .init($0) })
  }
}

extension ScriptedCredentialStores: CredentialStoreSelecting, CredentialFileInspecting, KeyringInspecting {
  var path: String { "/vault/credentials.db" }

  func kind() -> CredentialStoreKind? { chosen }

  func names() -> [CredentialName] {
    owner.record("counted")
    return stored
  }

  func check() -> CredentialFileReport {
    owner.record("checked")
    return report
  }

  func status() throws(CredentialStoreError) -> SecretServiceStatus {
    guard let keyring else { throw CredentialStoreError(.unavailable, "no bus") }
    return keyring
  }

  func damagedItemIDs() -> [String] {
    owner.record("checked")
    return damagedItems
  }
}

extension ScriptedCredentialStores: CredentialStoreChanging {
  func acceptRollback() throws(CredentialStoreError) {
    owner.record("rollback accepted")
    if let trouble { throw trouble }
  }

  func forgetGeneration() { owner.record("generation forgotten") }

  func move(
    to kind: CredentialStoreKind, progress: @Sendable (StoreMigration.Progress) -> Void
  ) throws(CredentialStoreError) -> Int {
    owner.record("moved to \(kind.rawValue)")
    progress(StoreMigration.Progress(step: .copying, done: 1, total: stored.count))
    if let trouble { throw trouble }
    return stored.count
  }
}
