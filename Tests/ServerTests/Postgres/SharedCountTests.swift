#if Postgres
import Foundation
import LinuxSystem
import Logging
import NIOHTTP1
import PostgresClient
import PostgresTesting
import ServerAPI
import Testing

@testable import VaultServer

/// What several nodes count together.
@Suite("What nodes count together", .timeLimit(.minutes(2)))
struct SharedCountTests {
  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Lends so many nodes of one database.
  private func run(_ count: Int, _ body: ([RunningServer], PrivateStorage) async throws -> Void) async throws {
    let place = try PrivateStorage()
    func start(_ running: [RunningServer]) async throws {
      guard running.count < count else { return try await body(running, place) }
      try await RunningServer.run(
        storage: try place.storage(listens: true), configure: RunningServer.openRegistration
      ) { try await start(running + [$0]) }
    }
    try await start([])
  }

  private func nodes(_ count: Int) throws -> [any NodeStorage] {
    let place = try PrivateStorage()
    return try (0..<count).map { _ in try #require(try place.storage(listens: true).nodes) }
  }

  @Test("forty wrong passwords over three nodes count as on one, also at once, and hash no more than ten")
  func wrongPasswords() async throws {
    try await run(3) { servers, _ in
      try await servers[0].addAccount()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<40 {
          group.addTask { try await servers[number % 3].login("ada@example.org", "wrong horse").status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 401 } <= 10)
      #expect(statuses.allSatisfy { [401, 429, 503].contains($0) })
      // Those that were refused only while others were checked, or for want of a place, count for nothing.
      for server in servers {
        while try await server.login("ada@example.org", "wrong horse").status == 401 {}
      }
      #expect(servers.reduce(0) { $0 + $1.hasher.total.checks } == 10)
      for server in servers {
        let refused = try await server.login()
        #expect(refused.status == 429)
        let wait = try #require(refused.headers.first(name: "Retry-After").flatMap(Int.init))
        #expect((1...30).contains(wait))
      }
    }
  }

  @Test("right passwords are never throttled, on whichever node they come")
  func rightPasswords() async throws {
    try await run(2) { servers, _ in
      try await servers[0].addAccount()
      for number in 0..<40 { #expect(try await servers[number % 2].login().status == 201) }
    }
  }

  @Test("registrations from one address count on all nodes")
  func registrations() async throws {
    try await run(2) { servers, _ in
      var statuses: [Int] = []
      for number in 0..<32 {
        let body = RunningServer.credentials("p\(number)@example.org", "correct horse")
        statuses.append(try await servers[number % 2].send(.POST, "/v1/accounts", body: body).status)
      }
      #expect(statuses.prefix(30).allSatisfy { $0 == 201 } && statuses[31] == 429, "\(statuses)")
    }
  }

  @Test("a known device's tries count on all nodes, and are its own")
  func knownDevices() async throws {
    try await run(2) { servers, _ in
      try await servers[0].addAccount()
      let device = try #require(try await servers[0].login(device: "").decoded(Session.self).device)
      for number in 0..<10 {
        let answer = try await servers[number % 2].login("ada@example.org", "wrong horse", device: device)
        #expect(answer.status == 401)
      }
      for server in servers {
        #expect(try await server.login(device: device).status == 429)
        #expect(try await server.login().status == 201)
      }
    }
  }

  @Test("where nobody knows what other nodes counted, no password is checked")
  func away() async throws {
    try await run(1) { servers, place in
      try await servers[0].addAccount()
      let address = try PrivateStorage.databases.get().cluster.address(database: place.name)
      let owner = try PostgresConnection.open(address, until: .after(seconds: 60))
      // Whoever counts gets no answer in time.
      try owner.execute("BEGIN; LOCK TABLE vault.throttles", until: .after(seconds: 60))
      #expect(try await servers[0].login().status == 503)
      #expect(servers[0].hasher.total.checks == 0)
      try owner.execute("ROLLBACK", until: .after(seconds: 60))
      #expect(try await servers[0].login().status == 201)
    }
  }

  @Test("a count says how long each limit makes one wait, and is taken from none where one does")
  func waits() async throws {
    let nodes = try nodes(2)
    let narrow = SharedCount(key: UUID(), burst: 2, interval: .seconds(100))
    let wide = SharedCount(key: UUID(), burst: 3, interval: .seconds(1_000))
    for node in nodes { #expect(try await node.charge([narrow, wide]) == [.zero, .zero]) }
    for node in nodes {
      let waits = try await node.charge([wide, narrow])
      #expect(waits[0] == .zero && waits[1] > .seconds(50) && waits[1] <= .seconds(100))
    }
    #expect(try await nodes[0].charge([wide]) == [.zero])
    #expect(try #require(try await nodes[1].charge([wide]).first) > .seconds(500))
    try await nodes[1].refund([narrow, wide])
    #expect(try await nodes[0].charge([narrow, wide]) == [.zero, .zero])
  }

  @Test("many that count against the same at once, in whatever order, are counted exactly")
  func exact() async throws {
    let nodes = try nodes(2)
    let counts = (0..<3).map { _ in SharedCount(key: UUID(), burst: 50, interval: .seconds(1_000)) }
    let counted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<80 {
        group.addTask { try await nodes[number % 2].charge(counts.shuffled()) == [.zero, .zero, .zero] }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(counted == 50)
  }

  @Test("what counts against nobody any more is deleted by one of the nodes, and nothing else")
  func sweeping() async throws {
    let place = try PrivateStorage()
    let storages = try (0..<2).map { _ in try place.storage(listens: true) }
    let nodes = storages.compactMap(\.nodes)
    let (rested, busy) = (
      SharedCount(key: UUID(), burst: 1, interval: .microseconds(1)),
      SharedCount(key: UUID(), burst: 1, interval: .seconds(1_000))
    )
    for count in [rested, busy] { _ = try await nodes[0].charge([count]) }
    _ = try await nodes[0].open(device: "new")
    try await storages[0].write { _ = try $0.execute("INSERT INTO openings VALUES ('old', 1)", []) }
    // As a clock that was set back leaves it, and as nobody does.
    try await storages[0].write { transaction in
      for rested in [253_402_300_799_000_000, Int64.min] {
        try transaction.execute("INSERT INTO throttles VALUES (?, ?)", [UUID(), rested])
      }
    }
    for node in nodes { await NodeSweeper(nodes: node, logger: Self.quiet).sweep() }
    try await storages[1].write { transaction in
      let left: [String] = try transaction.values("SELECT CAST(key AS text) FROM throttles")
      #expect(left == [busy.key.uuidString.lowercased()])
      #expect(try transaction.values("SELECT device FROM openings") == ["new"])
      let leases: Int? = try transaction.value("SELECT count(*) FROM leases")
      #expect(leases == 1)
    }
  }

  @Test("a lease is one node's until its time is over, and that node may take it again")
  func leases() async throws {
    let nodes = try nodes(2)
    #expect(try await nodes[0].lease("work", for: .seconds(600)))
    #expect(try await !nodes[1].lease("work", for: .seconds(600)))
    #expect(try await nodes[1].lease("other work", for: .seconds(600)))
    // It gives it up.
    #expect(try await nodes[0].lease("work", for: .zero))
    #expect(try await nodes[1].lease("work", for: .seconds(600)))
    #expect(try await !nodes[0].lease("work", for: .seconds(600)))
  }

  @Test("one node deletes what has had its time; the others leave it to that one for an hour")
  func retention() async throws {
    let place = try PrivateStorage()
    let storages = try (0..<2).map { _ in try place.storage(listens: true) }
    let clock = ManualClock()
    let sweepers = storages.map {
      Sweeper(storage: $0, retention: Retention(), clock: clock.serverClock, logger: Self.quiet)
    }
    func addExpired() async throws {
      try await storages[0].write { _ = try $0.execute("INSERT INTO invitations VALUES (?, ?, 0, 0)", [[1], UUID()]) }
    }
    func count() async throws -> Int? {
      try await storages[0].read { try $0.value("SELECT count(*) FROM invitations") }
    }
    try await addExpired()
    await sweepers[0].sweep()
    #expect(try await count() == 0)
    try await addExpired()
    await sweepers[1].sweep()
    #expect(try await count() == 1)
    await sweepers[0].sweep()
    #expect(try await count() == 0)
    // One that nobody gave, or a clock that was set back.
    try await storages[0].write {
      _ = try $0.execute("UPDATE leases SET node = ?, ends = 253402300799000000", [UUID()])
    }
    try await addExpired()
    await sweepers[1].sweep()
    #expect(try await count() == 0)
  }
}
#endif
