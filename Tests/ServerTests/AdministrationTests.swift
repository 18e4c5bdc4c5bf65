import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Administration")
struct AdministrationTests {
  private struct House {
    let server: RunningServer
    let ada: StoredAccount
    let token: String

    func send(_ method: HTTPMethod, _ path: String, _ body: String? = nil) async throws -> RunningServer.Answer {
      try await server.send(method, "/v1/admin\(path)", body: body, token: token)
    }

    func emails(_ query: String) async throws -> ([String], next: String?) {
      let page = try await send(.GET, "/accounts\(query)").decoded(ManagedAccountPage.self)
      return (page.accounts.map(\.email), page.next)
    }
  }

  /// Ada is the administrator.
  private func withHouse(_ body: (House) async throws -> Void) async throws {
    try await RunningServer.run { server async throws in
      let ada = try await server.addAdministrator()
      try await body(House(server: server, ada: ada, token: try await server.token()))
    }
  }

  @Test("a user is told whether they are an administrator")
  func own() async throws {
    try await withHouse { house async throws in
      try await house.server.addAccount("bob@example.org")
      let ada = try await house.server.send(.GET, "/v1/me", token: house.token).decoded(OwnAccount.self)
      #expect(ada == OwnAccount(id: house.ada.id, email: "ada@example.org", isAdministrator: true))
      let bobs = try await house.server.token("bob@example.org")
      #expect(try await !house.server.send(.GET, "/v1/me", token: bobs).decoded(OwnAccount.self).isAdministrator)
    }
  }

  @Test("users, former administrators and sender tokens administer nothing")
  func strangers() async throws {
    try await withHouse { house async throws in
      try await house.server.addAccount("bob@example.org")
      let bob = try await house.server.token("bob@example.org")
      let program = try await house.server.senderToken([.everywhere])
      #expect(try await house.server.send(.GET, "/v1/admin/accounts", token: bob).code == .forbidden)
      #expect(try await house.server.send(.GET, "/v1/admin/accounts", token: program).code == .invalidToken)
      _ = try await house.server.storage.setAdministrator(email: house.ada.email, to: false)
      let details = #"{"title":"News"}"#
      #expect(try await house.send(.POST, "/channels", details).code == .forbidden)
      #expect(try await house.server.storage.catalogue(of: nil).isEmpty)
    }
  }

  @Test("accounts are listed by email, page by page, and by how they begin")
  func lists() async throws {
    try await withHouse { house async throws in
      for name in ["Bea", "ben", "carl", "b_z"] { try await house.server.addAccount("\(name)@example.org") }
      let first = try await house.emails("?limit=2")
      #expect(first.0 == ["ada@example.org", "b_z@example.org"] && first.next == "b_z@example.org")
      let second = try await house.emails("?limit=2&after=B_Z@example.org")
      #expect(second.0 == ["Bea@example.org", "ben@example.org"] && second.next == "ben@example.org")
      let third = try await house.emails("?limit=2&after=ben@example.org")
      #expect(third.0 == ["carl@example.org"] && third.next == nil)
      #expect(try await house.emails("?prefix=BE").0 == ["Bea@example.org", "ben@example.org"])
      #expect(try await house.emails("?prefix=b_").0 == ["b_z@example.org"])
      #expect(try await house.emails("?prefix=%25").0.isEmpty)
      #expect(try await house.emails("?prefix=be&after=bea%40example.org").0 == ["ben@example.org"])
      let tooLong = String(repeating: "a", count: 255)
      #expect(try await house.send(.GET, "/accounts?prefix=\(tooLong)").code == .invalidField)
    }
  }

  @Test("an account is made with a password that logs in, however often guesses failed before")
  func making() async throws {
    try await withHouse { house async throws in
      let body = RunningServer.credentials("Bob@example.org", "battery staple")
      let made = try await house.send(.POST, "/accounts", body)
      #expect(made.status == 201)
      #expect(try made.decoded(ManagedAccount.self).email == "Bob@example.org")
      #expect(try await house.server.login("bob@example.org", "battery staple").status == 201)
      #expect(try await house.send(.POST, "/accounts", body).code == .conflict)
      let short = RunningServer.credentials("eve@example.org", "short")
      #expect(try await house.send(.POST, "/accounts", short).code == .invalidField)
    }
  }

