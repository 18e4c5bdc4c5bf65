public import SecretMemory

/// A store that lives as long as the process: for tests and previews.
public actor InMemoryCredentialStore: CredentialStore {
  private var credentials: [CredentialName: SharedSecret] = [:]

  /// Makes an empty store.
  public init() {}

  /// The value stored under `name`, or nil.
  public func value(for name: CredentialName) throws(CredentialStoreError) -> SecretBytes? {
    guard let stored = credentials[name] else { return nil }
    do { return try stored.bytes.copy() } catch { throw CredentialStoreError(.failed, "\(error)") }
  }

  /// Stores a copy of `value` under `name`.
  public func set(_ value: borrowing SecretBytes, for name: CredentialName) throws(CredentialStoreError) {
    try CredentialLimits.check(value)
    do { credentials[name] = SharedSecret(try value.copy()) } catch {
      throw CredentialStoreError(.failed, "\(error)")
    }
  }

  /// Removes the credential and says whether there was one.
  @discardableResult
  public func remove(_ name: CredentialName) -> Bool { credentials.removeValue(forKey: name) != nil }

  /// The names, sorted.
  public func names() -> [CredentialName] { credentials.keys.sorted() }
}
