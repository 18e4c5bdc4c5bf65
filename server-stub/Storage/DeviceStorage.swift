internal import FoundationEssentials
internal import ServerAPI

/// The outcome of a registration.
enum DeviceOutcome: Equatable, Sendable {
  /// The device is registered like this.
  case registered(Device)
  /// The token is another user's device.
  case tokenIsTaken
  /// There is no such account.
  case noAccount
}

/// Stores the devices of the users.
protocol DeviceStorage: Sendable {
  /// Registers a device, or brings it up to date. One that is another user's stays that.
  ///
  /// - Parameter maximum: how many a user has; those not seen longest beyond it are forgotten.
  func register(_ device: Device, of account: UUID, atMost maximum: Int) async throws -> DeviceOutcome
  /// Forgets a device of that account.
  ///
  /// - Returns: whether there was one.
  func unregister(_ token: String, of account: UUID) async throws -> Bool
  /// Whether a device is that account's.
  func hasDevice(_ token: String, of account: UUID) async throws -> Bool
  /// The devices of an account, the one registered first before the others.
  func devices(of account: UUID) async throws -> [Device]
}
