#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@Suite("Doubt")
struct DoubtTests {
  private let soon = Deadline.after(seconds: 60)
  private let tables: Tables
  private let proxy: CuttingProxy

  init() throws {
    tables = try Tables()
    proxy = try CuttingProxy(to: tables.cluster)
  }

  private func connect() throws -> PostgresConnection {
    try PostgresConnection.open(PrivateCluster.address(proxy.address()), until: soon)
  }

  @Test("A commit whose answer is lost is in doubt, though it was done")
  func lostAnswer() throws {
    let connection = try connect()
    let id = UUID()
    proxy.hold(.server)
    let cutter = Task.detached { [tables, proxy] in
      try await eventually { try tables.has(id) }
      proxy.cutAll()
      proxy.hold(.server, false)
    }
    #expect(throws: PostgresError(.inDoubt)) { try connection.run(Tables.insert(id, 1), until: soon) }
    #expect(try tables.has(id))
    cutter.cancel()
  }

  @Test("A call that never reached the server is in doubt, too, since nobody can know")
  func lostCall() throws {
    let connection = try connect()
    let id = UUID()
    proxy.hold(.client)
    #expect(throws: PostgresError(.inDoubt)) { try connection.run(Tables.insert(id, 1), until: .after(seconds: 0.2)) }
    proxy.cutAll()
    proxy.hold(.client, false)
    #expect(try !tables.has(id))
  }

  @Test("Cut after each byte of the call: what is not in doubt was not done")
  func cutCall() throws {
    let all = try bytes(of: .client)
    #expect(all > 100)
    var doubts = 0
    for count in 0..<all {
      let (id, result) = try cut(after: count, from: .client)
      guard case .failure(let error) = result else {
        Issue.record("a call of which \(count) of \(all) bytes came through succeeded")
        continue
      }
      if error.kind == .inDoubt { doubts += 1 } else { #expect(error.kind == .unavailable) }
      // The sync ends the call: without all of its bytes nothing is done.
      #expect(try !tables.has(id))
    }
    #expect(doubts == all)
  }

  @Test("Cut after each byte of the answer: what is done is told, or in doubt")
  func cutAnswer() throws {
    let all = try bytes(of: .server)
    #expect(all > 30)
    for count in 0..<all {
      let (id, result) = try cut(after: count, from: .server)
      guard case .failure(let error) = result else {
        // All but what follows the end of the answer may have come.
        #expect(try tables.has(id))
        continue
      }
      #expect(error.kind == .inDoubt)
      try waitUntilDone(id)
    }
  }

  @Test("An error that came before the connection was lost is an error, and no doubt")
  func errorBeforeLoss() throws {
    let id = UUID()
    _ = try tables.cluster.connect().run(Tables.insert(id, 1), until: soon)
    let whole = try connect()
    proxy.cut(after: nil, from: .server)
    #expect(throws: PostgresError.self) { try whole.run(Tables.insert(id, 1), until: soon) }
    let all = proxy.passed(from: .server)
    var known = 0
    for count in 0..<all {
      let connection = try connect()
      proxy.cut(after: count, from: .server)
      let error = #expect(throws: PostgresError.self) { try connection.run(Tables.insert(id, 1), until: soon) }
      proxy.cut(after: nil, from: .server)
      if error?.kind == .unique(constraint: "rows_pkey") { known += 1 } else { #expect(error?.kind == .inDoubt) }
    }
    #expect(known > 0)
    #expect(try tables.count() == 1)
  }

  @Test("A transaction is in doubt from its COMMIT on, and not before")
  func transactions() throws {
    let before = try connect()
    let error = #expect(throws: PostgresError.self) {
      try before.transaction(until: soon) { (connection) throws(PostgresError) in
        _ = try connection.run(Tables.insert(UUID(), 1), until: soon)
        proxy.cutAll()
        _ = try connection.run(Tables.insert(UUID(), 2), until: soon)
      }
    }
    #expect(error?.kind == .unavailable)
    let after = try connect()
    let late = #expect(throws: PostgresError.self) {
      try after.transaction(until: soon) { (connection) throws(PostgresError) in
        _ = try connection.run(Tables.insert(UUID(), 3), until: soon)
        proxy.cutAll()
      }
    }
    #expect(late?.kind == .inDoubt)
    #expect(try tables.count() == 0)
  }

