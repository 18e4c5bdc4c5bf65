/// Why a call over the bus brought no result.
enum BusFailure: Error, Equatable {
  /// The deadline passed.
  case timedOut
  /// The bus or the service went away, or never was there.
  case gone(String)
  /// The service answered with the D-Bus error `name`.
  case refused(name: String, message: String)
  /// The service's answer makes no sense.
  case malformed(String)
  /// Something that has its own name in the store's contract.
  case store(CredentialStoreError)

  /// Classifies a D-Bus error that the service or the bus answered.
  init(remoteName name: String, message: String) {
    let gone = ["NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected", "NoServer", "NoNetwork"]
    let isGone =
      name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
      || gone.contains { name == "org.freedesktop.DBus.Error.\($0)" }
    self = isGone ? .gone(message) : .refused(name: name, message: message)
  }

  /// Whether the service says that the object asked for does not exist (any more).
  var isNoSuchObject: Bool {
    guard case .refused(let name, _) = self else { return false }
    return name.hasSuffix(".Error.NoSuchObject") || name == "org.freedesktop.DBus.Error.UnknownObject"
      || name == "org.freedesktop.DBus.Error.UnknownMethod"
  }

  /// Whether the service says that what was asked for is locked.
  var isLocked: Bool {
    guard case .refused("org.freedesktop.Secret.Error.IsLocked", _) = self else { return false }
    return true
  }

  /// The same as callers of a store see it.
  var asStoreError: CredentialStoreError {
    switch self {
    case .timedOut: CredentialStoreError(.timedOut, "the keyring service did not answer in time")
    case .gone(let detail): CredentialStoreError(.unavailable, detail)
    case .refused where isLocked: CredentialStoreError(.locked, "unlock the keyring")
    case .refused(let name, let message): CredentialStoreError(.failed, "\(name): \(message.prefix(200))")
    case .store(let error): error
    case .malformed(let detail): CredentialStoreError(.failed, "the keyring service answered \(detail)")
    }
  }
}
