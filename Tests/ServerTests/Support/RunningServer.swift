import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import SecretMemory
import ServerAPI
import ServiceLifecycle
import Testing

@testable import VaultServer

/// A real server in this process, on a free port of the loopback interface.
struct RunningServer {
  let port: Int
  let client: HTTPClient
  let storage: any ServerStorage
  let hasher: CountingHasher
  let clock: ManualClock
  /// Which channel each device has open.
  let openChannels: OpenChannels
  /// Whether it is about to end.
  let drain: ServerDrain
  /// What commands tell it of.
  let changes: ExternalChangeSignal

  /// What the server answered.
  struct Answer {
    let status: Int
    let headers: HTTPHeaders
    let body: Data

    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(type, from: body)
    }

    /// The code of an error; nil for anything else.
    var code: APIError.Code? { try? decoded(APIErrorBody.self).error.code }
  }

  /// Starts a server, lends it, and shuts it down.
  ///
  /// - Parameter databaseClock: the clock that it works by; nil for `clock`.
  static func run(
    storage: (any ServerStorage)? = nil, hasher: CountingHasher? = nil, clock: ManualClock = ManualClock(),
    databaseClock: DatabaseClock? = nil, configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (RunningServer) async throws -> Void
  ) async throws {
    let hasher = try hasher ?? CountingHasher()
    let storage = try storage ?? TestStorage.make()
    var configuration = ServerConfiguration()
    configure(&configuration)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let drain = ServerDrain()
    var parts = ServerApplication.Dependencies(
      storage: storage, hasher: hasher, clock: clock.serverClock, drain: drain, logger: logger)
    if let databaseClock { parts.follow(databaseClock) }
    let (ports, announced) = AsyncStream<Int>.makeStream()
    let services = try ServerApplication.make(configuration, parts) { announced.yield($0) }
    let group = ServiceGroup(configuration: .init(services: services, logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { announced.finish() }
        try await group.run()
      }
      var port: Int?
      for await first in ports {
        port = first
        break
      }
      let client = Self.makeClient()
      let server = RunningServer(
        port: try #require(port), client: client, storage: storage, hasher: hasher, clock: clock,
        openChannels: parts.open, drain: drain, changes: parts.changes)
      let result: Result<Void, any Error>
      do { result = .success(try await body(server)) } catch { result = .failure(error) }
      try await client.shutdown()
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      try result.get()
    }
  }

  /// A configuration that lets anybody make an account.
  static func openRegistration(_ configuration: inout ServerConfiguration) { configuration.registration = .open }

  private static func makeClient() -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 400
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func send(
    _ method: HTTPMethod, _ path: String, body: String? = nil, type: String = "application/json", token: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    try await send(
      method, path, bytes: body.map { Array($0.utf8) }, type: type, token: token, headers: headers)
  }

  func send(
    _ method: HTTPMethod, _ path: String, bytes: [UInt8]?, type: String = "application/json", token: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.method = method
    if let bytes {
      request.body = .bytes(ByteBuffer(bytes: bytes))
      request.headers.add(name: "Content-Type", value: type)
    }
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    let response = try await client.execute(request, timeout: .seconds(30))
    let bytes = try await response.body.collect(upTo: 1 << 20)
    return Answer(
      status: Int(response.status.code), headers: response.headers, body: Data(bytes.readableBytesView))
  }

  static func credentials(_ email: String, _ password: String) -> String {
    #"{"email":"\#(email)","password":"\#(password)"}"#
  }

  func login(_ email: String = "ada@example.org", _ password: String = "correct horse") async throws -> Answer {
    try await send(.POST, "/v1/sessions", body: Self.credentials(email, password))
  }

  /// Logs in as a device that proves itself by a secret, empty where it wants to be given one.
  func login(
    _ email: String = "ada@example.org", _ password: String = "correct horse", device: String
  ) async throws -> Answer {
    let body = #"{"email":"\#(email)","password":"\#(password)","device":"\#(device)"}"#
    return try await send(.POST, "/v1/sessions", body: body)
  }

  /// Logs in and hands over the token.
  func token(_ email: String = "ada@example.org", _ password: String = "correct horse") async throws -> String {
    let answer = try await login(email, password)
    try #require(answer.status == 201)
    return try answer.decoded(Session.self).token
  }

  /// Registers a device of the user whose token it is.
  func register(device: String, token: String) async throws {
    let answer = try await send(
      .PUT, "/v1/devices/\(device)", body: #"{"platform":"linux","name":"\#(device.prefix(6))"}"#, token: token)
    try #require(answer.status == 200)
  }

  /// Pushes a payload, with other members of the body before it.
  func push(_ payload: String = "{}", _ members: String = "", key: String? = nil, token: String) async throws -> Answer
  {
    try await send(
      .POST, "/v1/pushes", body: #"{\#(members)"payload":\#(payload)}"#, token: token,
      headers: key.map { ["Idempotency-Key": $0] } ?? [:])
  }

  /// Writes a message in a channel.
  func post(_ text: String, id: UUID = UUID(), to channel: UUID, token: String) async throws -> Answer {
    let body = try JSONEncoder().encode(ChannelMessageRequest(id: id, text: text))
    return try await send(.POST, "/v1/channels/\(channel)/messages", bytes: Array(body), token: token)
  }

  /// Stores a sender token without the network, and hands it over.
  func senderToken(_ scopes: [SenderScope]) async throws -> String {
    let token = try SessionToken()
    try await storage.add(
      StoredSenderToken(
        id: UUID(), name: String(token.text.prefix(9)), tokenHash: token.hash, scopes: scopes, createdAt: clock.now))
    return token.text
  }

  /// Stores a channel without the network.
  func addChannel(_ title: String = "News") async throws -> UUID {
    let channel = StoredChannel(
      id: UUID(), title: title, description: "About \(title)", picture: nil, createdAt: clock.now)
    try await storage.add(channel)
    return channel.id
  }

  /// Stores an account without the network.
  @discardableResult
  func addAccount(_ email: String = "ada@example.org", _ password: String = "correct horse") async throws
    -> StoredAccount
  {
    let hash = try hasher.hash(try SecretBytes(Array(password.utf8)))
    let account = StoredAccount(
      id: UUID(), email: try #require(EmailAddress(email)), passwordHash: hash.phc, createdAt: clock.now)
    try await storage.add(account)
    return account
  }

  /// Stores the account of an administrator without the network.
  @discardableResult
  func addAdministrator(_ email: String = "ada@example.org") async throws -> StoredAccount {
    let account = try await addAccount(email)
    _ = try await storage.setAdministrator(email: account.email, to: true)
    return account
  }
}
