import CredentialStore
import SecretMemory

/// A store in which some records are damaged.
struct DamagedCredentialStore: CredentialStore {
  let inner: InMemoryCredentialStore
  let damaged: Set<CredentialName>

  func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes? {
    guard !damaged.contains(name) else { throw CredentialStoreError(.damaged, "0f") }
    return try await inner.value(for: name)
  }

  func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError) {
    try await inner.set(value, for: name)
  }

  func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool { await inner.remove(name) }

  func names() async throws(CredentialStoreError) -> [CredentialName] { await inner.names() }
}
