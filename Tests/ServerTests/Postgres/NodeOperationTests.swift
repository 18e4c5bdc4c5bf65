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

/// How a node of several is looked after.
@Suite("Operating a node", .timeLimit(.minutes(2)))
struct NodeOperationTests {
  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func owner(of place: PrivateStorage) throws -> PostgresConnection {
    let address = try PrivateStorage.databases.get().cluster.address(database: place.name)
    return try PostgresConnection.open(address, until: .after(seconds: 60))
  }

  private func waitUntilReady(_ server: RunningServer) async throws {
    while try await server.send(.GET, "/readyz").status != 200 { await Task.yield() }
  }

  @Test("it is ready while its database was heard in the last thirty seconds, which says nothing of its health or life")
  func readiness() async throws {
    let place = try PrivateStorage()
    try await RunningServer.run(storage: try place.storage(listens: true)) { server in
      try await waitUntilReady(server)
      let owner = try owner(of: place)
      // The feed is read no more.
      try owner.execute("BEGIN; LOCK TABLE vault.happenings", until: .after(seconds: 60))
      // A read that was under way may end after this: then it counts from now on.
      server.clock.advance(by: .seconds(31))
      while try await server.send(.GET, "/readyz").status == 200 { server.clock.advance(by: .seconds(31)) }
      for path in ["/healthz", "/livez"] { #expect(try await server.send(.GET, path).status == 200) }
      try owner.execute("ROLLBACK", until: .after(seconds: 60))
      try await waitUntilReady(server)
      server.clock.advance(by: .seconds(20))
      #expect(try await server.send(.GET, "/readyz").status == 200)
    }
  }

  /// The names of what a node counts, as it prints them.
  private func printedNames() async throws -> Set<String> {
    let place = try PrivateStorage()
    let storage = try place.storage(listens: true)
    let clock = DatabaseClock(try #require(storage.nodes), logger: Self.quiet)
    try await clock.measure()
    var names: Set<String> = []
    let configure: (inout ServerConfiguration) -> Void = { $0.nodeName = "one" }
    try await RunningServer.run(storage: storage, databaseClock: clock, configure: configure) { server in
      try await waitUntilReady(server)
      let token = try await server.senderToken([.metrics])
      for _ in 0..<2 {
        let text = String(decoding: try await server.send(.GET, "/metrics", token: token).body, as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.contains(#"vault_server_node{node="one"} 1"#))
        names = Set(lines.map { String($0.prefix { $0 != "{" && $0 != " " }) })
      }
    }
    return names
  }

  @Test("the dashboard asks for what a node prints, and for all of it")
  func dashboard() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../packaging/grafana/vault-server.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
    let asked = Set(text.matches(of: /(?:vault_server|process)_[a-z_]+/).map { String($0.output) })
    let printed = try await printedNames()
    #expect(asked.subtracting(printed) == [])
    // Of a histogram its buckets say all.
    #expect(printed.subtracting(asked) == ["vault_server_request_seconds_sum", "vault_server_request_seconds_count"])
  }

  @Test("pokes, lanes and lookups are counted")
  func figures() async throws {
    let place = try PrivateStorage()
    let storages = [try place.storage(listens: true), try place.storage(listens: true)]
    let nodes = storages.compactMap(\.nodes)
    _ = try await nodes[0].open(device: "a")
    while nodes[1].figures.pokes.heard == 0 { await Task.yield() }
    #expect(nodes[0].figures.pokes.sent > 0)
    let writing = try #require(nodes[0].figures.lanes.first { $0.name == "writing" }).figures
    #expect(writing.commits > 0 && writing.connections > 0 && writing.doubts == 0)
  }
}
#endif
