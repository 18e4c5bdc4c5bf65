/// Where credentials are kept.
public enum CredentialStoreKind: String, Sendable, CaseIterable {
  /// The desktop's keyring, over the Secret Service.
  case secretService = "secret-service"
  /// The encrypted file.
  case file
}

/// What the user asked for.
public enum StorePreference: String, Sendable, CaseIterable {
  /// The keyring where it works, the file elsewhere.
  case auto
  /// The keyring or nothing.
  case secretService = "secret-service"
  /// The encrypted file.
  case file

  /// The one kind that was asked for; nil for ``auto``.
  var kind: CredentialStoreKind? { CredentialStoreKind(rawValue: rawValue) }
}
