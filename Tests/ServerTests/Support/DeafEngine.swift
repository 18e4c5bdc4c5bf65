#if Postgres
import Foundation
import NetworkTesting

@testable import VaultServer

/// A database of which a node hears nothing any more from some moment on.
struct DeafEngine: SQLEngine {
  let engine: PostgresEngine
  let feed: (any StorageFeed)?

  /// - Parameter isDeaf: whether that moment has come.
  init(_ engine: PostgresEngine, _ isDeaf: Flag) {
    self.engine = engine
    feed = engine.feed.map { DeafFeed(feed: $0, isDeaf: isDeaf) }
  }

  var nodes: (any NodeStorage)? { engine.nodes }
  var figures: StorageFigures { engine.figures }

  func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value {
    try await engine.write(body)
  }
  func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value {
    try await engine.read(body)
  }
  func lookUp<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value {
    try await engine.lookUp(body)
  }
  func ping() async throws { try await engine.ping() }
  func byteCount() async throws -> Int { try await engine.byteCount() }
  func eraseTraces(upTo byteCount: Int) async throws { try await engine.eraseTraces(upTo: byteCount) }
}

private struct DeafFeed: StorageFeed {
  let feed: any StorageFeed
  let isDeaf: Flag

  var hints: AsyncStream<Void> { feed.hints }

  func read() async throws -> [Happening] {
    let happenings = try await feed.read()
    // Also what was being read in that moment.
    if isDeaf.value { throw StorageProblem.unavailable(retryAfter: .seconds(1)) }
    return happenings
  }

  func inboxes(among accounts: [UUID]) async throws -> [UUID: InboxStanding] { try await feed.inboxes(among: accounts) }
  func messages(among channels: [UUID]) async throws -> [UUID: Int64] { try await feed.messages(among: channels) }
}
#endif
