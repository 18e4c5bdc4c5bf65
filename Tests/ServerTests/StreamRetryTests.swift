import Foundation
import Logging
import NIOCore
import NIOEmbedded
import ServerAPI
import Synchronization
import Testing

@testable import VaultServer

/// Streams of which storage can't be read for a time.
@Suite("A stream whose storage can't be read", .timeLimit(.minutes(2)))
struct StreamRetryTests {
  /// An inbox whose storage breaks once a page of it is written.
  private struct BreakingSource: StreamSource {
    let inbox: InboxSource
    /// Called after each page.
    let breakDown: @Sendable () throws -> Void

    var account: UUID { inbox.account }
    var key: UUID { inbox.key }

    func replay(from start: EventCursor, _ write: StreamWrite<EventCursor>) async throws -> EventCursor {
      try await inbox.replay(from: start) { events, cursor in
        try await write(events, cursor)
        try breakDown()
      }
    }
  }

  @Test(
    "stays open and behind, asks again less and less often, and sends all once",
    arguments: [StreamFormat.eventStream, .webSocket])
  func retried(_ format: StreamFormat) async throws {
    try await StorageTrouble.with { storage, trouble in
      let (ada, now) = (UUID(), Date(timeIntervalSince1970: 1_800_000_000))
      let email = try #require(EmailAddress("ada@example.org"))
      try await storage.add(StoredAccount(id: ada, email: email, passwordHash: "", createdAt: now))
      // In one transaction, so that all of it is in the log.
      try await storage.write { transaction in
        for _ in 0..<250 {
          _ = try transaction.append(
            StoredPush(
              id: UUID(), sender: .account(ada), recipient: .alias(ada), idempotencyKey: nil,
              payload: #"{"a":"\#(String(repeating: "a", count: 1000))"}"#, createdAt: now, expiresAt: nil))
        }
      }
      let mend = Mutex<(@Sendable () throws -> Void)?>(nil)
      let attempts = Mutex<[Int]>([])
      let hub = EventHub(
        retry: StreamRetry { attempt in
          attempts.withLock { $0.append(attempt) }
          if attempt == 3 { try mend.withLock { try $0?() } }
        })
      let source = BreakingSource(
        inbox: InboxSource(account: ada, pages: InboxPages(storage, ServerClock(date: { now }, uptime: { .zero })))
      ) {
        try mend.withLock { mend in
          if mend == nil { mend = try trouble.breakLog() }
        }
      }
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let channel = NIOAsyncTestingChannel()
      let start = StreamFeed(source: source, hub: hub, logger: logger)
        .start(from: EventCursor(sequence: 0, change: 0), as: format) { _ in }
      try await channel.testingEventLoop.submit {
        try channel.pipeline.syncOperations.addHandler(StreamHandler(start, on: channel))
      }.get()
      var ids: [Int] = []
      while ids.count < 250 {
        let text = String(
          decoding: try await channel.waitForOutboundWrite(as: ByteBuffer.self).readableBytesView, as: UTF8.self)
        ids += text.matches(of: /"sequence":(\d+)/).compactMap { Int($0.1) }
      }
      #expect(ids == Array(1...250))
      #expect(attempts.withLock { $0 } == [0, 1, 2, 3])
      #expect(hub.figures.retries.current == 4)
      #expect(hub.figures.open.current == 1)
    }
  }

  @Test("waits 0.2 seconds first, twice as long each time, and five at most")
  func delays() {
    let delays = (0..<8).map { StreamRetry.delay($0, jitter: 1) }
    #expect(delays == [200, 400, 800, 1600, 3200, 5000, 5000, 5000].map { .milliseconds($0) })
    #expect(StreamRetry.delay(0, jitter: 0.75) == .milliseconds(200))
    #expect(StreamRetry.delay(1, jitter: 1.25) == .milliseconds(500))
    #expect(StreamRetry.delay(1_000_000, jitter: 1.25) == .seconds(5))
  }
}
