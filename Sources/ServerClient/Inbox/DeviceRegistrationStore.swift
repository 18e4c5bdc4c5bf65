public import FoundationEssentials

/// Remembers, beyond the end of the process, what makes this machine one device of its user.
public protocol DeviceRegistrationStore: Sendable {
  /// The device's token for a user of a server, made once: 16 to 64 characters of base64url, of random bytes.
  func token(for user: UUID, at origin: ServerOrigin) async throws -> String
  /// The server says that a token is another user's device: the next one is made anew.
  func forgetToken(for user: UUID, at origin: ServerOrigin) async throws
  /// The servers that may have this device registered. Where nobody is logged in it is yet to be unregistered.
  func registrations() async throws -> Set<ServerOrigin>
  /// Stores whether a server may have it as a user's; called before it is registered, and after it was unregistered.
  func setRegistered(_ isRegistered: Bool, for user: UUID, at origin: ServerOrigin) async throws
}
