import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import VaultServer

/// What stands between this server and its clients.
@Suite("Proxies")
struct ProxyTests {
  private static func network(_ text: String) throws -> AddressNetwork { try #require(AddressNetwork(text)) }
  private static func address(_ text: String) throws -> NetworkAddress { try #require(NetworkAddress(text)) }

  private static func proxies(_ configuration: inout ServerConfiguration) {
    configuration.trustedProxies = TrustedProxies(
      networks: ["127.0.0.1", "10.0.0.0/8"].compactMap { AddressNetwork($0) })
  }

  /// Logs in under so many emails that nobody has.
  private func guess(_ server: RunningServer, _ headers: [String: String], _ count: Int = 30) async throws -> [Int] {
    var statuses: [Int] = []
    for number in 0..<count {
      let body = RunningServer.credentials("user\(number)@example.org", "wrong horse")
      statuses.append(try await server.send(.POST, "/v1/sessions", body: body, headers: headers).status)
    }
    return statuses
  }

  @Test("behind a named proxy every client has limits of its own, and what a client writes itself proves nothing")
  func named() async throws {
    try await RunningServer.run(configure: Self.proxies) { server async throws in
      let one = ["X-Forwarded-For": "198.51.100.7"]
      #expect(try await guess(server, one).allSatisfy { $0 == 401 })
      let forged = ["X-Forwarded-For": "203.0.113.9, 198.51.100.7, 10.1.2.3"]
      for headers in [one, forged, ["Forwarded": "for=203.0.113.9, for=\"198.51.100.7:80\";proto=https"]] {
        #expect(try await guess(server, headers, 1) == [429], "\(headers)")
      }
      for headers in [["X-Forwarded-For": "198.51.100.8"], ["Forwarded": "for=\"[2001:db8::1]:80\""], [:]] {
        #expect(try await guess(server, headers, 1) == [401], "\(headers)")
      }
      // A mark that makes one character of itself and the proxy's comma.
      for headers in [
        ["X-Forwarded-For": "203.0.113.9\u{600}, 198.51.100.7"],
        ["Forwarded": "for=203.0.113.9\u{600}, for=198.51.100.7"],
      ] { #expect(try await guess(server, headers, 1) == [429], "\(headers)") }
      // What a proxy quotes may be the client's word.
      for quoted in [
        "host=\"a,for=203.0.113.9;b=c\";for=198.51.100.7", "for=198.51.100.7;host=\"\\\",for=203.0.113.9\"",
      ] {
        #expect(try await guess(server, ["Forwarded": quoted], 1) == [429], "\(quoted)")
      }
      // What a client began to quote is its own, whatever the proxy writes behind it; two hops in one say nothing.
      #expect(try await guess(server, ["Forwarded": "for=\"203.0.113.9, for=198.51.100.7"], 1) == [429])
      #expect(try await guess(server, ["Forwarded": "for=198.51.100.7;for=203.0.113.9"], 1) == [401])
      // The header that its proxy does not write is the client's own word.
      let both = ["X-Forwarded-For": "198.51.100.7", "Forwarded": "for=203.0.113.9"]
      #expect(try await guess(server, both, 1) == [401])
    }
  }

  @Test("a named proxy may say by the PROXY protocol where a connection comes from")
  func protocolHeader() async throws {
    try await RunningServer.run(configure: Self.proxies) { server async throws in
      _ = try await guess(server, ["X-Forwarded-For": "198.51.100.7"])
      let body = RunningServer.credentials("another@example.org", "wrong horse")
      func login(_ header: String, _ more: String = "") async throws -> String {
        let answer = try await RawConnection.exchange(
          server.port,
          "\(header)POST /v1/sessions HTTP/1.1\r\nHost: a\r\n\(more)Content-Type: application/json\r\n"
            + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return String(answer.dropFirst(9).prefix(3))
      }
      #expect(try await login("PROXY TCP4 198.51.100.7 127.0.0.1 4000 80\r\n") == "429")
      #expect(
        try await login("PROXY TCP4 198.51.100.7 127.0.0.1 4000 80\r\n", "X-Forwarded-For: 203.0.113.9\r\n") == "429")
      #expect(try await login("PROXY TCP4 198.51.100.8 127.0.0.1 4000 80\r\n") == "401")
      #expect(try await login("PROXY UNKNOWN\r\n") == "401")
      #expect(try await login("") == "401")
      #expect(try await login("PROXY TCP4 nobody 127.0.0.1 4000 80\r\n") == "")
    }
  }

  @Test("who is not named speaks no PROXY protocol")
  func unnamedProtocol() async throws {
    try await RunningServer.run { server async throws in
      let answer = try await RawConnection.exchange(
        server.port, "PROXY TCP4 198.51.100.7 127.0.0.1 4000 80\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test("behind a proxy that was not named the limits by address are off, those by account are not")
  func unnamed() async throws {
    try await RunningServer.run { server async throws in
      let headers = ["X-Forwarded-For": "198.51.100.7"]
      #expect(try await guess(server, headers, 40).allSatisfy { $0 == 401 })
      for _ in 0..<10 { #expect(try await server.login("ada@example.org").status == 401) }
      #expect(try await server.login("ada@example.org").status == 429)
    }
  }

  @Test("a proxy that was not named is told once; over TLS a stranger's header counts for nothing")
  func told() throws {
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in LogLines { line in lines.withLock { $0.append(line) } } }
    let headers: HTTPFields = [try #require(HTTPField.Name("X-Forwarded-For")): "198.51.100.7"]
    func ask(_ admission: ConnectionAdmission, from peer: String) throws -> Bool {
      let channel = EmbeddedChannel()
      channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 1)
      let place = admission.admit(channel)
      admission.record(headers, on: place)
      admission.record(headers, on: place)
      return admission.client(headers, on: channel).isLimited
    }
    func admission(isPlain: Bool) -> ConnectionAdmission {
      ConnectionAdmission(maximum: 9, proxies: TrustedProxies(networks: []), isPlain: isPlain, logger: logger)
    }
    #expect(try !ask(admission(isPlain: true), from: "192.0.2.1"))
    #expect(lines.withLock { $0.count { $0.contains("--trusted-proxy") && $0.contains("proxy=192.0.2.1") } } == 1)
    let secure = admission(isPlain: false)
    #expect(try ask(secure, from: "192.0.2.1"))
    #expect(try !ask(secure, from: "127.0.0.1"))
  }

  @Test(
    "a header of the PROXY protocol is told from what is none",
    arguments: [
      ("P", "incomplete"), ("PROXY TCP4 1.2.3.4 ", "incomplete"), ("GET / HTTP/1.1", "none"), ("PUT", "none"),
      ("PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET", "1.2.3.4 32"),
      ("PROXY TCP6 2001:db8::1 ::1 1 2\r\n", "2001:db8:0:0::/64 32"),
      ("PROXY UNKNOWN\r\n", "- 15"), ("PROXY \r\n", "malformed"), ("PROXY TCP4 1.2.3.4 5.6.7.8 1 2\n", "malformed"),
      ("PROXY TCP4 1.2.3.4 5.6.7.8 1\r\n", "malformed"), ("PROXY \u{301}\r\n", "malformed"),
      ("PROXY TCP4 1.2.3.4\0x 5.6.7.8 1 2\r\n", "malformed"),
      ("PROXY " + String(repeating: "x", count: 200), "malformed"),
    ])
  func firstVersion(_ text: String, _ expected: String) {
    #expect(Self.described(ProxyHeader(Array(text.utf8))) == expected)
  }

  @Test("so is one of the second version, at whatever byte it is cut")
  func secondVersion() {
    let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    let v4 = signature + [0x21, 0x11, 0, 12, 192, 0, 2, 7, 127, 0, 0, 1, 1, 2, 3, 4]
    for count in 0..<v4.count { #expect(ProxyHeader(Array(v4.prefix(count))) == .incomplete, "\(count)") }
    #expect(Self.described(ProxyHeader(v4 + [0x47])) == "192.0.2.7 28")
    #expect(Self.described(ProxyHeader(signature + [0x20, 0x00, 0, 0])) == "- 16")
    #expect(Self.described(ProxyHeader(signature + [0x31, 0x11, 0, 0])) == "malformed")
    #expect(Self.described(ProxyHeader(signature + [0x21, 0x11, 0, 4, 1, 2, 3, 4])) == "malformed")
    #expect(Self.described(ProxyHeader(signature + [0x21, 0x11, 0xFF, 0xFF])) == "malformed")
  }

  private static func described(_ header: ProxyHeader) -> String {
    switch header {
    case .incomplete: "incomplete"
    case .none: "none"
    case .malformed: "malformed"
    case .header(let source, let count): "\(source?.limitKey ?? "-") \(count)"
    }
  }

  @Test("a network has its addresses and no others")
  func networks() throws {
    #expect(try Self.network("192.0.2.0/25").contains(Self.address("192.0.2.127")))
    #expect(try !Self.network("192.0.2.0/25").contains(Self.address("192.0.2.128")))
    #expect(try Self.network("192.0.2.7").contains(Self.address("::ffff:192.0.2.7")))
    #expect(try Self.network("2001:db8::/33").contains(Self.address("2001:db8:7fff::1")))
    #expect(try !Self.network("2001:db8::/33").contains(Self.address("2001:db8:8000::1")))
    #expect(try Self.network("0.0.0.0/0").contains(Self.address("192.0.2.7")))
    #expect(try !Self.network("0.0.0.0/0").contains(Self.address("2001:db8::1")))
    for text in [
      "", "a", "192.0.2.7\0x", "10.0.0.0\0x/8", "192.0.2.0/33", "192.0.2.0/-1", "192.0.2.0/", "::/129", "192.0.2/24",
    ] {
      #expect(AddressNetwork(text) == nil, "\(text)")
    }
  }
}
