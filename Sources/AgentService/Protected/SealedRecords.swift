internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import Localization
internal import SecretMemory
internal import TaskStore
internal import VaultModel
internal import Waiting

/// A sealed text that no task refers to yet.
struct NewRecord: Sendable {
  let name: CredentialName
  let bytes: [UInt8]
}

/// The sealed texts of tasks and their steps, each in the credential store under its id and version. All of it is ciphertext.
struct SealedRecords: Sendable {
  private let store: any CredentialStore
  /// Held by whoever writes.
  private let mutex = AsyncMutex()
  /// What was read while the vault is unlocked.
  private let cache = SealedTextCache()
  /// What could not be removed yet.
  private let orphaned: OrphanedRecords

  /// - Parameter state: where is recorded what could not be removed.
  init(_ store: any CredentialStore, state: any VaultStateStore) {
    self.store = store
    orphaned = OrphanedRecords(state)
  }

  // MARK: Reading

  /// The record of a text, as the store has it; nil where that has none.
  func record(_ name: CredentialName) async throws(Failure) -> [UInt8]? {
    try await store.bytes(name)
  }

  /// Opens the record of a text. One that was opened is read from the store again only after ``forgetRead()``.
  ///
  /// - Parameter open: proves that it is the one that its task refers to.
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` where there is none, and what `open` throws.
  func opening(
    _ item: SealedItem, _ open: ([UInt8]) throws(Failure) -> SharedSecret
  ) async throws(Failure) -> SharedSecret {
    if let record = cache.record(item.seal.digest) { return try open(record) }
    guard let record = try await record(item.name) else {
      throw Failure(
        .badData, "The sealed text of this task is not in the credential store.",
        hint: "See vault store check; restore a backup with vault restore.")
    }
    let text = try open(record)
    cache.insert(record, digest: item.seal.digest)
    return text
  }

  /// Has every record be read from the store again.
  func forgetRead() { cache.removeAll() }

  /// A version of a text whose place is free, after the one in force: a change that was not finished may have left one behind.
  ///
  /// - Parameter present: the version in force; 0 for a text that is new.
  func nextFreeVersion(of item: UUID, after present: Int) async throws(Failure) -> Int {
    guard present > 0 else { return 1 }
    guard present < SealReference.greatestVersion else {
      throw Failure(.badData, "The text of this task has an impossible version.", hint: "Restore a backup.")
    }
    return try await freeVersion(of: item, from: present + 1)
  }

  /// The first version whose place is free: what was unprotected is still there for an undo.
  func firstFreeVersion(of item: UUID) async throws(Failure) -> Int { try await freeVersion(of: item, from: 1) }

  private func freeVersion(of item: UUID, from first: Int) async throws(Failure) -> Int {
    var version = first
    while try await record(.sealedText(of: item, version: version)) != nil { version += 1 }
    return version
  }

  // MARK: Writing

  /// Stores records before the tasks refer to them; takes them away again when that fails. One after the other: of two who
  /// change the same text at once, neither may write over what the other has stored, nor take it away.
  @discardableResult
  func storing<Value>(
    _ records: [NewRecord], _ refer: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await mutex.lock()
    defer { mutex.unlock() }
    for record in records where try await self.record(record.name) != nil { throw .changedMeanwhile }
    for record in records { try await store.setBytes(record.bytes, for: record.name) }
    do { return try await refer() } catch {
      // Without its task a record is an orphan; that it can't be removed either is the lesser news.
      for record in records { try await remove(record.name) }
      throw error
    }
  }

  /// Stores the records of texts that tasks refer to already.
  ///
  /// - Parameter records: asked for while nobody else writes.
  func restore(_ records: () async throws(Failure) -> [NewRecord]) async throws(Failure) {
    await mutex.lock()
    defer { mutex.unlock() }
    defer { forgetRead() }
    for record in try await records() { try await store.setBytes(record.bytes, for: record.name) }
  }

  // MARK: Removing

  /// Removes every version of these texts.
  func removeAll(of items: Set<UUID>) async throws(Failure) {
    forgetRead()
    for name in try await names(of: items) { try await remove(name) }
  }

  /// Where every version of these texts lies.
  func names(of items: Set<UUID>) async throws(Failure) -> [CredentialName] {
    let names = try await CredentialStoreError.asFailure(await store.names())
    return names.filter { $0.sealedItem.map(items.contains) ?? false }
  }

  private func remove(_ name: CredentialName) async throws(Failure) {
    _ = try await CredentialStoreError.asFailure(await store.remove(name))
  }

  /// Whether something is still to be removed.
  var hasOrphans: Bool {
    get async {
      do throws(Failure) { return try await !orphaned.all().isEmpty } catch { return false }
    }
  }

  /// Removes what could not be removed before.
  ///
  /// - Parameter used: the texts that something refers to by now.
  func removeOrphans(except used: () async throws(Failure) -> Set<CredentialName>) async throws(Failure) {
    await mutex.lock()
    defer { mutex.unlock() }
    let records = try await orphaned.all()
    guard !records.isEmpty else { return }
    let used = try await used()
    for record in records {
      guard let name = CredentialName(record.name), !used.contains(name), let bytes = try await self.record(name),
        record.isSame(as: bytes)
      else { continue }
      try await remove(name)
    }
    try await orphaned.replace(with: [])
  }
}

extension SealedRecords: SealedRecordRemoving {
  func removeUnreferenced(_ names: [CredentialName]) async -> Failure? {
    var reason: Failure?
    var unremoved: [OrphanedRecord] = []
    await mutex.lock()
    defer { mutex.unlock() }
    for name in names {
      do throws(Failure) {
        guard let bytes = try await record(name) else { continue }
        unremoved.append(OrphanedRecord(name, bytes))
        try await remove(name)
        unremoved.removeLast()
      } catch { reason = error }
    }
    if !unremoved.isEmpty { await orphaned.add(unremoved) }
    return reason
  }
}
