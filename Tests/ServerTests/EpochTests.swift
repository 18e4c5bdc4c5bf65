import Foundation
import GRDB
import NIOHTTP1
import NIOPosix
import ProcessTesting
import ServerAPI
import Testing

@testable import VaultServer

@Suite("The epoch of a numbering", .timeLimit(.minutes(2)))
struct EpochTests {
  private func epoch(_ server: RunningServer, _ token: String) async throws -> Epoch {
    try #require(try await server.send(.GET, "/v1/sequences", token: token).decoded(Sequences.self).epoch)
  }

  @Test("is small letters and digits, and nothing else is read as one")
  func text() throws {
    let all = Set((0..<1000).map { _ in Epoch.random().description })
    #expect(all.count == 1000 && all.allSatisfy { Epoch($0)?.description == $0 && $0.utf8.count == 12 })
    for text in ["", "A", "a-b", "a b", "é", "a\r\n", String(repeating: "a", count: 33)] {
      #expect(Epoch(text) == nil)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([Epoch].self, from: JSONEncoder().encode([text]))
      }
    }
  }

  @Test("is made with the database, stays with it, and is another one once it is told so")
  func storage() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let path = directory + "/vault-server.sqlite"
      let epoch = try await SQLiteStorage(path: path).epoch()
      let storage = try SQLiteStorage(path: path)
      #expect(try await storage.epoch() == epoch)
      #expect(try await SQLiteStorage.inMemory().epoch() != epoch)
      #expect(try await storage.copyDate() == nil)
      let next = try await storage.beginEpoch()
      #expect(next != epoch)
      #expect(try await storage.epoch() == next)
    }
  }

  @Test("ends with all sessions, secrets of devices and invitations, and with them the streams")
  func ends() async throws {
    // Nothing but the word of the command ends the stream.
    let configure: (inout ServerConfiguration) -> Void = { $0.heartbeat = .seconds(3600) }
    try await RunningServer.run(configure: configure) { server async throws in
      let ada = try await server.addAccount()
      _ = try await server.login(device: "")
      let token = try await server.token()
      try await server.storage.setFindable(ada.id, to: true)
      try await server.storage.add(
        StoredInvitation(
          id: UUID(), codeHash: [1], createdAt: server.clock.now, expiresAt: server.clock.now.addingTimeInterval(60)))
      var stream = try await EventClient(server, token: token)
      let first = try await epoch(server, token)
      _ = try await server.storage.beginEpoch()
      server.changes.send()
      await #expect(throws: (any Error).self) { while true { _ = try await stream.nextBlock() } }
      #expect(try await server.send(.GET, "/v1/me", token: token).status == 401)
      #expect(try await server.storage.invitations(now: .distantPast).isEmpty)
      #expect(try await epoch(server, try await server.token()) != first)
      let left = try await server.storage.direct.write { transaction in
        try ["knownDevices", "followInvitations", "accounts WHERE isFindable = 1"].map { table -> Int in
          try transaction.value("SELECT count(*) FROM \(table)") ?? -1
        }
      }
      #expect(left == [0, 0, 0])
    }
  }

  @Test("is in the ids of a stream, which begins after an id with it or without, and after none of another numbering")
  func cursors() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      for number in 1...3 { try await server.push(token, "n\(number)") }
      let epoch = try await epoch(server, token)
      var clients: [EventClient] = []
      for after in ["1-0", "1-0-\(epoch)"] {
        clients.append(try await EventClient(server, token: token, after: after))
        let events = try await clients[clients.count - 1].next(2)
        #expect(events.map(\.id) == ["2-0", "3-0"] && events.allSatisfy { $0.epoch == epoch.description })
      }
      clients.append(try await EventClient(server, token: token))
      // One that still reads may read of the decision before it hears of the push.
      try await server.push(token, "live")
      for index in clients.indices { #expect(try await clients[index].next(1).map(\.id) == ["4-0"]) }
      try await server.decide(token, 1, "read")
      for index in clients.indices {
        let events = try await clients[index].next(1)
        #expect(events.map(\.id) == ["4-1"] && events.allSatisfy { $0.epoch == epoch.description })
      }
      for after in ["1-0-\(Epoch.random())", "1-0-", "1-0-A", "1-0-\(epoch)-", "1-0-\(epoch)-0"] {
        #expect(try await EventClient(server, token: token, after: after).status == 422, "\(after)")
      }
    }
  }

  @Test("is in the ids of a channel, too")
  func channelCursors() async throws {
    try await JoinedChannel.run { scene async throws in
      for text in ["a", "b"] { try await scene.post(text) }
      let epoch = try await epoch(scene.server, scene.token)
      func open(_ after: String) async throws -> EventClient {
        let path = "/v1/channels/\(scene.channel)/events?device=\(JoinedChannel.laptop)"
        return try await EventClient(scene.server, path, token: scene.token, after: after)
      }
      for (number, after) in zip(2..., ["1", "3-\(epoch)"]) {
        var client = try await open(after)
        var events = try await client.next(number == 2 ? 1 : 0)
        try await scene.post("live")
        events += try await client.next(1)
        #expect(events.last?.id == "\(number + 1)" && events.allSatisfy { $0.epoch == epoch.description })
      }
      for after in ["1-\(Epoch.random())", "1-", "1-A", "-1-\(epoch)"] {
        #expect(try await open(after).status == 422, "\(after)")
      }
    }
  }
}

/// A backup that is put back, with the programs as people use them.
@Suite("A backup put back", .timeLimit(.minutes(2)))
struct PutBackTests {
  private struct Scene {
    let directory: String
    var data: [String] { ["--data", directory + "/data"] }
    var database: String { directory + "/data/vault-server.sqlite" }

