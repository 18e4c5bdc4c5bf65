import Foundation
import NIOHTTP1
import SecretMemory
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Logging in")
struct LoginTests {
  @Test("the right password opens a session that knows its account, until it is ended")
  func session() async throws {
    try await RunningServer.run { server async throws in
      let account = try await server.addAccount()
      let answer = try await server.login("ADA@example.org ")
      #expect(answer.status == 201)
      let session = try answer.decoded(Session.self)
      #expect(session.account == Account(id: account.id, email: "ada@example.org"))
      #expect(session.token.utf8.count == 43)
      #expect(abs(session.expiresAt.timeIntervalSince(server.clock.now) - 30 * 86_400) < 1)
      #expect(try await server.send(.GET, "/v1/me", token: session.token).decoded(Account.self) == session.account)
      #expect(try await server.send(.DELETE, "/v1/sessions/current", token: session.token).status == 204)
      let ended = try await server.send(.GET, "/v1/me", token: session.token)
      #expect(ended.status == 401 && ended.code == .invalidToken)
      #expect(ended.headers.first(name: "WWW-Authenticate") == "Bearer")
      #expect(try await server.send(.DELETE, "/v1/sessions/current", token: session.token).status == 401)
    }
  }

  @Test("an unknown email and a wrong password are answered alike and cost one hash each")
  func alike() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      var answers: [Data] = []
      for (email, password) in [
        ("ada@example.org", "wrong horse"), ("bob@example.org", "correct horse"), ("ada@example.org", "x"),
      ] {
        let before = server.hasher.total.checks
        let answer = try await server.login(email, password)
        #expect(answer.status == 401 && answer.code == .invalidCredentials)
        #expect(server.hasher.total.checks == before + 1)
        answers.append(answer.body)
      }
      #expect(Set(answers).count == 1)
    }
  }

  @Test("a stored hash is made stronger at the next login")
  func rehash() async throws {
    let storage = try TestStorage.make()
    try await RunningServer.run(storage: storage) { try await $0.addAccount() }
    try await RunningServer.run(storage: storage, hasher: try CountingHasher(iterations: 2)) { server async throws in
      let email = try #require(EmailAddress("ada@example.org"))
      _ = try await server.token()
      #expect(try await storage.account(email: email)?.passwordHash.contains("t=2") == true)
      _ = try await server.token()
      #expect(server.hasher.total.hashes == 1)
    }
  }

  @Test("of logins that find the hash outdated at the same moment, all are right")
  func rehashTogether() async throws {
    let storage = try TestStorage.make()
    try await RunningServer.run(storage: storage) { try await $0.addAccount() }
    try await RunningServer.run(storage: storage, hasher: try CountingHasher(iterations: 2)) { server async throws in
      server.hasher.closeGate(until: 2)
      async let first = server.login().status
      async let second = server.login().status
      #expect(try await [first, second] == [201, 201])
      #expect(server.hasher.total.hashes == 2)
    }
  }

  @Test(
    "wrong passwords are throttled by account, known or not, before a hash runs",
    arguments: ["ada@example.org", "bob@example.org"])
  func throttledByAccount(_ email: String) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      for _ in 0..<10 { #expect(try await server.login(email, "wrong horse").status == 401) }
      let checks = server.hasher.total.checks
      let refused = try await server.login(email.uppercased(), "correct horse")
      #expect(refused.status == 429 && refused.code == .tooManyRequests)
      #expect(refused.headers.first(name: "Retry-After") == "30")
      #expect(server.hasher.total.checks == checks)
      server.clock.advance(by: .seconds(30))
      #expect(try await server.login(email, "wrong horse").status == 401)
      #expect(try await server.login(email, "wrong horse").status == 429)
    }
  }

  @Test("wrong passwords are throttled by address, whatever the account")
  func throttledByAddress() async throws {
    try await RunningServer.run { server async throws in
      for number in 0..<30 { #expect(try await server.login("user\(number)@example.org").status == 401) }
      let refused = try await server.login("another@example.org")
      #expect(refused.status == 429 && refused.headers.first(name: "Retry-After") == "2")
    }
  }

  @Test("right passwords are never throttled")
  func rightIsFree() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      for _ in 0..<50 { #expect(try await server.login().status == 201) }
    }
  }

  @Test("a session ends when it is not used, lives on when it is, and is written to once an hour")
  func expiry() async throws {
    let aDay: (inout ServerConfiguration) -> Void = { $0.sessionLifetime = SessionLifetime(idleSeconds: 86_400) }
    try await RunningServer.run(configure: aDay) { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      let hash = try #require(SessionToken(text: token)).hash
      let begun = try #require(try await server.storage.session(tokenHash: hash)).0.lastUsedAt
      server.clock.advance(by: .seconds(1800))
      #expect(try await server.send(.GET, "/v1/me", token: token).status == 200)
      #expect(try await server.storage.session(tokenHash: hash)?.0.lastUsedAt == begun)
      for _ in 0..<3 {
        server.clock.advance(by: .seconds(80_000))
        #expect(try await server.send(.GET, "/v1/me", token: token).status == 200)
      }
      server.clock.advance(by: .seconds(86_400))
      #expect(try await server.send(.GET, "/v1/me", token: token).code == .invalidToken)
    }
  }

  @Test("a token has one form: with other last bits it is none")
  func oneForm() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
      let last = try #require(token.last.flatMap(alphabet.firstIndex))
      for bits in 1...3 {
        let other = token.dropLast() + String(alphabet[last + bits])
        #expect(try await server.send(.GET, "/v1/me", token: String(other)).code == .invalidToken)
      }
      #expect(try await server.send(.GET, "/v1/me", token: token).status == 200)
    }
  }

  @Test(
    "a token that is none is refused",
    arguments: [
      "", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 44), String(repeating: "é", count: 22),
      "a b",
    ])
  func noToken(_ token: String) async throws {
    try await RunningServer.run { server async throws in
      #expect(try await server.send(.GET, "/v1/me", token: token).code == .invalidToken)
    }
  }
}
