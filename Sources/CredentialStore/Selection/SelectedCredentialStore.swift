public import SecretMemory

/// The store that the recorded choice names, whichever it is: reads before the first write find nothing, the first write
/// makes the choice. While a migration is under way, writes wait and then fail with `timedOut`.
public struct SelectedCredentialStore: CredentialStore {
  /// The choice.
  public let selection: StoreSelection
  private let notify: @Sendable (String) -> Void
  private let timeLimit: Duration

  /// Follows a choice.
  ///
  /// - Parameters:
  ///   - selection: the choice.
  ///   - timeLimit: how long a write waits for a migration, at most.
  ///   - notify: is told, once, that the file was chosen because the keyring does not work.
  public init(
    _ selection: StoreSelection, timeLimit: Duration = .seconds(5), notify: @escaping @Sendable (String) -> Void
  ) {
    self.selection = selection
    self.timeLimit = timeLimit
    self.notify = notify
  }

  /// The value in the recorded store; nil before the first write.
  public func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes? {
    guard let store = try selection.forReading() else { return nil }
    return try await store.value(for: name)
  }

  /// Stores in the recorded store, after choosing one if need be.
  public func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError) {
    try CredentialLimits.check(value)
    let selected = try await selection.forWriting()
    if let notice = selected.notice { notify(notice) }
    let turn = try await MigrationLock(selection.path, exclusive: false, limit: timeLimit)
    // The wait may have been for a migration.
    let store = try selection.forReading() ?? selected.store
    try await store.set(value, for: name)
    turn.end()
  }

  /// Removes from the recorded store.
  @discardableResult
  public func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool {
    guard try selection.forReading() != nil else { return false }
    let turn = try await MigrationLock(selection.path, exclusive: false, limit: timeLimit)
    guard let store = try selection.forReading() else { return false }
    let wasThere = try await store.remove(name)
    turn.end()
    return wasThere
  }

  /// The names in the recorded store.
  public func names() async throws(CredentialStoreError) -> [CredentialName] {
    guard let store = try selection.forReading() else { return [] }
    return try await store.names()
  }
}
