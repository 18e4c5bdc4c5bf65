/// What a person wants to know of the keyring behind a ``SecretServiceStore``.
public struct SecretServiceStatus: Sendable, Equatable {
  /// The well-known bus name: `org.freedesktop.secrets`.
  public let busName: String
  /// The bus it was found on, as a D-Bus server address.
  public let busAddress: String
  /// The label of the default collection, for instance "Login".
  public let collectionLabel: String
  /// Whether the default collection is locked.
  public let isLocked: Bool
}
