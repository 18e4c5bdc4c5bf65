#if Postgres
import Foundation
import LinuxSystem
import NIOHTTP1
import PostgresClient
import PostgresTesting
import ServerAPI
import Testing

@testable import VaultServer

/// Two servers on one database: what is done on one of them is told on the other.
@Suite("Streams of several nodes", .timeLimit(.minutes(2)))
struct NodeFeedTests {
  /// Lends two nodes, and a storage that changes things and tells nobody.
  private func run(
    _ body: (_ first: RunningServer, _ second: RunningServer, _ silent: PostgresStorage) async throws -> Void
  ) async throws {
    let place = try PrivateStorage()
    // A heartbeat looks for sessions that have ended, too.
    let configure: (inout ServerConfiguration) -> Void = { $0.heartbeat = .seconds(300) }
    try await RunningServer.run(storage: try place.storage(listens: true), configure: configure) { first in
      try await RunningServer.run(storage: try place.storage(listens: true), configure: configure) { second in
        try await body(first, second, try place.storage())
      }
    }
  }

  /// Reads until the server ends the stream.
  private func waitForEnd(_ stream: inout EventClient) async {
    await #expect(throws: (any Error).self) { while true { _ = try await stream.nextBlock() } }
  }

  private func states(_ server: RunningServer, _ item: Int, _ token: String) async throws {
    let answer = try await server.send(
      .POST, "/v1/inbox/\(item)/state", body: #"{"state":"read"}"#, token: token)
    #expect(answer.status == 200)
  }

  @Test(
    "pushes, and what was decided about one, come on every node once, pushes in their order and a decision after its push"
  )
  func inbox() async throws {
    try await run { first, second, _ in
      try await first.addAccount()
      let token = try await first.token()
      var here = try await EventClient(first, token: token, after: "0-0")
      var there = try await EventClient(second, token: token, after: "0-0")
      for number in 1...20 { _ = try await (number % 2 == 0 ? first : second).push(token: token) }
      try await states(second, 1, token)
      for events in [try await here.next(21), try await there.next(21)] {
        #expect(
          events.filter { $0.name == "push" }.map { $0.id.split(separator: "-").first } == (1...20).map { "\($0)" })
        #expect(events.filter { $0.name == "state" }.count == 1 && events.last?.id == "20-1")
      }
    }
  }

  @Test("what nobody pokes for comes within a second or two")
  func noPokes() async throws {
    try await run { first, second, silent in
      let ada = try await first.addAccount()
      var stream = try await EventClient(second, token: try await first.token(), after: "0-0")
      let clock = ContinuousClock()
      for number in 1...3 {
        let begun = clock.now
        _ = try await silent.append(
          StoredPush(
            id: UUID(), sender: .account(ada.id), recipient: .alias(ada.id), idempotencyKey: nil, payload: "{}",
            createdAt: first.clock.now, expiresAt: nil))
        #expect(try await stream.next(1).map(\.id) == ["\(number)-0"])
        // The bound of a machine that is busy with other tests; without the feed it would never come.
        #expect(clock.now - begun < .seconds(20))
      }
    }
  }

  @Test("what goes to more inboxes than are named comes, too")
  func everybody() async throws {
    try await run { first, second, silent in
      try await first.addAccount()
      try await silent.write { database in
        _ = try database.execute(
          """
          INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt)
          SELECT gen_random_uuid(), 'p' || n || '@example.org', 'p' || n || '@example.org', 'hash', 0
          FROM generate_series(1, 1001) AS n
          """, [])
      }
      var stream = try await EventClient(second, token: try await first.token(), after: "0-0")
      var all = silent
      all.audienceAtOnce = 2_000
      _ = try await all.append(
        StoredPush(
          id: UUID(), sender: .token(UUID()), recipient: .everyone, idempotencyKey: nil, payload: "{}",
          createdAt: first.clock.now, expiresAt: nil))
      #expect(try await stream.next(1).map(\.id) == ["1-0"])
    }
  }

