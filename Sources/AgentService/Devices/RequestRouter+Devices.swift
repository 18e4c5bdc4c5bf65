internal import AgentAPI

extension RequestRouter {
  /// Requests about the user's devices.
  mutating func route(to devices: DeviceController) {
    on(ListDevices.self) { (_) throws(Failure) in try await devices.devices() }
  }
}
