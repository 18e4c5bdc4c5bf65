import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Senders")
struct SenderTests {
  private static let phone = "phone-phone-phone"

  /// Ada, Bob with a phone, and a channel that Bob is enrolled in.
  private struct House {
    let server: RunningServer
    let ada: StoredAccount
    let bob: StoredAccount
    let channel: UUID

    func token(_ scopes: SenderScope...) async throws -> String { try await server.senderToken(scopes) }

    /// The status of a push to each kind of recipient: Ada, Bob, his phone, the channel, and everyone.
    func statuses(_ token: String) async throws -> [Int] {
      var statuses: [Int] = []
      for recipient in [
        #"{"alias":"\#(ada.id)"}"#, #"{"alias":"\#(bob.id)"}"#, #"{"device":"\#(SenderTests.phone)"}"#,
        #"{"channel":"\#(channel)"}"#, #"{"everyone":true}"#,
      ] {
        statuses.append(try await server.push("{}", #""to":\#(recipient),"#, token: token).status)
      }
      return statuses
    }
  }

  private func withHouse(
    configure: (inout ServerConfiguration) -> Void = { _ in }, _ body: (House) async throws -> Void
  ) async throws {
    try await RunningServer.run(configure: configure) { server async throws in
      let ada = try await server.addAccount()
      let bob = try await server.addAccount("bob@example.org")
      try await server.register(device: Self.phone, token: try await server.token("bob@example.org"))
      let channel = try await server.addChannel()
      _ = try await server.storage.enrol(bob.id, in: channel, at: server.clock.now)
      try await body(House(server: server, ada: ada, bob: bob, channel: channel))
    }
  }

  @Test("a user sends to themselves, their devices and the channels they are enrolled in")
  func users() async throws {
    try await withHouse { house async throws in
      #expect(try await house.statuses(try await house.server.token()) == [201, 403, 403, 403, 403])
      #expect(
        try await house.statuses(try await house.server.token("bob@example.org")) == [403, 201, 201, 201, 403])
    }
  }

