internal import DurableFiles
internal import Sealing
internal import SecretMemory

/// The recorded choice between the keyring and the encrypted file.
///
/// It is made at the first write, never by a read, and then it stands: a recorded store that is locked or gone is an
/// error, never a reason to use the other one. The record is a small checksummed file, kept twice.
public actor StoreSelection {
  /// The store to write to, as ``forWriting()`` gives it.
  public struct Selected: Sendable {
    /// Which it is.
    public let kind: CredentialStoreKind
    /// The store itself.
    public let store: any CredentialStore
    /// What the person should be told, once: set only by the call that fell back to the file.
    public let notice: String?
  }

  private let preference: StorePreference
  private let record: CheckedFile
  private let stores: [CredentialStoreKind: any CredentialStore]
  private let canaryLimit: Duration

  /// Names the record and the two stores; nothing is read or made yet.
  ///
  /// - Parameters:
  ///   - path: the file that records the choice; `PATH.copy` and `PATH.lock` lie beside it.
  ///   - preference: what the user asked for. Another one than the recorded is an error that names the remedy.
  ///   - secretService: the keyring; not touched unless it is recorded or tried.
  ///   - file: the encrypted file.
  ///   - canaryLimit: how long trying the keyring may take in total.
  public init(
    path: String, preference: StorePreference, secretService: any CredentialStore, file: any CredentialStore,
    canaryLimit: Duration = .seconds(3)
  ) {
    record = CheckedFile(path: path, kind: "vcs-pick")
    self.preference = preference
    stores = [.secretService: secretService, .file: file]
    self.canaryLimit = canaryLimit
  }

  /// The store of one kind, whatever is recorded.
  public nonisolated func store(_ kind: CredentialStoreKind) -> any CredentialStore {
    guard let store = stores[kind] else { preconditionFailure("there is a store of every kind") }
    return store
  }

  /// What is recorded; nil before the first write.
  ///
  /// - Throws: `damaged` when both copies of the record are.
  public nonisolated func recorded() throws(CredentialStoreError) -> CredentialStoreKind? {
    guard let payload = try record.load() else { return nil }
    guard let kind = CredentialStoreKind(rawValue: String(decoding: payload, as: UTF8.self)) else {
      throw CredentialStoreError(.newerFormat, "\(record.path) names a store that this program does not know")
    }
    return kind
  }

  /// The recorded store, or nil where nothing was ever written.
  ///
  /// - Throws: `unavailable` when the user asked for another than the recorded one, `damaged`.
  public nonisolated func forReading() throws(CredentialStoreError) -> (any CredentialStore)? {
    guard let kind = try recorded() else { return nil }
    try refuseOther(than: kind)
    return store(kind)
  }

  /// The recorded store; chooses and records one when none is.
  ///
  /// - Throws: what ``forReading()`` does, `readOnly` or `diskFull` when the choice can't be recorded, and what the file
  ///   store says of itself when it exists and can't be opened.
  public func forWriting() async throws(CredentialStoreError) -> Selected {
    if let kind = try recorded() {
      try refuseOther(than: kind)
      return Selected(kind: kind, store: store(kind), notice: nil)
    }
    let (kind, notice) = try await choose()
    try CredentialFile.makeDirectory(of: record.path)
    let lock = try FileLock(record.path + ".lock", exclusive: true, limit: .seconds(5))
    // Another process may have chosen meanwhile: the first record stands.
    if let kind = try recorded() {
      try refuseOther(than: kind)
      return Selected(kind: kind, store: store(kind), notice: nil)
    }
    try record.save(Array(kind.rawValue.utf8))
    _ = consume lock
    return Selected(kind: kind, store: store(kind), notice: notice)
  }

  /// Records another choice; for a migration that has verified every value in the new store.
  func recordChoice(_ kind: CredentialStoreKind) throws(CredentialStoreError) {
    try record.save(Array(kind.rawValue.utf8))
  }

  nonisolated var path: String { record.path }

  private nonisolated func refuseOther(than kind: CredentialStoreKind) throws(CredentialStoreError) {
    guard let asked = preference.kind, asked != kind else { return }
    throw CredentialStoreError(
      .unavailable,
      "the credentials are in \(kind.rawValue), not in \(asked.rawValue): `vault store migrate --to \(asked.rawValue)` moves them"
    )
  }

  private func choose() async throws(CredentialStoreError) -> (CredentialStoreKind, String?) {
    if let kind = preference.kind { return (kind, nil) }
    // The record may have been lost; a file with credentials in it is not passed over.
    if try await !store(.file).names().isEmpty { return (.file, nil) }
    guard let trouble = await StoreProbe(store: store(.secretService)).trouble(within: canaryLimit) else {
      return (.secretService, nil)
    }
    return (
      .file,
      "No usable keyring (\(trouble)): credentials are kept in the encrypted file from now on. "
        + "`vault store migrate --to secret-service` moves them later."
    )
  }
}
