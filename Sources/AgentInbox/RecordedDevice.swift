public import FoundationEssentials
public import Inbox
internal import Sealing
public import ServerClient
public import TaskStore
internal import VaultModel
internal import Waiting

/// What makes this machine one device of each of its users, remembered among the vault's own records.
public struct RecordedDevice: DeviceRegistrationStore {
  private let state: any VaultStateStore
  private static let tokensKey = VaultStateKey("device-tokens")
  /// The one token of versions that had the same for everybody.
  private static let legacyTokenKey = VaultStateKey("device-token")
  private static let registrationsKey = VaultStateKey("device-registrations")

  /// Two that ask for the first token at once must not make two devices.
  private let mutex = AsyncMutex()

  /// - Parameter state: has the vault's own records.
  public init(state: any VaultStateStore) { self.state = state }

  /// The token of the device that this machine is to a user of a server, made with the first use.
  ///
  /// - Throws: why it can't be read, made or recorded.
  public func token(for user: UUID, at origin: ServerOrigin) async throws -> String {
    try await token(of: InboxOwner(server: origin.description, user: user))
  }

  /// The token of the device that this machine is to a user, made with the first use.
  ///
  /// - Throws: why it can't be read, made or recorded.
  public func token(of owner: InboxOwner) async throws -> String {
    await mutex.lock()
    defer { mutex.unlock() }
    var tokens = try await tokens()
    if let token = tokens[owner.text] { return token }
    let token = try await legacyToken(of: owner) ?? Self.newToken()
    tokens[owner.text] = token
    try await state.setValue(tokens, under: Self.tokensKey)
    return token
  }

  /// Has the next token of a user made anew.
  ///
  /// - Throws: why it can't be made or recorded.
  public func forgetToken(for user: UUID, at origin: ServerOrigin) async throws {
    await mutex.lock()
    defer { mutex.unlock() }
    var tokens = try await tokens()
    tokens[InboxOwner(server: origin.description, user: user).text] = try Self.newToken()
    try await state.setValue(tokens, under: Self.tokensKey)
  }

  private func tokens() async throws -> [String: String] {
    try await state.value([String: String].self, under: Self.tokensKey) ?? [:]
  }

  /// What a former version registered this machine with, where it was for this user.
  private func legacyToken(of owner: InboxOwner) async throws -> String? {
    guard try await state.inboxOwner() == owner else { return nil }
    return try await state.value(String.self, under: Self.legacyTokenKey)
  }

  private static func newToken() throws -> String {
    Data(try SystemRandom.bytes(32)).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The servers that may have this machine registered.
  ///
  /// - Throws: why they can't be read.
  public func registrations() async throws -> Set<ServerOrigin> {
    // A server and a user; former versions have kept the server alone.
    Set(try await registered().map { text in try ServerOrigin(String(text.prefix { $0 != " " })) })
  }

  /// Keeps whether a server may have it registered as a user's device.
  ///
  /// - Throws: why that can't be recorded.
  public func setRegistered(_ isRegistered: Bool, for user: UUID, at origin: ServerOrigin) async throws {
    await mutex.lock()
    defer { mutex.unlock() }
    var texts = Set(try await registered())
    let owner = InboxOwner(server: origin.description, user: user).text
    if isRegistered { texts.insert(owner) } else { texts.subtract([owner, origin.description]) }
    try await state.setValue(texts.sorted(), under: Self.registrationsKey)
  }

  private func registered() async throws -> [String] {
    try await state.value([String].self, under: Self.registrationsKey) ?? []
  }
}

extension InboxOwner {
  /// As it is recorded, and told to clients: neither part has a space.
  public var text: String { "\(server) \(user.text)" }
}

extension VaultStateStore {
  private static var inboxOwnerKey: VaultStateKey { VaultStateKey("inbox-owner") }

  /// Whose inbox was filled last; nil for nobody's.
  func inboxOwner() async throws(VaultRecordError) -> InboxOwner? {
    guard let recorded = try await value([String].self, under: Self.inboxOwnerKey), recorded.count == 2,
      let user = UUID(text: recorded[1])
    else { return nil }
    return InboxOwner(server: recorded[0], user: user)
  }

  /// Notes whose inbox is filled.
  func setInboxOwner(_ owner: InboxOwner) async throws(VaultRecordError) {
    try await setValue([owner.server, owner.user.text], under: Self.inboxOwnerKey)
  }
}