  @Test("a session that ends on one node ends its streams on the other")
  func sessions() async throws {
    try await run { first, second, _ in
      try await first.addAccount()
      let (token, other) = (try await first.token(), try await first.token())
      var ending = try await EventClient(second, token: token, after: "0-0")
      var staying = try await EventClient(second, token: other, after: "0-0")
      #expect(try await first.send(.DELETE, "/v1/sessions/current", token: token).status == 204)
      await waitForEnd(&ending)
      _ = try await first.push(token: other)
      #expect(try await staying.next(1).map(\.id) == ["1-0"])
    }
  }

  @Test("a device has one channel open on all nodes: one that it opens on another ends the first, which is told so")
  func openChannels() async throws {
    try await run { first, second, silent in
      let ada = try await first.addAccount()
      let token = try await first.token()
      for device in [JoinedChannel.laptop, JoinedChannel.phone] {
        try await first.register(device: device, token: token)
      }
      let channel = try await first.addChannel()
      _ = try await first.storage.enrol(ada.id, in: channel, at: first.clock.now)
      func open(_ server: RunningServer, _ device: String = JoinedChannel.laptop) async throws -> EventClient {
        var stream = try await EventClient(
          server, "/v1/channels/\(channel)/events?device=\(device)", token: token, after: "0")
        // Only what is written to it shows that a stream has begun.
        #expect(try await stream.next(1).map(\.id) == ["1"])
        return stream
      }
      func waitUntilReplaced(_ stream: inout EventClient) async throws {
        let last = try await stream.next(1)[0]
        #expect(last.name == "closed")
        #expect(try last.decoded(ChannelClosing.self).reason == .replaced)
        await waitForEnd(&stream)
      }
      #expect(try await first.post("hello", to: channel, token: token).status == 201)
      var phone = try await open(first, JoinedChannel.phone)
      var stream = try await open(first)
      for server in [second, first, second] {
        var next = try await open(server)
        try await waitUntilReplaced(&stream)
        swap(&stream, &next)
      }
      #expect(try await first.post("again", to: channel, token: token).status == 201)
      #expect(try await stream.next(1).map(\.id) == ["2"])
      #expect(try await phone.next(1).map(\.id) == ["2"])
      // As by a crash of the database: what was opened is forgotten, and what is opened then still comes after it.
      try await silent.write { _ = try $0.execute("DELETE FROM openings", []) }
      var last = try await open(first)
      try await waitUntilReplaced(&stream)
      #expect(try await last.next(1).map(\.id) == ["2"])
    }
  }

  @Test("a channel's message comes on every node, whoever leaves loses it, and its news come to the inbox")
  func channels() async throws {
    try await run { first, second, _ in
      let ada = try await first.addAccount()
      let token = try await first.token()
      try await first.register(device: JoinedChannel.laptop, token: token)
      let channel = try await first.addChannel()
      _ = try await first.storage.enrol(ada.id, in: channel, at: first.clock.now)
      let path = "/v1/channels/\(channel)/events?device=\(JoinedChannel.laptop)"
      var stream = try await EventClient(second, path, token: token)
      var inbox = try await EventClient(second, token: token)
      #expect(try await first.post("hello", to: channel, token: token).status == 201)
      #expect(try await stream.next(1).map(\.id) == ["1"])
      #expect(try await inbox.next(1).map(\.name) == ["channel"])
      #expect(try await first.storage.leave(ada.id, channel))
      await waitForEnd(&stream)
    }
  }

  @Test("a node whose feed was emptied, as by a crash of the database, compares what is open")
  func emptied() async throws {
    let place = try PrivateStorage()
    let (storage, silent) = (try place.storage(listens: true), try place.storage())
    try await RunningServer.run(storage: storage) { server in
      let ada = try await server.addAccount()
      var stream = try await EventClient(server, token: try await server.token(), after: "0-0")
      let push = StoredPush(
        id: UUID(), sender: .account(ada.id), recipient: .alias(ada.id), idempotencyKey: nil, payload: "{}",
        createdAt: server.clock.now, expiresAt: nil)
      // In one transaction, so that no node ever reads what it says.
      try await silent.write { database in
        _ = try database.append(push)
        try database.execute("DELETE FROM happenings", [])
        _ = try database.execute("DELETE FROM feedMark", [])
      }
      #expect(try await stream.next(1).map(\.id) == ["1-0"])
    }
  }

