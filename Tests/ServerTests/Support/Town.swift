import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// A server with Ada, who has a device, and Bob: what one may do to the other, in words.
struct Town {
  struct Citizen {
    let id: UUID
    let email: EmailAddress
    let token: String
  }

  static let laptop = "laptop-laptop-laptop"

  let server: RunningServer
  let ada: Citizen
  let bob: Citizen

  /// Starts a server, lends it, and shuts it down.
  static func run(storage: (any ServerStorage)? = nil, _ body: (Town) async throws -> Void) async throws {
    try await RunningServer.run(storage: storage) { server async throws in
      let town = try await Town(server, "ada@example.org", "bob@example.org")
      try await server.register(device: laptop, token: town.ada.token)
      try await body(town)
    }
  }

  /// The two of these addresses come to a server.
  init(_ server: RunningServer, _ ada: String, _ bob: String) async throws {
    self.server = server
    self.ada = try await Self.add(ada, to: server)
    self.bob = try await Self.add(bob, to: server)
  }

  func add(_ email: String) async throws -> Citizen { try await Self.add(email, to: server) }

  private static func add(_ email: String, to server: RunningServer) async throws -> Citizen {
    let account = try await server.addAccount(email)
    return Citizen(id: account.id, email: account.email, token: try await server.token(email))
  }

  @discardableResult
  func change(_ method: HTTPMethod, _ what: String, _ user: Citizen, by citizen: Citizen) async throws -> Int {
    try await server.send(method, "/v1/\(what)/\(user.id)", token: citizen.token).status
  }

  @discardableResult
  func follow(_ user: Citizen, by citizen: Citizen) async throws -> Int {
    try await change(.PUT, "follows", user, by: citizen)
  }

  @discardableResult
  func block(_ user: Citizen, by citizen: Citizen) async throws -> Int {
    try await change(.PUT, "blocks", user, by: citizen)
  }

  /// Pushes something to a user.
  func push(
    _ payload: String = "{}", to user: Citizen, by citizen: Citizen, expiresIn: Int? = nil,
    headers: [String: String] = [:]
  ) async throws -> RunningServer.Answer {
    let expiry = expiresIn.map { #""expiresIn":\#($0),"# } ?? ""
    let body = #"{"to":{"alias":"\#(user.id)"},\#(expiry)"payload":\#(payload)}"#
    return try await server.send(.POST, "/v1/pushes", body: body, token: citizen.token, headers: headers)
  }

  func status(of push: UUID, for citizen: Citizen) async throws -> RunningServer.Answer {
    try await server.send(.GET, "/v1/pushes/\(push)", token: citizen.token)
  }

  func items(of citizen: Citizen) async throws -> [InboxItem] {
    try await server.send(.GET, "/v1/inbox", token: citizen.token).decoded(InboxPage.self).items
  }

  func payloads(of citizen: Citizen) async throws -> [String?] { try await items(of: citizen).map(\.payload) }

  func decide(_ sequence: Int64, _ state: InboxState, by citizen: Citizen) async throws {
    let path = "/v1/inbox/\(sequence)/state"
    let answer = try await server.send(.POST, path, body: #"{"state":"\#(state.rawValue)"}"#, token: citizen.token)
    #expect(answer.status == 200)
  }

  /// Ada's laptop has all up to there.
  func acknowledge(through sequence: Int64) async throws {
    let body = #"{"device":"\#(Self.laptop)","through":\#(sequence)}"#
    let answer = try await server.send(.POST, "/v1/inbox/acknowledgement", body: body, token: ada.token)
    #expect(answer.status == 204)
  }

  /// Ada's laptop has a push erased.
  func redact(_ push: UUID) async throws {
    let body = #"{"device":"\#(Self.laptop)","pushes":["\#(push)"]}"#
    let answer = try await server.send(.POST, "/v1/inbox/redactions", body: body, token: ada.token)
    #expect(answer.status == 200)
  }

  func sent(_ query: String = "", by citizen: Citizen) async throws -> SentPushes {
    try await server.send(.GET, "/v1/pushes\(query)", token: citizen.token).decoded()
  }

  func people(_ query: String = "", of citizen: Citizen) async throws -> People {
    try await server.send(.GET, "/v1/people\(query)", token: citizen.token).decoded()
  }
}
