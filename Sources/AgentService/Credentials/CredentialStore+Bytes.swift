internal import AgentAPI
internal import CredentialStore
internal import Localization
internal import SecretMemory

extension CredentialStore {
  /// The secret under a name; nil where there is none.
  func secret(_ name: CredentialName) async throws(Failure) -> SharedSecret? {
    do throws(CredentialStoreError) {
      guard let value = try await value(for: name) else { return nil }
      return SharedSecret(value)
    } catch { throw Failure(error) }
  }

  /// The record under a name that is no secret by itself: ciphertext, or under a MAC; nil where there is none.
  func bytes(_ name: CredentialName) async throws(Failure) -> [UInt8]? {
    try await secret(name)?.bytes.withUnsafeBytes { Array($0) }
  }

  /// Stores a record that is no secret by itself.
  func setBytes(_ bytes: [UInt8], for name: CredentialName) async throws(Failure) {
    let value: SecretBytes
    do { value = try SecretBytes(bytes) } catch { throw Failure(.tryLater, "There is not enough memory.") }
    do { try await set(value, for: name) } catch { throw Failure(error) }
  }
}
