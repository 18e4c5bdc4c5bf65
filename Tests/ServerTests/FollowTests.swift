import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Following")
struct FollowTests {
  private struct Pair {
    let server: RunningServer
    let ada: (account: StoredAccount, token: String)
    let bob: (account: StoredAccount, token: String)

    /// Bob follows Ada.
    func follow() async throws -> Int {
      try await server.send(.PUT, "/v1/follows/\(ada.account.id)", token: bob.token).status
    }

    func followers(_ query: String = "") async throws -> Followers {
      try await server.send(.GET, "/v1/me/followers\(query)", token: ada.token).decoded()
    }

    func payloads() async throws -> [String?] {
      try await server.send(.GET, "/v1/inbox", token: ada.token).decoded(InboxPage.self).items.map(\.payload)
    }
  }

  private func withPair(_ body: (Pair) async throws -> Void) async throws {
    try await RunningServer.run { server async throws in
      let ada = try await server.addAccount()
      let bob = try await server.addAccount("bob@example.org")
      try await body(
        Pair(
          server: server, ada: (ada, try await server.token()),
          bob: (bob, try await server.token("bob@example.org"))))
    }
  }

  @Test("who is followed is told by a push, and sees by whom and since when")
  func follow() async throws {
    try await withPair { pair async throws in
      #expect(try await pair.follow() == 204)
      let followers = try await pair.followers()
      let bob = Follower(user: pair.bob.account.id, name: "bob", since: pair.server.clock.now)
      #expect(followers == Followers(total: 1, followers: [bob], asOf: pair.server.clock.now))
      let payload = #"{"aps":{"alert":"bob follows you"},"kind":"follow","user":"\#(pair.bob.account.id)"}"#
      #expect(try await pair.payloads() == [payload])
    }
  }

  @Test("following again, or anew, tells nobody twice")
  func again() async throws {
    try await withPair { pair async throws in
      for _ in 1...2 { #expect(try await pair.follow() == 204) }
      for _ in 1...2 {
        let path = "/v1/follows/\(pair.ada.account.id)"
        #expect(try await pair.server.send(.DELETE, path, token: pair.bob.token).status == 204)
      }
      #expect(try await pair.followers().total == 0)
      #expect(try await pair.follow() == 204)
      #expect(try await pair.followers().total == 1)
      #expect(try await pair.payloads().count == 1)
    }
  }

  @Test("only who came since the last time is listed, and all are counted")
  func since() async throws {
    try await withPair { pair async throws in
      _ = try await pair.follow()
      let last = try await pair.followers().asOf.formatted(.iso8601)
      #expect(try await pair.followers("?since=\(last)").followers.count == 1, "nobody of that second is missed")
      pair.server.clock.advance(by: .seconds(60))
      try await pair.server.addAccount("eve@example.org")
      let eve = try await pair.server.token("eve@example.org")
      _ = try await pair.server.send(.PUT, "/v1/follows/\(pair.ada.account.id)", token: eve)
      let later = pair.server.clock.now.formatted(.iso8601)
      let newest = try await pair.followers("?since=\(later)")
      #expect(newest.total == 2 && newest.followers.map(\.name) == ["eve"])
      #expect(try await pair.followers().followers.map(\.name) == ["eve", "bob"])
    }
  }

  @Test("a profile says who somebody is, and who follows whom")
  func profile() async throws {
    try await withPair { pair async throws in
      _ = try await pair.follow()
      let path = "/v1/users/\(pair.ada.account.id)"
      let own: Profile = try await pair.server.send(.GET, path, token: pair.ada.token).decoded()
      #expect(
        own == Profile(user: pair.ada.account.id, name: "ada", followerCount: 1, isFollowed: false, isFollower: false))
      let bobs: Profile = try await pair.server.send(.GET, path, token: pair.bob.token).decoded()
      #expect(bobs.isFollowed && !bobs.isFollower)
      let bob = "/v1/users/\(pair.bob.account.id)"
      let adas: Profile = try await pair.server.send(.GET, bob, token: pair.ada.token).decoded()
      #expect(!adas.isFollowed && adas.isFollower && adas.followerCount == 0)
      for user in [UUID().uuidString, "x", "%2e%2e"] {
        #expect(try await pair.server.send(.GET, "/v1/users/\(user)", token: pair.ada.token).code == .notFound)
      }
    }
  }

  @Test("nobody follows themselves, or who is not there")
  func refusals() async throws {
    try await withPair { pair async throws in
      let own = "/v1/follows/\(pair.ada.account.id)"
      #expect(try await pair.server.send(.PUT, own, token: pair.ada.token).code == .invalidField)
      for user in [UUID().uuidString, "x", "%2e%2e", "%00"] {
        for method in [HTTPMethod.PUT, .DELETE] {
          #expect(try await pair.server.send(method, "/v1/follows/\(user)", token: pair.ada.token).code == .notFound)
        }
      }
      for since in ["x", "", "1", "2026-11-22", "999999999999-01-01T00:00:00Z"] {
        let answer = try await pair.server.send(.GET, "/v1/me/followers?since=\(since)", token: pair.ada.token)
        #expect(answer.code == .invalidField, "\(since)")
      }
    }
  }

  @Test("who follows goes with their account")
  func removal() async throws {
    try await withPair { pair async throws in
      _ = try await pair.follow()
      #expect(try await pair.server.storage.removeAccount(email: pair.bob.account.email))
      #expect(try await pair.followers().total == 0)
    }
  }
}
