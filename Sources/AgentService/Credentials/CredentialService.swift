internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import Synchronization
internal import TaskStore
internal import VaultModel

/// The one credential store this vault uses: chosen at the first write, recorded, never changed behind the owner's back.
final class CredentialService: Sendable {
  /// The recorded choice, and both stores it is made between.
  let selection: StoreSelection
  /// The encrypted file, whether it is in use or not.
  let file: EncryptedFileStore
  /// The keyring, whether it is in use or not.
  let keyring: SecretServiceStore
  /// Tells this vault's items in the keyring from another vault's; nil where what was recorded can't be read.
  let namespace: String?
  /// The store in use.
  let store: SelectedCredentialStore
  /// The vault's own records.
  let state: any VaultStateStore
  /// The passphrase of the encrypted file; nil where a key file opens it.
  let passphrase: PassphraseCache?
  /// What has not been told yet.
  let notices: NoticeQueue

  /// - Parameter cost: what opening a new file by a passphrase costs.
  init(
    settings: VaultSettings, paths: VaultPaths, state: any VaultStateStore, cost: KDFCost = .calibrated
  ) async throws(Failure) {
    let notices = NoticeQueue()
    self.notices = notices
    self.state = state
    let passphrase = settings.usesPassphrase ? PassphraseCache() : nil
    self.passphrase = passphrase
    file = EncryptedFileStore(
      EncryptedFileStore.Configuration(
        path: paths.data + "/credentials.db", stateDirectory: paths.state,
        keySource: passphrase.map { known in .passphrase(parameters: cost.fixed) { known.wanted() } }
          ?? .keyFile(KeyFile(path: paths.config + "/credentials.key")),
        report: { notices.add(LocalizedText(words: $0), for: .owner) }))
    namespace = try await Self.namespace(state)
    if let namespace {
      keyring = SecretServiceStore(namespace: namespace)
    } else {
      // On no bus: nothing is read there, and nothing written that would not be found again.
      keyring = SecretServiceStore(namespace: "", busAddress: "unix:path=/dev/null")
      notices.add(Self.lostNamespace)
    }
    selection = StoreSelection(
      path: paths.data + "/credential-store", preference: StorePreference(settings.credentialStore),
      secretService: keyring, file: file)
    store = SelectedCredentialStore(selection) { notices.add(LocalizedText(words: $0)) }
  }

  /// Keeps a notice for the owner.
  func notifyOwner(_ notice: LocalizedText) { notices.add(notice, for: .owner) }

  /// The kind in use; nil before the first write.
  func kind() throws(Failure) -> CredentialStoreKind? {
    try CredentialStoreError.asFailure(now: selection.recorded())
  }

  /// Carries a request out, within which the keyring is not asked for the same thing twice.
  func duringRequest<Value: Sendable, Problem: Error>(
    _ body: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    try await keyring.duringRequest(body)
  }

  /// Says that the request under way will read many records: a keyring sends them at once.
  func expectManyReads() { keyring.expectManyReads() }

  /// Drops what the requests under way have read of the keyring.
  func forgetRead() { keyring.forgetRead() }

  /// A record that is no secret by itself: ciphertext, or a MACed record.
  func bytes(_ name: CredentialName) async throws(Failure) -> [UInt8]? {
    try await store.bytes(name)
  }

  /// Stores a record that is no secret by itself.
  func setBytes(_ bytes: [UInt8], for name: CredentialName) async throws(Failure) {
    try await store.setBytes(bytes, for: name)
  }

  private static let lostNamespace: LocalizedText =
    "The record of this vault's items in the keyring is damaged, so the keyring is not used. Put back tasks.db and its copy from"
    + " a time when it was whole, or restore a backup with vault restore."

  /// Tells this vault's items in the keyring from another vault's; opaque, and the same for ever. Nil where what was recorded can't
  /// be read: another one would find none of them.
  private static func namespace(_ state: any VaultStateStore) async throws(Failure) -> String? {
    let key = VaultStateKey("keyring-namespace")
    do throws(Failure) {
      if let known = try await state.recorded(String.self, key) { return known }
    } catch {
      guard error.code == .badData else { throw error }
      return nil
    }
    let namespace = "vault/" + UUID().text
    try await state.record(namespace, key)
    return namespace
  }
}

extension StorePreference {
  /// What the configuration asks for; nil means `auto`.
  init(_ kind: StoreKind?) {
    self = kind.flatMap { StorePreference(rawValue: $0.rawValue) } ?? .auto
  }
}

extension StoreKind {
  /// A store's kind as the wire names it.
  init(_ kind: CredentialStoreKind) { self = Self(rawValue: kind.rawValue) ?? .unknown }
}
