internal import AgentAPI
internal import CredentialStore
internal import SecretMemory

/// Records that are no secrets by themselves: ciphertext, or under a MAC.
extension CredentialStore {
  /// The record under a name; nil where there is none.
  func bytes(_ name: CredentialName) async throws(Failure) -> [UInt8]? {
    do throws(CredentialStoreError) {
      guard let value = try await value(for: name) else { return nil }
      return value.withUnsafeBytes { Array($0) }
    } catch { throw Failure(error) }
  }

  /// Stores a record under a name.
  func setBytes(_ bytes: [UInt8], for name: CredentialName) async throws(Failure) {
    let value: SecretBytes
    do { value = try SecretBytes(bytes) } catch { throw Failure(.tryLater, "There is not enough memory.") }
    do { try await set(value, for: name) } catch { throw Failure(error) }
  }
}
