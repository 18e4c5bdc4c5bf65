internal import FoundationEssentials
internal import Sealing
internal import ServerClient
internal import TaskStore

/// What makes this machine one device, remembered among the vault's own records.
struct RecordedDevice: DeviceMemory {
  let state: any VaultStateStore
  private static let tokenKey = VaultStateKey("device-token")
  private static let registrationsKey = VaultStateKey("device-registrations")

  /// Two that ask for the first token at once must not make two devices.
  private let turns = Turns()

  func token() async throws -> String {
    await turns.take()
    defer { turns.give() }
    if let token = try await state.recorded(String.self, Self.tokenKey) { return token }
    let token = Data(try SystemRandom.bytes(32)).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    try await state.record(token, Self.tokenKey)
    return token
  }

  func registrations() async throws -> Set<ServerOrigin> {
    let texts = try await state.recorded([String].self, Self.registrationsKey) ?? []
    return Set(try texts.map { try ServerOrigin($0) })
  }

  func setRegistered(_ isRegistered: Bool, at origin: ServerOrigin) async throws {
    var origins = try await registrations()
    if isRegistered { origins.insert(origin) } else { origins.remove(origin) }
    try await state.record(origins.map(\.description).sorted(), Self.registrationsKey)
  }
}
