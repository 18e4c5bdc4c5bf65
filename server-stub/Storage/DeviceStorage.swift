internal import FoundationEssentials
internal import ServerAPI

/// Keeps the devices of the users.
protocol DeviceStorage: Sendable {
  /// Registers a device, or brings it up to date. One that was another user's becomes this one's.
  ///
  /// - Parameter maximum: how many a user has; those not seen longest beyond it are forgotten.
  /// - Returns: nil when there is no such account.
  func register(_ device: Device, of account: UUID, atMost maximum: Int) async throws -> Device?
  /// Forgets a device of that account.
  ///
  /// - Returns: whether there was one.
  func unregister(_ token: String, of account: UUID) async throws -> Bool
  /// Whether a device is that account's.
  func hasDevice(_ token: String, of account: UUID) async throws -> Bool
  /// The devices of an account, the one registered first before the others.
  func devices(of account: UUID) async throws -> [Device]
}
