import Foundation
import NIOCore
import NIOEmbedded
import ServerAPI
import Testing

@testable import VaultServer

@Suite("A stream that reads from storage")
struct StreamReadingTests {
  /// A stream on a connection that is not there.
  private struct Stage {
    /// How often the stream asked to be read for.
    final class Wakes { var count = 0 }

    let channel = EmbeddedChannel()
    let wakes = Wakes()
    let stream: LiveStream<EventCursor>

    init() throws {
      let handler = StreamHandler(StreamStart(format: .eventStream, account: UUID()) { _ in }, on: channel)
      try channel.pipeline.syncOperations.addHandler(handler)
      let cursor = EventCursor(sequence: 1, change: 0)
      stream = LiveStream(key: UUID(), connection: handler, cursor: cursor, figures: StreamMetrics()) {
        [wakes] _ in wakes.count += 1
      }
      stream.begin()
    }

    func deliver(_ changes: ClosedRange<Int64>) {
      for change in changes { deliver(change, ofItem: 1) }
    }

    func deliver(_ change: Int64, ofItem item: Int64) {
      stream.deliver(.state(change: change, sequence: item, ByteBuffer(string: "{}")))
    }

    /// The ids that were written since.
    func written() throws -> [String] {
      var text = ""
      while let part = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
      return text.matches(of: /id: (\S+)/).map { String($0.1) }
    }
  }

  @Test("tells what came meanwhile, once, without reading again")
  func missed() throws {
    let stage = try Stage()
    let start = stage.stream.beginReading()
    #expect(start?.change == 0)
    stage.deliver(1...5)
    #expect(try stage.written().isEmpty)
    #expect(stage.stream.endReading(at: EventCursor(sequence: 1, change: 2)))
    #expect(try stage.written() == ["1-3", "1-4", "1-5"])
    stage.deliver(5...6)
    #expect(try stage.written() == ["1-6"])
    #expect(stage.wakes.count == 1)
  }

  @Test("reads again when more came than it keeps, and when one is missing")
  func bounds() throws {
    let stage = try Stage()
    _ = stage.stream.beginReading()
    stage.deliver(1...257)
    #expect(!stage.stream.endReading(at: EventCursor(sequence: 1, change: 0)))
    #expect(stage.stream.beginReading()?.change == 0)
    #expect(stage.stream.endReading(at: EventCursor(sequence: 1, change: 257)))
    #expect(try stage.written().isEmpty)
    #expect(stage.wakes.count == 1)

    _ = stage.stream.beginReading()
    stage.deliver(259...260)
    #expect(stage.stream.endReading(at: EventCursor(sequence: 1, change: 257)))
    #expect(try stage.written().isEmpty)
    #expect(stage.wakes.count == 2)
  }

  @Test("tells no change of an item that comes later, but reads both")
  func itemFirst() throws {
    let stage = try Stage()
    _ = stage.stream.beginReading()
    stage.deliver(1, ofItem: 2)
    #expect(stage.stream.endReading(at: EventCursor(sequence: 1, change: 0)))
    #expect(try stage.written().isEmpty)
    #expect(stage.wakes.count == 2)
    _ = stage.stream.beginReading()
    #expect(stage.stream.endReading(at: EventCursor(sequence: 2, change: 1)))
    stage.deliver(2, ofItem: 2)
    #expect(try stage.written() == ["2-2"])
    stage.deliver(3, ofItem: 3)
    #expect(try stage.written().isEmpty)
    #expect(stage.wakes.count == 3)
  }

  @Test("reads what was there when it began, and leaves what comes meanwhile to be told", .timeLimit(.minutes(1)))
  func meanwhile() async throws {
    let storage = try TestStorage.make()
    let (now, hash) = (Date(timeIntervalSince1970: 1_800_000_000), "hash")
    let account = StoredAccount(
      id: UUID(), email: try #require(EmailAddress("ada@example.org")), passwordHash: hash, createdAt: now)
    try await storage.add(account)
    @Sendable func push() async throws {
      _ = try await storage.append(
        StoredPush(
          id: UUID(), sender: .account(account.id), recipient: .alias(account.id), idempotencyKey: nil, payload: "{}",
          createdAt: now, expiresAt: nil))
    }
    @Sendable func changeNewest() async throws {
      let highest = try #require(try await storage.sequences(of: account.id)).inbox.highest
      _ = try await storage.setState(.read, ofItem: highest, of: account.id, device: nil, at: now)
    }
    for _ in 0..<150 { try await push() }
    try await changeNewest()
    let source = InboxSource(
      account: account.id, pages: InboxPages(storage, ServerClock(date: { now }, uptime: { .zero })))
    var pages: [Int] = []
    // Whatever is written, something new has come by then.
    let end = try await source.replay(from: EventCursor(sequence: 0, change: 0)) { events, _ in
      pages.append(events.count)
      try await push()
      try await changeNewest()
    }
    #expect(pages == [100, 51, 2], "the second page is read once the first was written, and so are the changes")
    #expect(end == EventCursor(sequence: 151, change: 2))
  }
}
