#if Postgres
import Foundation
import NetworkTesting
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// What a node knows of sessions without asking. The clocks of these servers stand still, so that nothing is looked up anew but for what the feed says.
@Suite("Sessions on several nodes", .timeLimit(.minutes(2)))
struct NodeTokenTests {
  /// Lends two nodes, and a storage that changes things and tells nobody.
  private func run(
    _ body: (_ first: RunningServer, _ second: RunningServer, _ silent: PostgresStorage) async throws -> Void
  ) async throws {
    let place = try PrivateStorage()
    try await RunningServer.run(storage: try place.storage(listens: true)) { first in
      try await RunningServer.run(storage: try place.storage(listens: true)) { second in
        try await body(first, second, try place.storage())
      }
    }
  }

  /// Asks until something is answered, which is what these tests are about, or for a minute.
  private func wait(
    for status: Int, _ server: RunningServer, _ token: String, _ path: String = "/v1/me"
  ) async throws -> Duration {
    let start = ContinuousClock.now
    var last = 0
    while ContinuousClock.now - start < .seconds(60) {
      last = try await server.send(.GET, path, token: token).status
      if last == status { return ContinuousClock.now - start }
    }
    Issue.record("\(path) is answered with \(last)")
    return .seconds(60)
  }

  /// Asks until a node answers without the database: then it knows the token.
  private func waitUntilKnown(_ server: RunningServer, _ token: String) async throws {
    let reader = try await server.senderToken([.metrics])
    func hits() async throws -> Int {
      let text = String(decoding: try await server.send(.GET, "/metrics", token: reader).body, as: UTF8.self)
      let line = text.split(separator: "\n").first {
        $0.hasPrefix(#"vault_server_token_lookups_total{result="known"}"#)
      }
      return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
    }
    for _ in 0..<1_000 {
      let before = try await hits()
      _ = try await server.send(.GET, "/v1/me", token: token)
      // The reader of the figures is known, too.
      if try await hits() > before + 1 { return }
    }
    Issue.record("the token is looked up each time")
  }

  @Test("who logs out on one node is out on the other, as soon as that hears of it, and here at once")
  func logout() async throws {
    try await run { first, second, _ in
      try await first.addAccount()
      for (here, there) in [(first, second), (second, first)] {
        let token = try await first.token()
        for server in [here, there] { try await waitUntilKnown(server, token) }
        #expect(try await here.send(.DELETE, "/v1/sessions/current", token: token).status == 204)
        #expect(try await here.send(.GET, "/v1/me", token: token).status == 401)
        let time = try await wait(for: 401, there, token)
        #expect(time < .seconds(5), "\(time)")
      }
    }
  }

  @Test("who is no administrator any more, whose account is gone, and whose token was revoked, is refused on all nodes")
  func rights() async throws {
    try await run { first, second, silent in
      let ada = try await first.addAdministrator()
      let bob = try await first.addAdministrator("bob@example.org")
      let (adas, bobs) = (try await first.token(), try await first.token("bob@example.org"))
      for server in [first, second] { for token in [adas, bobs] { try await waitUntilKnown(server, token) } }
      let change = try await first.send(
        .PUT, "/v1/admin/accounts/\(bob.id)", body: #"{"isAdministrator":false}"#, token: adas)
      #expect(change.status == 200)
      #expect(try await first.send(.GET, "/metrics", token: bobs).status == 403)
      _ = try await wait(for: 403, second, bobs, "/metrics")
      // By a command, which tells nobody.
      #expect(try await silent.removeAccount(email: ada.email))
      for server in [first, second] { _ = try await wait(for: 401, server, adas) }
      let program = try await first.senderToken([.metrics])
      for server in [first, second] { #expect(try await server.send(.GET, "/metrics", token: program).status == 200) }
      let name = try #require(try await silent.senderTokens().first { program.hasPrefix($0.name) }?.name)
      #expect(try await silent.removeSenderToken(name: name))
      for server in [first, second] { _ = try await wait(for: 401, server, program, "/metrics") }
    }
  }

  @Test("what the feed does not say is known after five seconds")
  func untold() async throws {
    try await run { first, second, silent in
      try await first.addAccount()
      let token = try await first.token()
      try await waitUntilKnown(second, token)
      try await silent.write { transaction in
        try transaction.execute("DELETE FROM sessions", [])
        _ = try transaction.execute("DELETE FROM happenings", [])
      }
      second.clock.advance(by: .milliseconds(5_001))
      #expect(try await second.send(.GET, "/v1/me", token: token).status == 401)
    }
  }

  @Test("what was revoked on one node is refused after five seconds by one that hears nothing any more")
  func deaf() async throws {
    let (place, isDeaf) = (try PrivateStorage(), Flag())
    let deaf = RelationalStorage(DeafEngine(try place.storage(listens: true).engine, isDeaf))
    try await RunningServer.run(storage: try place.storage(listens: true)) { first in
      try await RunningServer.run(storage: deaf) { second in
        try await first.addAccount()
        let (session, program) = (try await first.token(), try await first.senderToken([.metrics]))
        try await waitUntilKnown(second, session)
        #expect(try await second.send(.GET, "/metrics", token: program).status == 200)
        isDeaf.value = true
        let name = try #require(try await first.storage.senderTokens().first { program.hasPrefix($0.name) }?.name)
        #expect(try await first.storage.removeSenderToken(name: name))
        #expect(try await first.send(.DELETE, "/v1/sessions/current", token: session).status == 204)
        for (path, token) in [("/v1/me", session), ("/metrics", program)] {
          #expect(try await first.send(.GET, path, token: token).status == 401)
          // It is deaf.
          #expect(try await second.send(.GET, path, token: token).status == 200, "\(path)")
        }
        second.clock.advance(by: .milliseconds(5_001))
        for (path, token) in [("/v1/me", session), ("/metrics", program)] {
          #expect(try await second.send(.GET, path, token: token).status == 401, "\(path)")
        }
      }
    }
  }
}
#endif
