internal import AgentAPI
internal import CredentialStore
internal import Localization

/// Which of the two stores the credentials are in.
protocol CredentialStoreSelecting: Sendable {
  /// The kind in use; nil before the first write.
  func kind() throws(Failure) -> CredentialStoreKind?

  /// Whether the encrypted file opens without asking anybody.
  var canOpenFile: Bool { get }
}

extension CredentialService: CredentialStoreSelecting {}

/// The encrypted file, as far as people ask about it.
protocol CredentialFileInspecting: Sendable {
  /// Where it lies.
  var path: String { get }

  /// The names in it.
  func names() async throws(CredentialStoreError) -> [CredentialName]

  /// Reads and verifies everything, and repairs a damaged copy from the other.
  func check() async throws(CredentialStoreError) -> CredentialFileReport
}

extension EncryptedFileStore: CredentialFileInspecting {
  nonisolated var path: String { configuration.path }
}

/// The keyring, as far as people ask about it.
protocol KeyringInspecting: Sendable {
  /// Where it is and whether it is locked; neither unlocks nor asks anything.
  func status() async throws(CredentialStoreError) -> SecretServiceStatus

  /// The names in it.
  func names() async throws(CredentialStoreError) -> [CredentialName]

  /// The ids of the vault's items that are not what it wrote.
  func damagedItemIDs() async throws(CredentialStoreError) -> [String]
}

extension SecretServiceStore: KeyringInspecting {}

/// Says which credential store is in use, why and where, and checks it.
struct CredentialStoreInspector: Sendable {
  let selection: any CredentialStoreSelecting
  let file: any CredentialFileInspecting
  let keyring: any KeyringInspecting
  /// The kind that the settings name; nil where the first write chooses.
  let configured: StoreKind?

  private static let nothingChosen = StoreStatus(
    kind: nil, reason: "nothing has been stored yet", location: "", count: nil, damaged: [], wasChecked: false)

  /// Which store, why and where; unlocks and asks nothing.
  func status() async throws(Failure) -> StoreStatus {
    guard let kind = try selection.kind() else { return Self.nothingChosen }
    var count: Int?
    // Counting may need an unlocked keyring or a passphrase, and the status must not ask for either.
    if kind == .file, selection.canOpenFile {
      count = try await CredentialStoreError.asFailure(await file.names().count)
    }
    return StoreStatus(
      kind: StoreKind(kind), reason: reason.english, location: await location(kind), count: count, damaged: [],
      wasChecked: false)
  }

  /// The same, once every record was read and verified.
  func check() async throws(Failure) -> StoreStatus {
    guard let kind = try selection.kind() else { return Self.nothingChosen }
    var status = StoreStatus(
      kind: StoreKind(kind), reason: reason.english, location: await location(kind), count: nil, damaged: [],
      wasChecked: true)
    do throws(CredentialStoreError) {
      switch kind {
      case .file:
        let report = try await file.check()
        status.count = report.recordCount
        status.damaged = report.damaged.map(\.id) + report.problems
      case .secretService:
        status.damaged = try await keyring.damagedItemIDs()
        if status.damaged.isEmpty { status.count = try await keyring.names().count }
      }
    } catch { throw Failure(error) }
    return status
  }

  private var reason: LocalizedText { configured == nil ? "chosen at the first write" : "chosen in the configuration" }

  private func location(_ kind: CredentialStoreKind) async -> String {
    guard kind == .secretService else { return file.path }
    do throws(CredentialStoreError) {
      let status = try await keyring.status()
      return "\(status.busName), collection \(status.collectionLabel)\(status.isLocked ? ", locked" : "")"
    } catch { return "not reachable: \(error.failure.message)" }
  }
}
