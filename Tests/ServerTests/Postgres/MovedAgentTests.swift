#if Postgres
import Foundation
import NIOPosix
import PostgresTesting
import ProcessTesting
import ServerAPI
import Testing

@testable import VaultServer

/// Devices whose server moves.
@Suite("A device whose server moves", .timeLimit(.minutes(4)))
struct MovedAgentTests {
  @Test("goes on with its session and its place, in the database and back, and fetches nothing anew")
  func goesOn() async throws {
    try await MovePlace.with { place async throws in
      let added = try await ServerProgram.run(
        ["account", "add", "ada@example.org", "--password-stdin", "--data", place.data], input: "correct horse\n")
      #expect(added.status == 0, "\(added)")
      let database = try MovePlace.makeDatabase()
      let way = try place.way(to: database)
      let node = try place.way(to: database, as: PrivateDatabases.node)
      let back = MovePlace(directory: place.directory, data: place.directory + "/back")
      let port = try FreePort.find()
      let storage = try SQLiteStorage(path: place.file)
      let account = try #require(try await storage.accounts(now: Date()).first).id
      try await storage.store(300, for: account)

      var running = try ChildProcess([
        ServerProgram.path, "serve", "--listen", "127.0.0.1:\(port)", "--data", place.data,
      ])
      func end() async throws {
        let server = running
        server.send(SIGTERM)
        _ = try await NIOThreadPool.singleton.runIfActive { try server.exitStatus(within: 60) }
      }
      func start(_ words: [String]) async throws {
        let server = try ChildProcess([ServerProgram.path, "serve", "--listen", "127.0.0.1:\(port)"] + words)
        _ = try await NIOThreadPool.singleton.runIfActive { try server.line() }
        running = server
      }
      let first = running
      _ = try await NIOThreadPool.singleton.runIfActive { try first.line() }
      try await Agent.run(at: port) { agent async throws in
        await agent.untilLive()
        let keeper = agent.keeper(of: account)
        #expect(await keeper.contents.sequences == Array(1...300))
        for (number, step) in zip(301..., [([way], ["--database", node]), ([way, "--back"], ["--data", back.data])]) {
          try await end()
          let data = number == 301 ? place.data : back.data
          let moved = try await ServerProgram.run(["migrate", "--data", data, "--database"] + step.0)
          #expect(moved.status == 0, "\(moved)")
          let other: any ServerStorage =
            number == 301 ? try PrivateStorage(name: database).storage() : try SQLiteStorage(path: back.file)
          #expect(try await other.accounts(now: Date()).first?.sessionCount == 1)
          try await start(step.1)
          try await other.store(1, for: account)
          let contents = await keeper.until { $0.sequences.last == Int64(number) }
          // All came once and in order: what had come before the move was not sent again.
          #expect(contents.sequences == Array(1...Int64(number)))
          #expect(contents.disorder.isEmpty && contents.gaps.isEmpty)
          #expect(try await other.accounts(now: Date()).first?.sessionCount == 1)
        }
      }
      try await end()
    }
  }
}

extension ServerStorage {
  /// Stores pushes to a user.
  fileprivate func store(_ count: Int, for account: UUID) async throws {
    for _ in 0..<count {
      _ = try await append(
        StoredPush(
          id: UUID(), sender: .account(account), recipient: .alias(account), idempotencyKey: nil, payload: "{}",
          createdAt: Date(), expiresAt: nil))
    }
  }
}
#endif
