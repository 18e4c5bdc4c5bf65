/// The ways to prove being the owner.
public enum VerificationMethod: String, OpenVocabulary, Equatable, Sendable, CaseIterable {
  /// The vault's own PIN.
  case pin
  /// What the system asks: a fingerprint, the login password.
  case pam
  /// A way that a newer peer knows.
  case unknown

  /// The ways a person can choose from.
  public static let allCases: [VerificationMethod] = [.pin, .pam]

  /// A way of a newer peer.
  public static let unrecognized = Self.unknown
}
