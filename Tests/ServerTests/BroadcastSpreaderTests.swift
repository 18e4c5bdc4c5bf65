import Foundation
import Logging
import ServerAPI
import Synchronization
import Testing

@testable import VaultServer

/// Who spreads what goes to many: in which order, and past what can't be spread.
@Suite("The spreader of broadcasts")
struct BroadcastSpreaderTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private struct Failure: Error {}

  /// Notes the steps, which are small. Those of one push fail, and the first one of another is said to be somebody else's.
  private final class Recorder: BroadcastStorage {
    private let storage: any ServerStorage
    private let failing: Int64?
    private let overtaken: Int64?
    private let notes = Mutex<[Int64]>([])

    init(_ storage: any ServerStorage, failing: Int64? = nil, overtaken: Int64? = nil) {
      (self.storage, self.failing, self.overtaken) = (storage, failing, overtaken)
    }

    var steps: [Int64] { notes.withLock { $0 } }

    func nextBroadcasts() async throws -> [BroadcastPlace] { try await storage.nextBroadcasts() }
    func broadcastCounts() async throws -> BroadcastCounts { try await storage.broadcastCounts() }
    func spread(_ push: Int64, limit: Int) async throws -> BroadcastStep {
      let isFirst = notes.withLock { notes in
        defer { notes.append(push) }
        return !notes.contains(push)
      }
      if push == failing { throw Failure() }
      if push == overtaken, isFirst { return .overtaken }
      return try await storage.spread(push, limit: 4)
    }
  }

  /// What is logged.
  private final class Log: Sendable {
    private let notes = Mutex<[String]>([])

    struct Handler: LogHandler {
      let log: Log
      var metadata: Logger.Metadata = [:]
      var logLevel = Logger.Level.trace

      subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) {
        log.notes.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
      }
    }

    var lines: [String] { notes.withLock { $0 } }
  }

  private func spreader(
    _ storage: any BroadcastStorage, _ log: Log = Log(), patience: Duration = .seconds(300)
  ) -> BroadcastSpreader {
    BroadcastSpreader(
      storage: storage, hub: EventHub(), signal: BroadcastSignal(), patience: patience,
      logger: Logger(label: "test") { _ in Log.Handler(log: log) })
  }

  private func push(_ payload: String, by sender: PushSender = .token(UUID())) -> StoredPush {
    StoredPush(id: UUID(), sender: sender, recipient: .everyone, payload: payload, createdAt: now)
  }

  @Test("takes turns between senders, and ends what is one's before that one's next", arguments: StorageKind.allCases)
  func turns(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(6, in: storage)
      let (ada, bob) = (PushSender.token(UUID()), PushSender.token(UUID()))
      var numbers: [Int64] = []
      for sender in [ada, ada, bob] { numbers.append(try await crowd.number(of: push("1", by: sender))) }
      let recorder = Recorder(crowd.storage)
      await spreader(recorder).spread()
      let (first, second, other) = (numbers[0], numbers[1], numbers[2])
      #expect(recorder.steps == [first, other, first, other, second, second])
    }
  }

  @Test("goes on with the others where one fails, and leaves that for later", arguments: StorageKind.allCases)
  func failure(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let crowd = try await Crowd(6, in: storage)
      let failing = try await crowd.number(of: push("1"))
      for payload in ["2", "3"] { _ = try await crowd.number(of: push(payload)) }
      let log = Log()
      await spreader(Recorder(crowd.storage, failing: failing), log).spread()
      #expect(try await crowd.inboxes() == Array(repeating: ["2", "3"], count: 6))
      #expect(log.lines.count == 1 && log.lines[0].contains("\(failing)"), "\(log.lines)")
      await spreader(crowd.storage).spread()
      #expect(try await crowd.inboxes() == Array(repeating: ["2", "3", "1"], count: 6))
    }
  }

  @Test("leaves to another node what that one is at, and goes on with it where that one has ended meanwhile")
  func left() async throws {
    let crowd = try await Crowd(6, in: try TestStorage.make())
    let abandoned = try await crowd.number(of: push("1"))
    let other = try await crowd.number(of: push("2"))
    let patient = Recorder(crowd.storage, overtaken: abandoned)
    await spreader(patient).spread()
    #expect(patient.steps == [abandoned, other, other])
    let next = try await crowd.number(of: push("3"))
    let impatient = Recorder(crowd.storage, overtaken: abandoned)
    await spreader(impatient, patience: .zero).spread()
    #expect(impatient.steps == [abandoned, next, abandoned, next, abandoned])
    #expect(try await crowd.storage.nextBroadcasts() == [])
  }

  /// What no version has written; ids only where the database keeps them as texts.
  private static func damages(_ kind: StorageKind) -> [String] {
    var all = ["UPDATE pushes SET sender = 'nobody' WHERE number = ?"]
    if kind.hasTextsForIDs {
      all += [
        "UPDATE broadcasts SET position = 'nowhere' WHERE push = ?",
        "UPDATE broadcasts SET channelID = 'none' WHERE push = ?", "UPDATE pushes SET id = 'none' WHERE number = ?",
      ]
    }
    return all
  }

  @Test("says once which push can't be read, passes it over, and loses nothing of it", arguments: StorageKind.allCases)
  func unreadable(_ kind: StorageKind) async throws {
    for damage in Self.damages(kind) {
      try await kind.with { storage async throws in
        let crowd = try await Crowd(6, in: storage)
        let sender = PushSender.token(UUID())
        let broken = try await crowd.number(of: push("secret", by: sender))
        for push in [push("2", by: sender), push("3")] { _ = try await crowd.number(of: push) }
        _ = try await storage.direct.write { try $0.execute(damage, [broken]) }
        let log = Log()
        for _ in 1...2 { await spreader(crowd.storage, log).spread() }
        // Those of two senders, in any order.
        for inbox in try await crowd.inboxes() { #expect(Set(inbox) == ["2", "3"] && inbox.count == 2, "\(damage)") }
        #expect(log.lines.count == 1 && log.lines[0].hasPrefix("error"), "\(damage): \(log.lines)")
        #expect(log.lines[0].contains("\(broken)") && !log.lines[0].contains("secret"))
        try await storage.expireInboxes(before: .distantPast, keeping: 100)
        #expect(try await crowd.storage.broadcastCounts() == BroadcastCounts(waiting: 0, setAside: 1))
        let kept: Int? = try await storage.direct.write {
          try $0.value("SELECT count(*) FROM pushes WHERE number = ? AND payload = 'secret'", [broken])
        }
        #expect(kept == 1)
        // Nobody waits for it, and nothing of its sender's does.
        let few = StoredPush(
          id: UUID(), sender: sender, recipient: try await crowd.channel(of: 0..<1), payload: "4", createdAt: now)
        guard case .stored(_, let numbers, count: 1, _) = try await crowd.storage.append(few) else {
          Issue.record("not stored")
          return
        }
        #expect(numbers.count == 1)
      }
    }
  }
}

extension StorageKind {
  /// Whether a column of ids takes any text.
  fileprivate var hasTextsForIDs: Bool { self == .memory || self == .sqlite }
}