  @Test("an administrator sends to everybody, until they are none")
  func administrators() async throws {
    try await withHouse { house async throws in
      let token = try await house.server.token()
      #expect(try await house.server.storage.setAdministrator(email: house.ada.email, to: true))
      #expect(try await house.statuses(token) == [201, 201, 201, 201, 201])
      for (recipient, kind) in [
        (#"{"alias":"\#(UUID())"}"#, "user"), (#"{"device":"nobody-nobody-nobody"}"#, "device"),
        (#"{"channel":"\#(UUID())"}"#, "channel"),
      ] {
        let nobody = try await house.server.push("{}", #""to":\#(recipient),"#, token: token)
        #expect(try nobody.decoded(APIErrorBody.self).error == APIError(.notFound, "there is no such \(kind)"))
      }
      #expect(try await house.server.storage.setAdministrator(email: house.ada.email, to: false))
      #expect(try await house.statuses(token) == [201, 403, 403, 403, 403])
    }
  }

  @Test("an item says who sent it: a person, an administrator or a program, also when the program's token is gone")
  func signatures() async throws {
    try await withHouse { house async throws in
      let (ada, bob) = (try await house.server.token(), try await house.server.token("bob@example.org"))
      _ = try await house.server.storage.setAdministrator(email: house.ada.email, to: true)
      let program = try await house.token(.everywhere)
      let alias = #""to":{"alias":"\#(house.bob.id)"},"#
      var seen: [ItemSender?] = []
      for sender in [bob, ada, program] {
        let push = try await house.server.push("{}", alias, token: sender).decoded(Push.self)
        let path = "/v1/pushes/\(push.id)"
        seen.append(try await house.server.send(.GET, path, token: sender).decoded(PushStatus.self).sender)
      }
      _ = try await house.server.storage.removeSenderToken(name: String(program.prefix(9)))
      let page = try await house.server.send(.GET, "/v1/inbox", token: bob).decoded(InboxPage.self)
      #expect(
        page.items.map(\.sender) == [
          ItemSender(kind: .person, name: "bob", id: house.bob.id),
          ItemSender(kind: .administrator, name: "ada", id: house.ada.id),
          ItemSender(kind: .program, name: String(program.prefix(9))),
        ])
      #expect(page.items.map(\.sender) == seen, "senders see how they are named")
    }
  }

  @Test("a sender token sends within its scopes")
  func scopes() async throws {
    try await withHouse { house async throws in
      #expect(try await house.statuses(try await house.token(.everywhere)) == [201, 201, 201, 201, 201])
      #expect(try await house.statuses(try await house.token(.alias(house.bob.id))) == [403, 201, 201, 403, 403])
      #expect(try await house.statuses(try await house.token(.channel(house.channel))) == [403, 403, 403, 201, 403])
      let both = try await house.token(.alias(house.ada.id), .channel(house.channel))
      #expect(try await house.statuses(both) == [201, 403, 403, 201, 403])
      #expect(try await house.statuses(try await house.token()) == [403, 403, 403, 403, 403])
    }
  }

  @Test("a sender token names whom it sends to, follows its own pushes, and opens nothing else")
  func limits() async throws {
    try await withHouse { house async throws in
      let server = house.server
      let token = try await house.token(.everywhere)
      #expect(try await server.push(token: token).code == .invalidField)
      let push = try await server.push("{}", #""to":{"alias":"\#(house.bob.id)"},"#, token: token).decoded(Push.self)
      #expect(try await server.send(.GET, "/v1/pushes/\(push.id)", token: token).status == 200)
      for other in [try await house.token(.everywhere), try await server.token("bob@example.org")] {
        #expect(try await server.send(.GET, "/v1/pushes/\(push.id)", token: other).code == .notFound)
      }
      for path in ["/v1/me", "/v1/devices", "/v1/inbox", "/v1/sequences", "/v1/events", "/v1/catalogue"] {
        #expect(try await server.send(.GET, path, token: token).code == .invalidToken, "\(path)")
      }
      #expect(try await server.send(.DELETE, "/v1/sessions/current", token: token).code == .invalidToken)
    }
  }

  @Test("a revoked token sends nothing")
  func revocation() async throws {
    try await withHouse { house async throws in
      let token = try await house.token(.everywhere)
      let name = try #require(try await house.server.storage.senderTokens().first?.name)
      #expect(try await house.server.storage.removeSenderToken(name: name))
      #expect(try await house.statuses(token) == [401, 401, 401, 401, 401])
      #expect(try await !house.server.storage.removeSenderToken(name: name))
    }
  }

  @Test("a push to a channel goes to everybody who is enrolled, once each")
  func channel() async throws {
    try await withHouse { house async throws in
      let server = house.server
      let body = #""to":{"channel":"\#(house.channel)"},"#
      let token = try await house.token(.everywhere)
      #expect(try await server.push("{}", body, token: token).decoded(Push.self).inboxCount == 1)
      _ = try await server.storage.enrol(house.ada.id, in: house.channel, at: server.clock.now)
      #expect(try await server.push("{}", body, token: token).decoded(Push.self).inboxCount == 2)
      for account in [house.ada.id, house.bob.id] { _ = try await server.storage.leave(account, house.channel) }
      #expect(try await server.push("{}", body, token: token).decoded(Push.self).inboxCount == 0)
      #expect(try await server.storage.sequences(of: house.bob.id)?.inbox.highest == 2)
      #expect(try await server.storage.sequences(of: house.ada.id)?.inbox.highest == 1)
    }
  }

  @Test("each sender is slowed down by themselves, and told how long")
  func rate() async throws {
    let configure: (inout ServerConfiguration) -> Void = {
      $0.sendLimit = RateLimit(burst: 3, interval: .seconds(7))
    }
    try await withHouse(configure: configure) { house async throws in
      let server = house.server
      let (ada, bob) = (try await server.token(), try await server.token("bob@example.org"))
      for _ in 0..<3 { #expect(try await server.push(token: ada).status == 201) }
      let refused = try await server.push(token: ada)
      #expect(refused.code == .tooManyRequests && refused.headers.first(name: "Retry-After") == "7")
      #expect(try await server.push(token: bob).status == 201)
      server.clock.advance(by: .seconds(7))
      #expect(try await server.push(token: ada).status == 201)
      #expect(try await server.push(token: ada).status == 429)
    }
  }

  @Test(
    "scopes are what they are written as, and nothing else",
    arguments: [
      "", "push", "push:send:", "push:send:alias", "push:send:alias:", "push:send:alias:x", "push:sends", "PUSH:SEND",
      "push:send:everyone:6F9619FF-8B86-D011-B42D-00CF4FC964FF",
      "push:send:alias:6F9619FF-8B86-D011-B42D-00CF4FC964FF:x",
    ])
  func noScope(_ text: String) throws {
    #expect(SenderScope(text) == nil)
    let id = try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
    for scope in [SenderScope.everywhere, .alias(id), .channel(id)] {
      #expect(SenderScope(scope.description) == scope)
    }
  }
}
