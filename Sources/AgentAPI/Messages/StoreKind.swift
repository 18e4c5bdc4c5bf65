/// The kinds of credential store.
public enum StoreKind: String, OpenVocabulary, Equatable, Sendable, CaseIterable {
  /// The desktop's keyring, over the Secret Service.
  case secretService = "secret-service"
  /// The encrypted file.
  case file
  /// A kind that a newer peer knows.
  case unknown

  /// The kinds a person can choose from.
  public static let allCases: [StoreKind] = [.secretService, .file]

  /// A kind of a newer peer.
  public static let unrecognized = Self.unknown
}
