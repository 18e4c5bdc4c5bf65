internal import FoundationEssentials

/// Stores which devices logged in before, by the SHA-256 of the secret that each was given.
protocol KnownDeviceStorage: Sendable {
  /// The account, if that secret was given to a device of the account with that email.
  func account(ofKnownDevice secretHash: [UInt8], email: EmailAddress) async throws -> UUID?
  /// Records which registered device a session's secret belongs to.
  ///
  /// - Parameter token: the device's.
  func bindKnownDevice(ofSession tokenHash: [UInt8], to token: String) async throws
  /// Forgets the secrets of a registered device, because it was removed.
  ///
  /// - Parameter tokenHash: the session that removed it; a device that leaves by itself is known when it comes back.
  func forgetKnownDevice(_ token: String, of account: UUID, removedBy tokenHash: [UInt8]?) async throws
}

/// The device that a session belongs to.
struct SessionDevice: Equatable, Sendable {
  /// The SHA-256 of its secret.
  var secretHash: [UInt8]
  /// Whether the secret is given to it with this session.
  var isNew: Bool
}
