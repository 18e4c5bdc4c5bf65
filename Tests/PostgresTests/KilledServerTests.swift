#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Synchronization
import Testing

@Suite("A server that is killed")
struct KilledServerTests {
  @Test("Nothing that was acknowledged is lost, and nothing is there twice, however often it is killed")
  func killedUnderLoad() async throws {
    let cluster = try PrivateCluster()
    let tables = try Tables(cluster)
    let lanes = try PostgresLanes(cluster.address(), count: 2)
    let stop = Stop()
    let writers = (0..<16).map { _ in Task { await write(to: lanes, until: stop) } }
    var commits = 0
    for _ in 0..<4 {
      try await eventually { lanes.statistics.commits > commits + 50 }
      commits = lanes.statistics.commits
      cluster.kill()
      try cluster.start()
    }
    try await eventually { lanes.statistics.commits > commits + 50 }
    stop.end()
    var (acknowledged, doubted): (Set<UUID>, Set<UUID>) = ([], [])
    for writer in writers {
      let written = await writer.value
      acknowledged.formUnion(written.acknowledged)
      doubted.formUnion(written.doubted)
      // They waited until it was there again.
      #expect(written.refused == 0)
    }
    var stored: Set<UUID> = []
    let rows = try cluster.connect().copy(from: "SELECT id FROM rows", columns: UUID.self, until: .after(seconds: 60)) {
      stored.insert($0)
    }
    #expect(rows == stored.count)
    #expect(acknowledged.isSubset(of: stored))
    #expect(stored.isSubset(of: acknowledged.union(doubted)))
    #expect(acknowledged.count > 200)
    #expect(lanes.statistics.connections >= 5)
    await lanes.close()
    withExtendedLifetime(tables) {}
  }

  private struct Written: Sendable {
    var acknowledged: [UUID] = []
    var doubted: [UUID] = []
    var refused = 0
  }

  private func write(to lanes: PostgresLanes, until stop: Stop) async -> Written {
    var written = Written()
    while !stop.isOver {
      let id = UUID()
      do throws(PostgresError) {
        _ = try await lanes.run(Tables.append(id, 1), of: id, patience: .seconds(60))
        written.acknowledged.append(id)
      } catch {
        if error.kind == .inDoubt { written.doubted.append(id) } else { written.refused += 1 }
      }
    }
    return written
  }

  @Test("A server that is frozen holds nobody longer than they wait")
  func frozen() async throws {
    let cluster = try PrivateCluster()
    let tables = try Tables(cluster)
    let lanes = try PostgresLanes(cluster.address(), count: 2)
    _ = try await lanes.run(Tables.append(UUID(), 1))
    cluster.setFrozen(true)
    let began = ContinuousClock.now
    let calls = (0..<50).map { _ in Task { try await lanes.run(Tables.append(UUID(), 1), patience: .milliseconds(500)) }
    }
    for call in calls {
      let error = await call.result.error
      #expect(error?.kind == .inDoubt || error?.kind == .unavailable)
    }
    #expect(ContinuousClock.now - began < .seconds(10))
    cluster.setFrozen(false)
    let rows = try await lanes.run(Tables.append(UUID(), 2), patience: .seconds(60))
    #expect(rows.count == 1)
    await lanes.close()
    withExtendedLifetime(tables) {}
  }

  /// The end of a test's load.
  private final class Stop: Sendable {
    private let state = Mutex(false)
    var isOver: Bool { state.withLock { $0 } }
    func end() { state.withLock { $0 = true } }
  }
}
#endif