  /// A feed of its own, and a storage that tells nobody.
  private func feed(
    _ memory: PostgresFeed.Memory, in place: PrivateStorage? = nil
  ) throws -> (PostgresFeed, PostgresStorage) {
    let place = try place ?? PrivateStorage()
    let address = try PrivateStorage.databases.get().address(of: place.name).using(schema: "vault")
    let lanes = try PostgresLanes(address)
    return (try PostgresFeed(address, reads: lanes, writes: lanes, memory: memory), try place.storage())
  }

  private func happeningCount(_ storage: PostgresStorage) async throws -> Int? {
    try await storage.lookUp { try $0.value("SELECT count(*) FROM happenings") }
  }

  @Test("what happened is deleted once its time is over, but for what is committed late: that is read first")
  func oldHappenings() async throws {
    let place = try PrivateStorage()
    let (feed, storage) = try feed(PostgresFeed.Memory(kept: .zero), in: place)
    let (early, late) = (UUID(), UUID())
    func adding(_ channel: UUID) -> String {
      "INSERT INTO vault.happenings (kind, subject, number) VALUES (1, '\(channel)', 1)"
    }
    // It sets the mark, and takes the feed for new.
    for _ in 0..<2 { _ = try await feed.read() }
    let address = try PrivateStorage.databases.get().cluster.address(database: place.name)
    let soon = Deadline.after(seconds: 60)
    let slow = try PostgresConnection.open(address, until: soon)
    try slow.execute("BEGIN; \(adding(late))", until: soon)
    try PostgresConnection.open(address, until: soon).execute(adding(early), until: soon)
    #expect(try await feed.read() == [.messages(early, highest: 1)])
    // However long the other one takes, what was read is not read again.
    for _ in 0..<3 { #expect(try await feed.read() == []) }
    // One that began before is under way: whoever read before it needs it still.
    #expect(try await happeningCount(storage) == 1)
    try slow.execute("COMMIT", until: soon)
    #expect(try await feed.read() == [.messages(late, highest: 1)])
    // A number that no transaction has yet is nobody's, and is not kept for ever.
    try slow.execute("INSERT INTO vault.happenings (xid, kind) VALUES ('9223372036854775807', 5)", until: soon)
    #expect(try await feed.read() == [])
    while try await happeningCount(storage) != 0 { _ = try await feed.read() }
    feed.close()
  }

  @Test("who has not looked for longer than the feed can be trusted compares all")
  func untrusted() async throws {
    let (feed, _) = try feed(PostgresFeed.Memory(trusted: .zero))
    for _ in 0..<3 { #expect(try await feed.read().contains(.anything)) }
    feed.close()
    let (trusted, _) = try self.feed(PostgresFeed.Memory())
    for _ in 0..<2 { _ = try await trusted.read() }
    #expect(try await trusted.read() == [])
    trusted.close()
  }

  @Test("whoever has left a channel loses it, also where the feed that said so was emptied")
  func emptiedAfterLeaving() async throws {
    try await run { first, second, silent in
      let ada = try await first.addAccount()
      let token = try await first.token()
      try await first.register(device: JoinedChannel.laptop, token: token)
      let channel = try await first.addChannel()
      _ = try await first.storage.enrol(ada.id, in: channel, at: first.clock.now)
      let path = "/v1/channels/\(channel)/events?device=\(JoinedChannel.laptop)"
      var stream = try await EventClient(second, path, token: token)
      #expect(try await first.post("hello", to: channel, token: token).status == 201)
      #expect(try await stream.next(1).count == 1)
      try await silent.write { database in
        try database.execute("DELETE FROM enrolments WHERE accountID = ?", [ada.id])
        try database.execute("DELETE FROM happenings", [])
        _ = try database.execute("DELETE FROM feedMark", [])
      }
      await waitForEnd(&stream)
    }
  }
}
#endif
