#if Postgres
import Foundation
import GRDB
import LinuxSystem
import NIOHTTP1
import PostgresClient
import PostgresTesting
import ServerAPI
import Testing

@testable import VaultServer

/// A directory that is moved into a database, and back.
@Suite("A move", .timeLimit(.minutes(4)))
struct MoveTests {
  /// A town in which everything has happened that is stored.
  private func live(_ place: MovePlace) async throws {
    _ = try await ServerProgram.run(["account", "list", "--data", place.data])
    let storage = try SQLiteStorage(path: place.file)
    try await Town.run(storage: storage) { town async throws in
      let eve = try await town.add("eve@example.org")
      try await town.befriend(town.ada, town.bob)
      let picture = try await town.server.upload(SamplePicture.png(byteCount: 100_000), token: town.bob.token)
        .decoded(SamplePicture.Answer.self)
      let payload = #"{"aps":{"alert":"Grüße"},"image":"\#(picture.path)"}"#
      let proposal = try await town.push(payload, to: town.ada, by: town.bob, headers: ["Idempotency-Key": "once"])
        .decoded(Push.self)
      for number in 0..<3 {
        _ = try await town.push(
          "{\"n\":\(number)}", to: town.ada, by: town.ada, headers: ["apns-collapse-id": "same"])
      }
      let secret = try await town.push(#"{"aps":{"alert":"secret"}}"#, to: town.ada, by: town.bob).decoded(Push.self)
      try await town.acknowledge(through: 3)
      try await town.decide(1, .accepted, by: town.ada)
      let displayed = #"{"state":"displayed","device":"\#(Town.laptop)"}"#
      try #require(
        try await town.server.send(.POST, "/v1/inbox/2/state", body: displayed, token: town.ada.token).status == 204)
      try await town.redact(secret.id)
      let message = UUID()
      try await town.write("Hello Bob, 'quoted' \\ and\ttabbed\n", to: town.bob, by: town.ada, id: message)
      #expect(try await town.comment("well", on: .push(proposal.id), by: town.ada).status == 201)
      _ = try await town.like(.push(proposal.id), by: town.ada)
      let channel = try await town.server.addChannel()
      _ = try await town.server.storage.enrol(town.ada.id, in: channel, at: town.server.clock.now)
      try #require(try await town.server.post("news", to: channel, token: town.ada.token).status == 201)
      try #require(
        try await town.server.send(
          .PUT, "/v1/nicknames/\(town.bob.id)", body: #"{"nickname":"Bobby"}"#, token: town.ada.token
        ).status == 204)
      try #require(
        try await town.server.send(.POST, "/v1/follow-invitations", token: town.ada.token).status == 201)
      try await town.follow(town.ada, by: eve)
      try await town.block(eve, by: town.ada)
      _ = try await town.push(to: town.ada, by: eve)
      _ = try await town.server.senderToken([.everywhere])
      _ = try await town.server.login(device: "")
      try await storage.add(
        StoredInvitation(
          id: UUID(), codeHash: Array(repeating: 0, count: 32), createdAt: Date(),
          expiresAt: Date().addingTimeInterval(3600)))
    }
    _ = try await storage.write { transaction in
      try transaction.execute(
        "INSERT INTO forgottenPushes (id, sender, inboxCount, createdAt) VALUES (?, 'token:x', 1, 2)", [UUID()])
      // It is on its way to nobody any more, so that whoever serves it changes nothing else.
      try transaction.execute(
        "INSERT INTO broadcasts (push, position) SELECT max(number), ? FROM pushes",
        [UUID(uuidString: "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")])
    }
  }

  @Test("has every row of every table in the database, and takes all of them back, and each says where things went")
  func thereAndBack() async throws {
    try await MovePlace.with { place async throws in
      try await live(place)
      let before = try MovePlace.contents(ofFile: place.file)
      for (table, rows) in before { #expect(!rows.isEmpty, "nothing in \(table)") }
      let database = try MovePlace.makeDatabase()
      let way = try place.way(to: database)

      let counted = try await place.migrate(way, "--dry-run", "--json")
      #expect(counted.status == 0 && counted.output.contains(#""outcome" : "counted""#), "\(counted)")
      #expect(try MovePlace.isEmpty(database))
      #expect(try MovePlace.contents(ofFile: place.file) == before)

      let moved = try await place.migrate(way, "--json")
      #expect(moved.status == 0 && moved.output.contains(#""outcome" : "moved""#), "\(moved)")
      #expect(try MovePlace.contents(of: database) == before)
      #expect(try MovePlace.contents(ofFile: place.file) == before)
      let again = try await place.migrate(way)
      #expect(again.status == 0 && again.output.contains("moved already"), "\(again)")
      try await refused(place.data, "was moved on")
      // A node works there, and numbers its pushes behind those that came.
      let listed = try await ServerProgram.run(
        ["account", "list", "--database", try place.way(to: database, as: PrivateDatabases.node)])
      #expect(listed.status == 0 && listed.output.contains("bob@example.org"), "\(listed)")

      let back = MovePlace(directory: place.directory, data: place.directory + "/back")
      let returned = try await back.migrate(way, "--back")
      #expect(returned.status == 0, "\(returned)")
      #expect(try MovePlace.contents(ofFile: back.file) == before)
      let twice = try await back.migrate(way, "--back")
      #expect(twice.status == 0 && twice.output.contains("moved already"), "\(twice)")
      let node = try await ServerProgram.run(
        ["serve", "--listen", "127.0.0.1:0", "--database", try place.way(to: database, as: PrivateDatabases.node)])
      #expect(node.status == 78 && node.errors.contains("was moved on"), "\(node)")
      #expect(try await ServerProgram.serve(["--data", back.data]) { _ async throws in }.status == 0)
      // Nor does the way lead on from what was left.
      #expect(try await place.migrate(way).status == 78)
      #expect(try await back.migrate(way).status == 78)
    }
  }

  /// Nothing is served from a directory, or written in it.
  private func refused(_ data: String, _ words: String) async throws {
    for command in [["serve", "--listen", "127.0.0.1:0"], ["account", "list"], ["database", "new-epoch"]] {
      let refused = try await ServerProgram.run(command + ["--data", data])
      #expect(refused.status == 78 && refused.errors.contains(words), "\(refused)")
    }
  }

  @Test("is known to programs of before as something newer, and nobody writes any more who had the file open")
  func older() async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: 10)
      let opened = try DatabaseQueue(path: place.file)
      let open = try SQLiteStorage(path: place.file)
      let database = try MovePlace.makeDatabase()
      #expect(try await place.migrate(try place.way(to: database)).status == 0)
      #expect(try await opened.read { try SQLiteMigrations.migrator.hasBeenSuperseded($0) })
      let account = StoredAccount(
        id: UUID(), email: try #require(EmailAddress("late@example.org")), passwordHash: "", createdAt: Date())
      await #expect(throws: (any Error).self) { try await open.add(account) }
      await #expect(throws: (any Error).self) { try await open.beginEpoch() }
      let connection = try MovePlace.connect(database)
      try connection.execute("UPDATE versions SET min_reader = 1", until: .after(seconds: 60))
      #expect(try PostgresSchema.state(connection) == .fits(PostgresSchema.newest))
      let node = try PrivateStorage(name: database).storage()
      #expect(try await node.accounts(now: Date()).count == 100)
      let mark = MoveMark(target: "directory", place: "the directory /somewhere")
      try connection.transaction(until: .after(seconds: 60)) { (connection) throws(PostgresError) in
        try PostgresSchema.noteDeparture(mark, connection)
      }
      #expect(try PostgresSchema.state(connection) == .moved(mark))
      // Nor does a node write or read any more that was connected before.
      await #expect(throws: (any Error).self) { try await node.add(account) }
      await #expect(throws: (any Error).self) { try await node.accounts(now: Date()) }
      let oldest = try connection.run(
        DynamicCall("SELECT max(number), max(min_reader) FROM vault.versions", .reads), until: .after(seconds: 60)
      ).rows.first
      #expect(try oldest?.field(1) == .integer(1_000_000_000))
    }
  }

  @Test("is refused where the database is not empty, or the directory not free, or somebody serves one of them")
  func taken() async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: 10)
      let database = try MovePlace.makeDatabase()
      let way = try place.way(to: database)
      let node = try place.way(to: database, as: PrivateDatabases.node)
      try await ServerProgram.serve(["--data", place.data]) { _ async throws in
        let refused = try await place.migrate(way)
        #expect(refused.status == 69 && refused.errors.contains("is served by another vault-server"), "\(refused)")
        #expect(try await place.migrate(way, "--dry-run").status == 0)
      }
      let added = try await ServerProgram.run(
        ["account", "add", "eve@example.org", "--password-stdin", "--database", node], input: "correct horse\n")
      #expect(added.status == 0, "\(added)")
      for words in [[], ["--dry-run"]] {
        let refused = try await ServerProgram.run(["migrate", "--data", place.data, "--database", way] + words)
        #expect(refused.status == 65 && refused.errors.contains("is not empty, it has accounts"), "\(refused)")
      }
      #expect(try MovePlace.mark(ofFile: place.file) == nil)
      let full = try await place.migrate(way, "--back")
      #expect(full.status == 73 && full.errors.contains("is there already"), "\(full)")
      let back = MovePlace(directory: place.directory, data: place.directory + "/back")
      try await ServerProgram.serve(["--database", node]) { url async throws in
        let refused = try await back.migrate(way, "--back")
        #expect(refused.status == 69 && refused.errors.contains("nodes are connected"), "\(refused)")
        #expect(try await back.migrate(way, "--back", "--dry-run").status == 0)
      }
      #expect(try await back.migrate(way, "--back").status == 0)
    }
  }

  @Test(
    "is done by the owner of the schema, who is no superuser, in a schema that fits, from a directory that is there")
  func who() async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: 10)
      let database = try MovePlace.makeDatabase()
      for (user, words) in [(PrivateDatabases.node, "does not own the schema"), ("owner", "is a superuser")] {
        for back in [[], ["--back"]] {
          let data = back.isEmpty ? place.data : place.directory + "/back"
          let way = try place.way(to: database, as: user)
          let refused = try await ServerProgram.run(["migrate", "--data", data, "--database", way] + back)
          #expect(refused.status == 78 && refused.errors.contains(words), "\(refused)")
        }
      }
      let bare = "bare_\(UInt32.random(in: 0...(.max)))"
      try MovePlace.cluster.execute("CREATE DATABASE \(bare) OWNER \(MovePlace.owner)")
      let early = try await place.migrate(try place.way(to: bare))
      #expect(early.status == 78 && early.errors.contains("database upgrade"), "\(early)")
      let nowhere = MovePlace(directory: place.directory, data: place.directory + "/nowhere")
      #expect(try await nowhere.migrate(try place.way(to: database)).status == 65)
      #expect(!FileManager.default.fileExists(atPath: nowhere.data))
      #expect(try await place.migrate(try place.way(to: database), "--cancel").status == 65)
      #expect(try MovePlace.mark(ofFile: place.file) == nil)
    }
  }
}
#endif