    func run(_ words: String..., input: String = "") async throws -> ServerProgram.Outcome {
      let outcome = try await ServerProgram.run(words + data, input: input)
      try #require(outcome.status == 0, "\(outcome)")
      return outcome
    }

    func putBack(_ copy: String) throws {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
      try FileManager.default.copyItem(atPath: copy, toPath: database)
    }

    /// Starts the server, ends it, and hands over what it said on standard error.
    func serve() async throws -> String {
      let server = try ChildProcess([ServerProgram.path, "serve", "--listen", "127.0.0.1:0"] + data)
      _ = try await NIOThreadPool.singleton.runIfActive { try server.line() }
      server.send(SIGTERM)
      _ = try await NIOThreadPool.singleton.runIfActive { try server.exitStatus(within: 60) }
      return server.errors.text
    }

    func counts(_ path: String) async throws -> [Int] {
      try await DatabaseQueue(path: path).read { database in
        try ["sessions", "knownDevices", "invitations", "followInvitations"].map {
          try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? -1
        }
      }
    }

    func epoch(_ path: String) async throws -> Epoch {
      try await DatabaseQueue(path: path).read { try SQLiteTransaction($0).epoch() }
    }
  }

  private func withScene(_ body: (Scene) async throws -> Void) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let scene = Scene(directory: directory)
      _ = try await scene.run("account", "add", "ada@example.org", "--password-stdin", input: "correct horse\n")
      _ = try await scene.run("account", "admin", "ada@example.org", "on")
      _ = try await scene.run("token", "create", "--name", "cron", "--scope", "push:send")
      _ = try await scene.run("invite")
      // A session, with the secret of a device.
      let queue = try DatabaseQueue(path: scene.database)
      try await queue.write { database in
        try database.execute(
          sql: """
            INSERT INTO sessions (tokenHash, accountID, createdAt, lastUsedAt, expiresAt)
              SELECT x'01', id, 0, 0, 9000000000000 FROM accounts;
            INSERT INTO knownDevices (secretHash, accountID, createdAt, lastUsedAt) SELECT x'01', id, 0, 0 FROM accounts;
            INSERT INTO followInvitations (codeHash, id, account, createdAt, expiresAt)
              SELECT x'01', 'a', id, 0, 9000000000000 FROM accounts
            """)
      }
      try queue.close()
      try await body(scene)
    }
  }

  @Test("has no session, secret or invitation, begins a numbering of its own each time, and says what can't be known")
  func backup() async throws {
    try await withScene { scene async throws in
      let copy = scene.directory + "/copy.sqlite"
      #expect(try await scene.counts(scene.database) == [1, 1, 1, 1])
      let made = Date()
      _ = try await scene.run("backup", copy)
      #expect(try await scene.counts(copy) == [0, 0, 0, 0])
      var epochs: Set<Epoch> = [try await scene.epoch(scene.database)]
      for _ in 0..<2 {
        try scene.putBack(copy)
        // Other commands may be run first: they don't serve it.
        _ = try await scene.run("token", "create", "--name", "later-\(epochs.count)", "--scope", "push:send")
        let told = try await scene.serve()
        #expect(told.contains("This is a backup of \(made.formatted(.iso8601).prefix(10))"), "\(told)")
        for text in ["1 account:", "1 administrator: ada@example.org", "cron, later-", "0 blocks and 0 follows"] {
          #expect(told.contains(text), "\(text): \(told)")
        }
        epochs.insert(try await scene.epoch(scene.database))
        #expect(try await !scene.serve().contains("This is a backup"), "it is told once")
        #expect(try await epochs.contains(scene.epoch(scene.database)))
      }
      #expect(epochs.count == 3)
    }
  }

  @Test("that was a plain copy of the file is as it was until it is told of; then the same ends")
  func plainCopy() async throws {
    try await withScene { scene async throws in
      let copy = scene.directory + "/copy.sqlite"
      try FileManager.default.copyItem(atPath: scene.database, toPath: copy)
      try scene.putBack(copy)
      let epoch = try await scene.epoch(copy)
      #expect(try await !scene.serve().contains("This is a backup"))
      #expect(try await scene.epoch(scene.database) == epoch)
      #expect(try await scene.counts(scene.database) == [1, 1, 1, 1])
      let told = try await scene.run("database", "new-epoch").output
      #expect(told.contains("The numbering is a new one") && told.contains("cron"), "\(told)")
      #expect(try await scene.epoch(scene.database) != epoch)
      #expect(try await scene.counts(scene.database) == [0, 0, 0, 0])
    }
  }

  @Test("is no file of that name before it is one that may be put back, and leaves no other behind")
  func onlyWhole() async throws {
    try await withScene { scene async throws in
      let (copy, manager) = (scene.directory + "/copies/copy.sqlite", FileManager.default)
      try manager.createDirectory(atPath: scene.directory + "/copies", withIntermediateDirectories: false)
      _ = try await scene.run("backup", copy)
      #expect(try manager.contentsOfDirectory(atPath: scene.directory + "/copies") == ["copy.sqlite"])
      #expect(try manager.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
      try manager.removeItem(atPath: copy)
      let full = try ChildProcess(
        ["sh", "-c", "ulimit -f 100; exec \"$@\"", "sh", ServerProgram.path, "backup", copy] + scene.data)
      let status = try await NIOThreadPool.singleton.runIfActive { try full.exitStatus(within: 60) }
      #expect(status != 0)
      #expect(try manager.contentsOfDirectory(atPath: scene.directory + "/copies").isEmpty)
    }
  }
}
