internal import AgentAPI
internal import CredentialStore
internal import Localization
internal import Sealing
internal import SecretMemory

/// The two secrets of this device, beside the owner's own: the device key, which authenticates the slots, and the
/// pepper, without which a PIN opens nothing.
///
/// They are credentials like any other: items of the keyring, or records of the encrypted file, whose key file is not in
/// the data directory. So a copy of the data directory, where the slots are, is worth nothing by itself.
struct DeviceSecrets: Sendable {
  /// 32 bytes.
  let deviceKey: SharedSecret
  /// 32 bytes.
  let pepper: SharedSecret
}

extension CredentialService {
  /// The device's secrets, or nil when there are none.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/unavailable`` when only one is left.
  func deviceSecrets() async throws(Failure) -> DeviceSecrets? {
    let deviceKey = try await store.secret(.deviceKey)
    let pepper = try await store.secret(.pepper)
    if deviceKey == nil && pepper == nil { return nil }
    guard let deviceKey, let pepper else {
      throw Failure(
        .unavailable, "One of this device's two keys is missing from the credential store.",
        hint: "Restore a backup with vault restore.")
    }
    return DeviceSecrets(deviceKey: deviceKey, pepper: pepper)
  }

  /// The device's secrets; makes what is missing, so only for a vault whose owner has no key yet.
  func deviceSecretsForNewOwner() async throws(Failure) -> DeviceSecrets {
    DeviceSecrets(deviceKey: try await secretOrNew(.deviceKey), pepper: try await secretOrNew(.pepper))
  }

  private func secretOrNew(_ name: CredentialName) async throws(Failure) -> SharedSecret {
    if let existing = try await store.secret(name) { return existing }
    let secret: SecretBytes
    do { secret = try SystemRandom.secret(32) } catch { throw Failure(.internal, verbatim: error.description) }
    do { try await store.set(secret, for: name) } catch { throw Failure(error) }
    return SharedSecret(secret)
  }
}
