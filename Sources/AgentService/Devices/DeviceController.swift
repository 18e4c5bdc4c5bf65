internal import AgentAPI
internal import AgentInbox
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient

/// Asks the server for the devices of the user.
protocol DeviceListing: Sendable {
  /// All of them, this one as well.
  func devices() async throws(ServerClientError) -> [Device]
}

extension AuthClient: DeviceListing {
  func devices() async throws(ServerClientError) -> [Device] {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.devices(at: origin, token: token)
    }
  }
}

/// The request for the user's devices.
struct DeviceController: Sendable {
  let owners: any InboxOwnerResolving
  let device: RecordedDevice
  let server: any DeviceListing

  /// The devices of whoever is logged in, and which of them is this one.
  func devices() async throws(Failure) -> [DeviceRow] {
    let owner = try await owners.owner()
    let own: String
    do { own = try await device.token(of: owner) } catch {
      throw Failure(.inputOutput, "The vault's state database can't be read.", hint: "Run vault doctor for details.")
    }
    let devices = try await ServerClientError.asFailure(await server.devices())
    return devices.map {
      DeviceRow(
        token: $0.token, name: $0.name, platform: $0.platform, lastSeenAt: $0.lastSeenAt, isThisOne: $0.token == own)
    }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to devices: DeviceController) {
    on(ListDevices.self) { (_) throws(Failure) in try await devices.devices() }
  }
}
