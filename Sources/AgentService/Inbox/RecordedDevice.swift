internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Sealing
internal import ServerClient
internal import TaskStore
internal import VaultModel

/// What makes this machine one device of each of its users, remembered among the vault's own records.
struct RecordedDevice: DeviceRegistrationStore {
  let state: any VaultStateStore
  private static let tokensKey = VaultStateKey("device-tokens")
  /// The one token of versions that had the same for everybody.
  private static let formerTokenKey = VaultStateKey("device-token")
  private static let registrationsKey = VaultStateKey("device-registrations")

  /// Two that ask for the first token at once must not make two devices.
  private let mutex = AsyncMutex()

  func token(for user: UUID, at origin: ServerOrigin) async throws -> String {
    try await token(of: InboxOwner(server: origin.description, user: user))
  }

  /// The token of the device that this machine is to a user.
  func token(of owner: InboxOwner) async throws -> String {
    await mutex.lock()
    defer { mutex.unlock() }
    var tokens = try await tokens()
    if let token = tokens[owner.text] { return token }
    let token = try await formerToken(of: owner) ?? Self.newToken()
    tokens[owner.text] = token
    try await state.record(tokens, Self.tokensKey)
    return token
  }

  func forgetToken(for user: UUID, at origin: ServerOrigin) async throws {
    await mutex.lock()
    defer { mutex.unlock() }
    var tokens = try await tokens()
    tokens[InboxOwner(server: origin.description, user: user).text] = try Self.newToken()
    try await state.record(tokens, Self.tokensKey)
  }

  private func tokens() async throws -> [String: String] {
    try await state.recorded([String: String].self, Self.tokensKey) ?? [:]
  }

  /// What a former version registered this machine with, where it was for this user.
  private func formerToken(of owner: InboxOwner) async throws -> String? {
    guard try await state.inboxOwner() == owner else { return nil }
    return try await state.recorded(String.self, Self.formerTokenKey)
  }

  private static func newToken() throws -> String {
    Data(try SystemRandom.bytes(32)).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
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

extension InboxOwner {
  /// As it is recorded, and told to clients: neither part has a space.
  var text: String { "\(server) \(user.text)" }
}

extension VaultStateStore {
  private static var inboxOwnerKey: VaultStateKey { VaultStateKey("inbox-owner") }

  /// Whose inbox was filled last; nil for nobody's.
  func inboxOwner() async throws(Failure) -> InboxOwner? {
    guard let recorded = try await recorded([String].self, Self.inboxOwnerKey), recorded.count == 2,
      let user = UUID(text: recorded[1])
    else { return nil }
    return InboxOwner(server: recorded[0], user: user)
  }

  /// Notes whose inbox is filled.
  func setInboxOwner(_ owner: InboxOwner) async throws(Failure) {
    try await record([owner.server, owner.user.text], Self.inboxOwnerKey)
  }
}
