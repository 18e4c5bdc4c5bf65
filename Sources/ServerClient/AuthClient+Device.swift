internal import CredentialStore
internal import SecretMemory

/// This device as the server knows it. Without the secret a login only shares the limits of unknown devices, so a failure here is
/// no reason not to try one.
extension AuthClient {
  /// What this device proves itself by; it is sent to the origin that gave it alone.
  func deviceProof(at origin: ServerOrigin, email: String) async -> DeviceProof {
    guard let deviceName else { return .none }
    let value: SecretBytes?
    // Where the store can't be read it could not store another one either.
    do { value = try await store.value(for: deviceName) } catch { return .none }
    guard let value, let item = DeviceItem(decoding: value), item.origin == origin, item.email == email,
      let secret = try? item.secret.copy()
    else { return .wanted }
    return .secret(SharedSecret(secret))
  }

  /// Stores what the server gave, in place of what it gave before.
  func saveDevice(_ secret: SharedSecret?, at origin: ServerOrigin, email: String) async {
    guard let deviceName, let secret, let copy = try? secret.bytes.copy(),
      let value = try? DeviceItem(origin: origin, email: email, secret: copy).encoded()
    else { return }
    // If it is not stored, the next login asks for another one.
    try? await store.set(value, for: deviceName)
  }

  /// Forgets it with the login. What can't be removed opens nothing.
  func forgetDevice() async {
    guard let deviceName else { return }
    _ = try? await store.remove(deviceName)
  }
}
