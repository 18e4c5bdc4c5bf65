import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("Whatever way messages come, a channel ends as the server has it")
struct ChannelSequenceTests {
  @Test(
    "through cuts, repetitions, pages out of order, restarts, retention and own messages",
    arguments: 0..<12 as Range<UInt64>)
  func randomOrder(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let place = try InboxPlaceForTests()
    var store = try await place.store()
    var server = ServerChannel()
    try await store.enrol(in: server.entry(), for: .ada)
    var early: [ChannelPage] = []
    var written: [UUID] = []
    for round in 0..<150 {
      for _ in 0..<Int.random(in: 0...6, using: &generator) { server.post("n\(server.messages.count)") }
      if round % 4 == 0 { try await Self.write(to: &server, store, &written, &generator) }
      if seed % 3 == 0, round % 40 == 39 {
        server.first = Int64.random(in: server.first...server.bounds.highest + 1, using: &generator)
      }
      let after = Int64.random(in: 0...server.bounds.highest, using: &generator)
      early.append(server.page(after: after, limit: Int.random(in: 1...9, using: &generator)))
      if let page = early.randomElement(using: &generator) { try await Self.offer(page, server.id, to: store) }
      if round % 10 == 0 {
        try await store.close()
        store = try InboxStore(path: place.path)
      }
    }
    try await Self.catchUp(store, server)
    try await Self.check(store, server, written)
  }

  /// The owner writes, and the answer may be lost.
  private static func write(
    to server: inout ServerChannel, _ store: InboxStore, _ written: inout [UUID], _ generator: inout SeededGenerator
  ) async throws {
    let id = UUID()
    try await store.write("own", id: id, to: server.id, at: .start, for: .ada)
    let message = server.post("own", id: id, by: InboxOwner.ada.user)
    written.append(id)
    if Bool.random(using: &generator) { try await store.acknowledge(message, sentTo: server.id, for: .ada) }
  }

  /// A page that does not fit is refused whole.
  private static func offer(_ page: ChannelPage, _ channel: UUID, to store: InboxStore) async throws {
    let before = try await store.position(of: channel, for: .ada)
    do throws(InboxStoreError) {
      try await store.ingest(page.messages, bounds: page.bounds, of: channel, for: .ada)
    } catch {
      #expect(error.code == .gap)
      #expect(try await store.position(of: channel, for: .ada) == before)
    }
  }

  /// As a client does it.
  private static func catchUp(_ store: InboxStore, _ server: ServerChannel) async throws {
    while try await !store.enrol(in: [server.id: server.bounds], for: .ada).isEmpty {
      let position = try #require(try await store.position(of: server.id, for: .ada))
      let page = server.page(after: position.sequence, limit: 7)
      try await store.ingest(page.messages, bounds: page.bounds, of: server.id, for: .ada)
    }
  }

  private static func check(_ store: InboxStore, _ server: ServerChannel, _ written: [UUID]) async throws {
    var lines: [StoredChannelMessage] = []
    while true {
      let page = try await store.lines(of: server.id, before: lines.first?.sequence, limit: 50, for: .ada)
      if page.isEmpty { break }
      lines = page + lines
    }
    let position = try #require(try await store.position(of: server.id, for: .ada))
    // Of what the server let go before it was fetched nobody knows here that it had come.
    let lost = Set(server.messages.prefix(Int(server.first) - 1).map(\.id))
    #expect(lines.allSatisfy { $0.state == .received || $0.state == .sending && lost.contains($0.id) })
    lines.removeAll { $0.state == .sending }
    #expect(lines.count + Int(position.lost) == server.messages.count)
    #expect(zip(lines, lines.dropFirst()).allSatisfy { ($0.sequence ?? 0) < ($1.sequence ?? 0) })
    for line in lines {
      let message = server.messages[Int((line.sequence ?? 0) - 1)]
      #expect(line.id == message.id && line.text == message.text && line.isOwn == written.contains(message.id))
    }
    let kept = Set(lines.compactMap(\.sequence))
    #expect(server.kept.allSatisfy { kept.contains($0.sequence) })
  }
}
