import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import vault_server

/// Connections that take places and say nothing.
@Suite("Silent connections", .timeLimit(.minutes(3)))
struct SilentConnectionTests {
  @Test("more silent connections of one address than there are places end no login from another, and no stream")
  func oneAddress() async throws {
    DescriptorLimit.raise()
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      var stream = try await EventClient(server, token: token, after: "0-0")
      let silent = try SilentConnections(700, from: "127.0.0.2", to: server.port)
      defer { silent.close() }
      for _ in 0..<3 { #expect(try await server.login().status == 201) }
      _ = try await server.push(token: token)
      #expect(try await stream.next(1).map(\.id) == ["1-0"])
      try await silent.waitForEnds(180)
    }
  }

  @Test("what trickles in is silence, too: half a request keeps no place")
  func trickle() async throws {
    let configure: (inout ServerConfiguration) -> Void = { $0.maximumConnections = 8 }
    try await RunningServer.run(configure: configure) { server async throws in
      try await withThrowingTaskGroup(of: String.self) { tasks in
        for _ in 0..<8 {
          tasks.addTask {
            try await RawConnection.exchange(server.port, "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nX: ", drip: "x")
          }
        }
        let silent = try SilentConnections(8, from: "127.0.0.2", to: server.port)
        defer { silent.close() }
        for _ in 0..<4 { #expect(try await server.send(.GET, "/healthz").status == 200) }
        for try await answer in tasks { #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 408")) }
      }
    }
  }

  // MARK: Who goes

  private func place(_ address: String, after seconds: Int64 = 0) throws -> ConnectionPlace {
    let channel = EmbeddedChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
    return ConnectionPlace(channel, since: .uptimeNanoseconds(1_000_000_000 + UInt64(seconds) * 1_000_000_000))
  }

  @Test("the longest silent of the address with the most goes first, one at work later")
  func order() throws {
    let shares = ConnectionShares(maximum: 4)
    let alone = try place("192.0.2.1")
    let (first, second, third) = (
      try place("192.0.2.2", after: 1), try place("192.0.2.2", after: 2), try place("192.0.2.2", after: 3)
    )
    for one in [alone, first, second, third] { #expect(shares.enter(one).isEmpty) }
    first.work()
    #expect(shares.enter(try place("192.0.2.3", after: 4)).map(\.id) == [second.id])
    #expect(shares.enter(try place("192.0.2.2", after: 5)).map(\.id) == [third.id])
  }

  @Test("all addresses of an IPv6 network of 64 bits have one share")
  func network() throws {
    let shares = ConnectionShares(maximum: 3)
    let alone = try place("2001:db8:0:1::1")
    let many = [try place("2001:db8:0:2::1", after: 1), try place("2001:db8:0:2:3:4:5:6", after: 2)]
    for one in [alone] + many { _ = shares.enter(one) }
    #expect(shares.enter(try place("2001:db8:0:3::1", after: 3)).map(\.id) == [many[0].id])
  }

  @Test("streams and known devices go last, and only for who has fewer")
  func known() throws {
    let shares = ConnectionShares(maximum: 3)
    let streams = [try place("192.0.2.1"), try place("192.0.2.1", after: 1)]
    let stranger = try place("192.0.2.2", after: 2)
    for one in streams + [stranger] { _ = shares.enter(one) }
    for stream in streams { shares.know(stream) }
    let next = try place("192.0.2.3", after: 3)
    #expect(shares.enter(next).map(\.id) == [stranger.id])
    shares.know(next)
    #expect(shares.enter(try place("192.0.2.4", after: 4)).map(\.id) == [streams[0].id])
    let own = try place("192.0.2.1", after: 5)
    let before = shares.enter(own).map(\.id)
    #expect(!before.contains(streams[1].id) && !before.contains(next.id))
  }
}
