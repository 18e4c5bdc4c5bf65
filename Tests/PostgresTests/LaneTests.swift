#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Synchronization
import Testing

@Suite("Lanes")
struct LaneTests {
  private let soon = Deadline.after(seconds: 60)
  private let tables: Tables

  init() throws { tables = try Tables() }

  @Test("Calls that wait together are committed together, and each has its own rows")
  func groupCommit() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 1)
    try await tables.whileLocked {
      let first = Task { try await lanes.run(Tables.touch(0), patience: .seconds(60)) }
      try await eventually { try tables.waitingForLocks() == 1 }
      let others = (1...200).map { number in
        Task { try await lanes.run(Tables.insert(UUID(), Int64(number)), patience: .seconds(60)) }
      }
      try await eventually { lanes.statistics.waiting == 200 }
      tables.unlock()
      _ = try await first.value
      for (number, task) in zip(1..., others) { #expect(try await task.value == [Int64(number)]) }
    }
    #expect(lanes.statistics.statements == 201)
    // One alone, then 64, 64, 64 and 8.
    #expect(lanes.statistics.commits == 5)
    #expect(try tables.count() == 200)
    await lanes.close()
  }

  @Test("One that fails spoils no other of its commit")
  func oneFails() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 1)
    let taken = UUID()
    _ = try await lanes.run(Tables.insert(taken, 0))
    try await tables.whileLocked {
      let first = Task { try await lanes.run(Tables.touch(0), patience: .seconds(60)) }
      try await eventually { try tables.waitingForLocks() == 1 }
      let others = (1...30).map { number in
        Task {
          try await lanes.run(Tables.insert(number % 10 == 5 ? taken : UUID(), Int64(number)), patience: .seconds(60))
        }
      }
      try await eventually { lanes.statistics.waiting == 30 }
      tables.unlock()
      _ = try await first.value
      for (number, task) in zip(1..., others) {
        let result = await task.result
        if number % 10 == 5 {
          #expect(result.error?.kind == .unique(constraint: "rows_pkey"))
          #expect(result.error?.statement == "insert_row")
        } else {
          #expect(try result.get() == [Int64(number)])
        }
      }
    }
    #expect(try tables.count() == 28)
    await lanes.close()
  }

  @Test("More than may wait are told at once that it is too busy, and the others are served")
  func admission() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 1, limit: 20)
    try await tables.whileLocked {
      let first = Task { try await lanes.run(Tables.touch(0), patience: .seconds(60)) }
      try await eventually { try tables.waitingForLocks() == 1 }
      let admitted = (0..<20).map { number in
        Task { try await lanes.run(Tables.insert(UUID(), Int64(number)), patience: .seconds(60)) }
      }
      try await eventually { lanes.statistics.waiting == 20 }
      for _ in 0..<5 {
        await #expect(throws: PostgresError(.tooBusy)) { try await lanes.run(Tables.insert(UUID(), 0)) }
      }
      #expect(lanes.statistics.refused == 5)
      tables.unlock()
      _ = try await first.value
      for task in admitted { _ = try await task.value }
    }
    #expect(try tables.count() == 20)
    await lanes.close()
  }

  @Test("Two that lock each other out are both done")
  func deadlock() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 2)
    let both = PostgresStatement(
      "touch_both", "SELECT touch($1, $2)", taking: Int64.self, Int64.self, giving: Int64.self)
    try tables.cluster.execute(
      """
      CREATE OR REPLACE FUNCTION touch(first int8, second int8) RETURNS int8 LANGUAGE plpgsql AS $$ BEGIN
      UPDATE locks SET number = number + 1 WHERE id = first; PERFORM pg_sleep(0.05);
      UPDATE locks SET number = number + 1 WHERE id = second; RETURN first; END $$
      """)
    try tables.cluster.execute("ALTER SYSTEM SET deadlock_timeout = '50ms'")
    try tables.cluster.execute("SELECT pg_reload_conf()")
    let calls = (0..<12).map { number in
      Task { try await lanes.run(both(Int64(number % 2), Int64(1 - number % 2)), patience: .seconds(60)) }
    }
    for (number, call) in calls.enumerated() { #expect(try await call.value == [Int64(number % 2)]) }
    let sum = PostgresStatement("sum_locks", "SELECT sum(number)::int8 FROM locks", giving: Int64.self)
    #expect(try await lanes.run(sum()) == [24])
    await lanes.close()
  }

  @Test("Who waits in vain hears so in time, whether a lane had begun or not")
  func deadlines() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 1)
    try await tables.whileLocked {
      let blocking = Task { try await lanes.run(Tables.touch(0), patience: .seconds(60)) }
      try await eventually { try tables.waitingForLocks() == 1 }
      await #expect(throws: PostgresError(.unavailable)) {
        try await lanes.run(Tables.insert(UUID(), 1), patience: .milliseconds(100))
      }
      tables.unlock()
      _ = try await blocking.value
    }
    try await tables.whileLocked {
      let began = ContinuousClock.now
      // It waits for a lock, in a lane; with it waits somebody who has more time.
      let patient = Task { try await lanes.run(Tables.touch(0), patience: .seconds(60)) }
      await #expect(throws: PostgresError.self) { try await lanes.run(Tables.touch(0), patience: .milliseconds(300)) }
      #expect(ContinuousClock.now - began < .seconds(10))
      tables.unlock()
      _ = try await patient.value
    }
    #expect(try tables.count() == 0)
    await lanes.close()
  }

  @Test("A database that is away is waited for, until the time of each is up")
  func awayForATime() async throws {
    let lanes = try PostgresLanes(
      PrivateCluster.address("host=\(tables.cluster.directory)/nowhere user=owner"), count: 2)
    let began = ContinuousClock.now
    await #expect(throws: PostgresError(.unavailable)) {
      try await lanes.run(Tables.insert(UUID(), 1), patience: .milliseconds(300))
    }
    #expect(ContinuousClock.now - began < .seconds(10))
    #expect(lanes.statistics.failedConnections > 0)
    await lanes.close(patience: .seconds(1))
  }

  @Test("Whoever does not want it any more is not served, while no lane has begun")
  func cancellation() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 1)
    try await tables.whileLocked {
      let first = Task { try await lanes.run(Tables.touch(0), patience: .seconds(60)) }
      try await eventually { try tables.waitingForLocks() == 1 }
      let second = Task { try await lanes.run(Tables.insert(UUID(), 1), patience: .seconds(60)) }
      try await eventually { lanes.statistics.waiting == 1 }
      second.cancel()
      #expect(await second.result.error == PostgresError(.cancelled))
      first.cancel()
      tables.unlock()
      _ = try await first.value
    }
    #expect(try tables.count() == 0)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await lanes.run(Tables.insert(UUID(), 1))
    }
    #expect(await early.result.error == PostgresError(.cancelled))
    await lanes.close()
  }

  @Test("Lanes that are closed finish what they have, and take no more")
  func closing() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 2)
    let calls = (0..<300).map { number in
      Task { try await lanes.run(Tables.insert(UUID(), Int64(number)), patience: .seconds(60)) }
    }
    try await eventually { lanes.statistics.commits > 0 }
    await lanes.close(patience: .seconds(60))
    var served = 0
    for call in calls {
      switch await call.result {
      case .success: served += 1
      case .failure(let error): #expect(error as? PostgresError == PostgresError(.unavailable))
      }
    }
    #expect(try tables.count() == served)
    await #expect(throws: PostgresError(.unavailable)) { try await lanes.run(Tables.insert(UUID(), 1)) }
    let observer = try tables.cluster.connect()
    try await eventually { try observer.run(Tables.sessions(), until: soon) == [1] }
  }

  @Test("Lanes that can't finish are closed in time all the same")
  func closingInTime() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 1)
    try await tables.whileLocked {
      let first = Task { try await lanes.run(Tables.touch(0), patience: .seconds(30)) }
      try await eventually { try tables.waitingForLocks() == 1 }
      let second = Task { try await lanes.run(Tables.insert(UUID(), 1), patience: .seconds(30)) }
      try await eventually { lanes.statistics.waiting == 1 }
      let began = ContinuousClock.now
      await lanes.close(patience: .milliseconds(200))
      #expect(ContinuousClock.now - began < .seconds(10))
      #expect(await second.result.error == PostgresError(.unavailable))
      tables.unlock()
      _ = try await first.value
    }
    #expect(try tables.count() == 0)
  }

  @Test("A session that the server ends while it is idle is replaced, and nobody notices")
  func idleSessionEnds() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 1)
    let observer = try tables.cluster.connect()
    for round in 1...5 {
      _ = try await lanes.run(Tables.insert(UUID(), Int64(round)))
      try observer.execute(Tables.endOthers, until: soon)
      try await eventually { try observer.run(Tables.sessions(), until: soon) == [1] }
    }
    #expect(lanes.statistics.connections == 5)
    #expect(lanes.statistics.doubts == 0)
    #expect(try tables.count() == 5)
    await lanes.close()
  }

  @Test("A statement whose table has changed is prepared anew")
  func changedTable() async throws {
    let lanes = try PostgresLanes(tables.cluster.address(), count: 1)
    let all = PostgresStatement("all_of_a_row", "SELECT * FROM changing", .reads, giving: Int32.self)
    try tables.cluster.execute("DROP TABLE IF EXISTS changing; CREATE TABLE changing (a int4)")
    #expect(try await lanes.run(all()).isEmpty)
    try tables.cluster.execute("DROP TABLE changing; CREATE TABLE changing (b text)")
    // It does not fit the program any more, which is another error than that of the session.
    let error = await #expect(throws: PostgresError.self) { try await lanes.run(all()) }
    #expect(error?.kind == .programming)
    try tables.cluster.execute("DROP TABLE changing; CREATE TABLE changing (a int4)")
    #expect(try await lanes.run(all()).isEmpty)
    #expect(lanes.statistics.repeated > 0)
    await lanes.close()
  }
}

extension Result {
  /// The error, if it failed with one of PostgreSQL.
  var error: PostgresError? {
    guard case .failure(let error) = self else { return nil }
    return error as? PostgresError
  }
}

/// Looks often whether something is so, for at most a minute; other tasks run meanwhile.
func eventually(_ condition: () throws -> Bool) async throws {
  let end = Deadline.after(seconds: 60)
  while try !condition() {
    guard !end.hasPassed else {
      Issue.record("waited a minute in vain")
      return
    }
    await Task.yield()
  }
}
#endif
