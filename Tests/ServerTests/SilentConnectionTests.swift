import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@testable import VaultServer

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
      let halves = try SilentConnections(
        8, from: "127.0.0.2", to: server.port, saying: "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nX: ")
      defer { halves.close() }
      for _ in 0..<3 { #expect(try await server.send(.GET, "/healthz").status == 200) }
      try await halves.waitForEnds(1)
    }
  }

  // MARK: Who goes

  /// One that came long ago, unless it is said when.
  private func place(_ address: String, after seconds: Int64 = 0, since: NIODeadline? = nil) throws -> TrackedConnection
  {
    let channel = EmbeddedChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
    let past = NIODeadline.now() - .hours(1) + .seconds(seconds)
    return TrackedConnection(channel, since: since ?? past)
  }

  @Test("the longest silent of the address with the most goes first, one at work later")
  func order() throws {
    let limiter = ConnectionLimiter(maximum: 4)
    let alone = try place("192.0.2.1")
    let (first, second, third) = (
      try place("192.0.2.2", after: 1), try place("192.0.2.2", after: 2), try place("192.0.2.2", after: 3)
    )
    for one in [alone, first, second, third] { #expect(limiter.acquire(one).isEmpty) }
    first.work()
    #expect(limiter.acquire(try place("192.0.2.3", after: 4)).map(\.id) == [second.id])
    #expect(limiter.acquire(try place("192.0.2.2", after: 5)).map(\.id) == [third.id])
  }

  @Test("all addresses of an IPv6 network of 64 bits have one share")
  func network() throws {
    let limiter = ConnectionLimiter(maximum: 3)
    let alone = try place("2001:db8:0:1::1")
    let many = [try place("2001:db8:0:2::1", after: 1), try place("2001:db8:0:2:3:4:5:6", after: 2)]
    for one in [alone] + many { _ = limiter.acquire(one) }
    #expect(limiter.acquire(try place("2001:db8:0:3::1", after: 3)).map(\.id) == [many[0].id])
  }

  @Test("streams and known devices go last, and only for who has fewer")
  func known() throws {
    let limiter = ConnectionLimiter(maximum: 3)
    let streams = [try place("192.0.2.1"), try place("192.0.2.1", after: 1)]
    let stranger = try place("192.0.2.2", after: 2)
    for one in streams + [stranger] { _ = limiter.acquire(one) }
    for stream in streams { limiter.markKnown(stream, of: UUID()) }
    let next = try place("192.0.2.3", after: 3)
    #expect(limiter.acquire(next).map(\.id) == [stranger.id])
    limiter.markKnown(next, of: UUID())
    #expect(limiter.acquire(try place("192.0.2.4", after: 4)).map(\.id) == [streams[0].id])
    let own = try place("192.0.2.1", after: 5)
    let before = limiter.acquire(own).map(\.id)
    #expect(!before.contains(streams[1].id) && !before.contains(next.id))
  }

  @Test("one account that has all places, at as many addresses as it likes, loses one to whoever comes")
  func oneAccount() throws {
    let limiter = ConnectionLimiter(maximum: 3)
    let (mallory, ada) = (UUID(), UUID())
    let crowd = [try place("192.0.2.1"), try place("192.0.2.2", after: 1)]
    let other = try place("192.0.2.3")
    for one in crowd + [other] { _ = limiter.acquire(one) }
    for one in crowd { limiter.markKnown(one, of: mallory) }
    limiter.markKnown(other, of: ada)
    #expect(limiter.acquire(try place("192.0.2.4", after: 2)).map(\.id) == [crowd[0].id])
  }

  @Test("nor leaves it strangers less than a quarter of all places")
  func strangersQuarter() throws {
    let limiter = ConnectionLimiter(maximum: 32)
    let mallory = UUID()
    let crowd = try (1...25).map { try place("192.0.2.\($0)", after: Int64($0)) }
    for one in crowd {
      _ = limiter.acquire(one)
      limiter.markKnown(one, of: mallory)
    }
    for number in 26...32 { _ = limiter.acquire(try place("192.0.2.\(number)")) }
    #expect(limiter.acquire(try place("192.0.2.40", after: 60)).map(\.id) == [crowd[0].id])
  }

  @Test("a connection that has just come goes after those that have been there, also while these are at work")
  func newcomer() throws {
    let limiter = ConnectionLimiter(maximum: 3)
    let old = [try place("192.0.2.1"), try place("192.0.2.2", after: 1)]
    let fresh = try place("192.0.2.3", since: .now())
    for one in old + [fresh] { _ = limiter.acquire(one) }
    for one in old { one.work() }
    #expect(limiter.acquire(try place("192.0.2.4", since: .now())).map(\.id) == [old[0].id])
    // Whoever was answered has had what newcomers are spared for.
    fresh.work()
    fresh.rest()
    #expect(limiter.acquire(try place("192.0.2.5", since: .now())).map(\.id) == [fresh.id])
  }

  private func door(maximum: Int = 8) -> ConnectionAdmission {
    ConnectionAdmission(
      maximum: maximum, proxies: TrustedProxies(networks: []), isPlain: true,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test("a known device's connection is spared until its login is answered: none is kept so for longer")
  func answered() throws {
    let door = door()
    let watch = ConnectionGuard(bodyTimeout: .seconds(15), admission: door)
    let channel = EmbeddedChannel(handler: watch)
    let connection = try #require(watch.connection)
    let head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/v1/sessions")
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    door.markKnown(channel, of: UUID())
    #expect(connection.account != nil)
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .tooManyRequests)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    #expect(connection.account == nil)
    _ = try? channel.finish()
  }

  @Test("an answer that came before the end of the request leaves nobody at work")
  func earlyAnswer() throws {
    let watch = ConnectionGuard(bodyTimeout: .seconds(15), admission: door())
    let channel = EmbeddedChannel(handler: watch)
    let connection = try #require(watch.connection)
    let head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/nothing")
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .notFound)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    #expect(!connection.isAtWork)
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    #expect(connection.isAtWork)
    _ = try? channel.finish()
  }
}