  @Test("A commit that gives up waiting for its standby is in doubt, and is not a warning like any other")
  func standbyIsGone() throws {
    let cluster = try PrivateCluster(["synchronous_standby_names = 'nobody'"])
    let owner = try cluster.connect()
    // Without a standby nothing at all is committed but what does not wait.
    try owner.execute(
      "SET synchronous_commit = local; CREATE TABLE rows (id uuid PRIMARY KEY, number int8)", until: soon)
    let connection = try cluster.connect()
    let process = connection.serverProcess
    let canceller = Task.detached {
      let cancel = PostgresStatement(
        "cancel", "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'",
        taking: Int32.self, giving: Bool.self)
      let observer = try cluster.connect()
      try await eventually { try observer.run(cancel(process), until: .after(seconds: 60)) == [true] }
    }
    #expect(throws: PostgresError(.inDoubt, state: "01000")) {
      try connection.run(Tables.insert(UUID(), 1), until: soon)
    }
    canceller.cancel()
    // The statement's patience is over, but that of a commit is not the server's to end.
    let hasty = try PostgresConnection.open(cluster.address(), until: soon, statementPatience: .milliseconds(50))
    #expect(throws: PostgresError(.inDoubt)) { try hasty.run(Tables.insert(UUID(), 2), until: .after(seconds: 0.5)) }
    let warns = PostgresStatement("warns", "SELECT warn()", giving: Bool.self)
    try owner.execute(
      """
      CREATE FUNCTION warn() RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'one'; RETURN true; END $$
      """, until: soon)
    try owner.execute("SET synchronous_commit = on", until: soon)
    #expect(try owner.run(warns(), until: soon) == [true])
  }

  @Test("What is found after a doubt is acknowledged only when the standby has it, too")
  func foundWithoutStandby() async throws {
    let cluster = try PrivateCluster(["synchronous_standby_names = 'nobody'"])
    let owner = try cluster.connect()
    try owner.execute(
      "SET synchronous_commit = local; CREATE TABLE rows (id uuid PRIMARY KEY, number int8)", until: soon)
    let lanes = try PostgresLanes(cluster.address(), count: 1)
    let id = UUID()
    let call = Task { try await lanes.run(Tables.append(id, 7), patience: .seconds(60)) }
    let cancel = PostgresStatement(
      "cancel_waiting", "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
      giving: Bool.self)
    try await eventually { try owner.run(cancel(), until: soon) == [true] }
    // It is committed here now, and the lane has asked again; that commit waits as well.
    let waiting = PostgresStatement(
      "waits_again",
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%pg_logical_emit_message%'",
      giving: Int64.self)
    try await eventually { try owner.run(waiting(), until: soon) == [1] }
    #expect(try owner.run(Tables.exists(id), until: soon) == [true])
    try owner.execute("ALTER SYSTEM SET synchronous_standby_names = ''", until: soon)
    try owner.execute("SELECT pg_reload_conf()", until: soon)
    let rows = try await call.value
    #expect(rows.first?.0 == 7)
    #expect(rows.first?.1 == true)
    #expect(lanes.statistics.doubts == 1)
    await lanes.close()
  }

  @Test("What only reads is never in doubt, and is asked again")
  func reads() async throws {
    let connection = try connect()
    proxy.hold(.server)
    #expect(throws: PostgresError(.unavailable)) {
      try connection.run(Tables.exists(UUID()), until: .after(seconds: 0.2))
    }
    proxy.cutAll()
    proxy.hold(.server, false)
    let lanes = try PostgresLanes(PrivateCluster.address(proxy.address()), count: 1)
    #expect(try await lanes.run(Tables.exists(UUID())) == [false])
    let before = proxy.passed(from: .client)
    proxy.hold(.server)
    let call = Task { try await lanes.run(Tables.exists(UUID()), patience: .seconds(60)) }
    try await eventually { proxy.passed(from: .client) > before }
    proxy.cutAll()
    proxy.hold(.server, false)
    #expect(try await call.value == [false])
    await lanes.close()
  }

  @Test("Lanes ask again for what finds its own work, and say of all else that it is in doubt")
  func lanes() async throws {
    let lanes = try PostgresLanes(PrivateCluster.address(proxy.address()), count: 1)
    for statement in [Tables.append, Tables.append] {
      let id = UUID()
      _ = try await lanes.run(statement(UUID(), 0))
      proxy.hold(.server)
      let call = Task { try await lanes.run(statement(id, 7), patience: .seconds(60)) }
      try await eventually { try tables.has(id) }
      proxy.cutAll()
      proxy.hold(.server, false)
      let rows = try await call.value
      #expect(rows.count == 1)
      // It was there already.
      #expect(rows.first?.0 == 7)
      #expect(rows.first?.1 == true)
    }
    let id = UUID()
    _ = try await lanes.run(Tables.insert(UUID(), 0))
    proxy.hold(.server)
    let call = Task { try await lanes.run(Tables.insert(id, 7), patience: .seconds(60)) }
    try await eventually { try tables.has(id) }
    proxy.cutAll()
    proxy.hold(.server, false)
    #expect(await call.result.error == PostgresError(.inDoubt))
    #expect(lanes.statistics.doubts == 3)
    await lanes.close()
  }

  @Test("A doubt stays one when the database does not come back in time")
  func doubtStays() async throws {
    let lanes = try PostgresLanes(PrivateCluster.address(proxy.address() + " connect_timeout=1"), count: 1)
    _ = try await lanes.run(Tables.append(UUID(), 0))
    let id = UUID()
    proxy.hold(.server)
    let call = Task { try await lanes.run(Tables.append(id, 7), patience: .seconds(3)) }
    try await eventually { try tables.has(id) }
    proxy.close()
    #expect(await call.result.error == PostgresError(.inDoubt))
    await lanes.close(patience: .seconds(1))
  }

  // MARK: Cuts

  /// Makes a call of which so many bytes of one side come through.
  private func cut(
    after count: Int, from side: CuttingProxy.Side
  ) throws -> (id: UUID, result: Result<[Int64], PostgresError>) {
    let connection = try connect()
    let id = UUID()
    proxy.cut(after: count, from: side)
    defer { proxy.cut(after: nil, from: side) }
    return (id, Result { () throws(PostgresError) in try connection.run(Tables.insert(id, 1), until: soon) })
  }

  /// How many bytes a side says in such a call.
  private func bytes(of side: CuttingProxy.Side) throws -> Int {
    let connection = try connect()
    proxy.cut(after: nil, from: side)
    _ = try connection.run(Tables.insert(UUID(), 1), until: soon)
    return proxy.passed(from: side)
  }

  /// The server goes on with what it has read, whoever waits for it.
  private func waitUntilDone(_ id: UUID) throws {
    while try !tables.has(id) {
      guard !soon.hasPassed else {
        Issue.record("a call that came through whole was not done")
        return
      }
    }
  }
}
#endif
