#if Postgres
import Foundation
import Logging
import NIOHTTP1
import ServerAPI
import Synchronization
import Testing

@testable import VaultServer

/// Nodes whose machines have wrong clocks.
@Suite("The clock of all nodes", .timeLimit(.minutes(2)))
struct DatabaseClockTests {
  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// The clocks of a machine whose wall clock is wrong.
  private static func machine(aheadBy seconds: Double) -> ServerClock {
    let system = ServerClock.system
    return ServerClock(date: { system.date().addingTimeInterval(seconds) }, uptime: system.uptime)
  }

  /// Lends two nodes, one of which takes the present for a year ago, and one for a year from now.
  private func run(_ body: (_ early: RunningServer, _ late: RunningServer) async throws -> Void) async throws {
    let place = try PrivateStorage()
    func start(aheadBy seconds: Double, _ body: (RunningServer) async throws -> Void) async throws {
      let storage = try place.storage(listens: true)
      let clock = DatabaseClock(
        try #require(storage.nodes), machine: Self.machine(aheadBy: seconds), logger: Self.quiet)
      try await clock.measure()
      #expect(abs(clock.machineLead - seconds) < 60)
      try await RunningServer.run(storage: storage, databaseClock: clock, body)
    }
    let year = 365.0 * 86_400
    try await start(aheadBy: -year) { early in try await start(aheadBy: year) { late in try await body(early, late) } }
  }

  @Test("a session that one begins serves on the other, and what one stores expires by the same time on both")
  func wrongClocks() async throws {
    try await run { early, late in
      let ada = try await early.addAccount()
      for (here, there) in [(early, late), (late, early)] {
        let token = try await here.token()
        #expect(try await there.send(.GET, "/v1/me", token: token).status == 200)
        let answer = try await here.push("{}", #""to":{"alias":"\#(ada.id)"},"expiresIn":3600,"#, token: token)
        try #require(answer.status == 201, "\(answer.status)")
        let push = try answer.decoded(Push.self)
        // Both run on this machine, whose clock is the database's.
        #expect(abs(push.createdAt.timeIntervalSinceNow) < 60)
        #expect(abs(try #require(push.expiresAt).timeIntervalSinceNow - 3600) < 60)
        let sequence = try #require(try await there.storage.sequences(of: ada.id)).inbox.highest
        let decision = try await there.send(
          .POST, "/v1/inbox/\(sequence)/state", body: #"{"state":"accepted"}"#, token: token)
        #expect(decision.status == 200, "one that has expired can't be decided")
      }
    }
  }

  /// A database that tells a time that the test says, after so long.
  private final class Answers: NodeStorage {
    let next = Mutex<(date: Date, delay: Duration)>((Date(timeIntervalSince1970: 0), .zero))
    let clock: ManualClock

    init(_ clock: ManualClock) { self.clock = clock }

    func now() async throws -> Date {
      let (date, delay) = next.withLock(\.self)
      clock.advance(by: delay)
      return date
    }

    var figures: SharingFigures { SharingFigures(lanes: [], pokes: (0, 0)) }
    func open(device: String) async throws -> Int64 { 0 }
    func openings(of devices: [String]) async throws -> [String: Int64] { [:] }
    func charge(_ counts: [SharedCount]) async throws -> [Duration] { [] }
    func refund(_ counts: [SharedCount]) async throws {}
    func lease(_ work: String, for time: Duration) async throws -> Bool { true }
    func forgetOld(limit: Int) async throws -> Bool { false }
  }

  @Test(
    "an answer is of the middle of the time that it took, goes on with the steady clock, and counts for nothing where it took long"
  )
  func measuring() async throws {
    let manual = ManualClock()
    let database = Answers(manual)
    let clock = DatabaseClock(database, machine: manual.serverClock, logger: Self.quiet)
    #expect(clock.date == manual.now)
    func answer(_ seconds: Double, after delay: Duration) async throws {
      database.next.withLock { $0 = (Date(timeIntervalSince1970: seconds), delay) }
      try await clock.measure()
    }
    func seconds() -> Double { clock.date.timeIntervalSince1970 }
    try await answer(1_000, after: .milliseconds(500))
    #expect(abs(seconds() - 1_000.25) < 0.001)
    manual.advance(by: .seconds(60))
    #expect(abs(seconds() - 1_060.25) < 0.001)
    try await answer(5_000, after: .milliseconds(1_001))
    #expect(abs(seconds() - 1_061.251) < 0.001)
    try await answer(2_000, after: .zero)
    #expect(abs(seconds() - 2_000) < 0.001)
  }
}
#endif