  @Test("another account becomes an administrator, an ordinary one, and is removed with its sessions")
  func changes() async throws {
    try await withHouse { house async throws in
      let bob = try await house.server.addAccount("bob@example.org")
      let token = try await house.server.token("bob@example.org")
      let path = "/accounts/\(bob.id)"
      let promoted = try await house.send(.PUT, path, #"{"isAdministrator":true}"#)
      #expect(try promoted.decoded(ManagedAccount.self).isAdministrator)
      #expect(try promoted.decoded(ManagedAccount.self).sessionCount == 1)
      #expect(try await house.server.send(.GET, "/v1/admin/accounts", token: token).status == 200)
      #expect(try await house.send(.PUT, path, #"{"isAdministrator":false}"#).status == 200)
      #expect(try await house.server.send(.GET, "/v1/admin/accounts", token: token).code == .forbidden)
      #expect(try await house.send(.DELETE, path).status == 204)
      #expect(try await house.server.send(.GET, "/v1/me", token: token).code == .invalidToken)
      #expect(try await house.send(.DELETE, path).code == .notFound)
    }
  }

  @Test("administrators neither remove nor demote themselves, so that one always remains")
  func ownAccount() async throws {
    try await withHouse { house async throws in
      let path = "/accounts/\(house.ada.id)"
      #expect(try await house.send(.PUT, path, #"{"isAdministrator":false}"#).code == .conflict)
      #expect(try await house.send(.DELETE, path).code == .conflict)
      #expect(try await house.send(.GET, "/accounts").status == 200)
    }
  }

  @Test("the devices of a user are listed and removed, and only those")
  func devices() async throws {
    try await withHouse { house async throws in
      let bob = try await house.server.addAccount("bob@example.org")
      try await house.server.register(
        device: "phone-phone-phone", token: try await house.server.token("bob@example.org"))
      let path = "/accounts/\(bob.id)/devices"
      let listed = try await house.send(.GET, path).decoded(DeviceList.self).devices
      #expect(listed.map(\.token) == ["phone-phone-phone"])
      #expect(try await house.send(.DELETE, "/accounts/\(house.ada.id)/devices/phone-phone-phone").code == .notFound)
      #expect(try await house.send(.DELETE, "\(path)/..%2F..").code == .notFound)
      #expect(try await house.send(.DELETE, "\(path)/phone-phone-phone").status == 204)
      #expect(try await house.server.devices(of: bob.id).isEmpty)
    }
  }

  @Test("a channel is made, described anew and removed, for everybody to see")
  func channels() async throws {
    try await withHouse { house async throws in
      let picture = UUID()
      let made = try await house.send(
        .POST, "/channels", #"{"title":"News","description":"What is new","picture":"\#(picture)"}"#)
      let channel = try made.decoded(CatalogueChannel.self)
      #expect(try await house.server.storage.catalogue(of: nil) == [channel] && channel.picture == picture)
      #expect(try await house.server.storage.enrol(house.ada.id, in: channel.id, at: .distantPast) != nil)
      _ = try await house.server.post("hello", to: channel.id, token: house.token)
      let changed = try await house.send(.PUT, "/channels/\(channel.id)", #"{"title":"Olds"}"#)
      let described = try changed.decoded(CatalogueChannel.self)
      #expect(described.title == "Olds" && described.description.isEmpty && described.picture == nil)
      #expect(described.isEnrolled && described.bounds == SequenceBounds(first: 1, highest: 1))
      #expect(try await house.send(.DELETE, "/channels/\(channel.id)").status == 204)
      #expect(try await house.server.storage.catalogue(of: nil).isEmpty)
    }
  }

  @Test(
    "a channel without a fit title or with too long a description is refused",
    arguments: [
      #"{"title":""}"#, #"{"title":"a\u0007"}"#, #"{"title":"\#(String(repeating: "a", count: 129))"}"#,
      #"{"title":"a","description":"\#(String(repeating: "a", count: 1025))"}"#, #"{"title":"a","picture":"x"}"#,
    ])
  func channelDetails(_ body: String) async throws {
    try await withHouse { house async throws in
      #expect(try await house.send(.POST, "/channels", body).code == .invalidField)
      #expect(try await house.server.storage.catalogue(of: nil).isEmpty)
    }
  }

  @Test("the streams of a channel end when it is removed")
  func openChannel() async throws {
    try await withHouse { house async throws in
      let channel = try await house.server.addChannel()
      _ = try await house.server.storage.enrol(house.ada.id, in: channel, at: .distantPast)
      try await house.server.register(device: "laptop-laptop-laptop", token: house.token)
      let path = "/v1/channels/\(channel)/events?device=laptop-laptop-laptop"
      var client = try await EventClient(house.server, path, token: house.token)
      #expect(try await house.send(.DELETE, "/channels/\(channel)").status == 204)
      #expect(try await client.next(1).map(\.name) == ["closed"])
    }
  }
}
