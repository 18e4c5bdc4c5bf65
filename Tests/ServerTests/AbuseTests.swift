import Foundation
import Glibc
import NIOHTTP1
import NIOPosix
import ProcessTesting
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Abuse", .timeLimit(.minutes(5)))
struct AbuseTests {
  /// Bodies that a careless reader of JSON would choke on.
  private static let bombs: [[UInt8]] = [
    Array(String(repeating: "[", count: 4000).utf8),
    Array((#"{"payload":"# + String(repeating: #"{"a":"#, count: 900) + "1" + String(repeating: "}", count: 901)).utf8),
    Array(#"{"payload":{"n":1e999999999}}"#.utf8), Array(#"{"payload":{},"expires_at":1e400}"#.utf8),
    Array((#"{"payload":{"n":"# + String(repeating: "9", count: 4000) + "}}").utf8),
    Array(#"{"payload":{"aps":{"alert":""#.utf8) + [0xC3, 0x28, 0xED, 0xA0, 0x80, 0xFF] + Array(#""}}}"#.utf8),
    Array(#"{"payload":{"a":"\ud800"}}"#.utf8), Array(#"{"payload":{"a":1,"a":2},"payload":{}}"#.utf8), [0], [],
    Array(String(repeating: "\u{FEFF}", count: 1000).utf8),
  ]

  @Test("payload bombs are refused or stored as they are; none is a failure of the server")
  func payloads() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      for bomb in Self.bombs {
        let answer = try await server.send(.POST, "/v1/pushes", bytes: bomb, token: token)
        #expect([201, 400, 413, 422].contains(answer.status), "\(String(decoding: bomb.prefix(60), as: UTF8.self))")
      }
      // Whatever was taken can be read again.
      #expect(try await server.send(.GET, "/v1/inbox?after=0", token: token).status == 200)
    }
  }

  @Test(
    "tricks with paths in ids lead nowhere",
    arguments: [
      "..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "%00", "a%00b", "%ff%fe", "%", "%zz", "'%20OR%201=1--", "%E2%80%AE",
      "00000000-0000-0000-0000-000000000000%2f..", String(repeating: "a", count: 5000), "-1", "9223372036854775808",
    ])
  func paths(trick: String) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      for (method, path) in [
        (HTTPMethod.GET, "/v1/pushes/\(trick)"), (.GET, "/v1/channels/\(trick)/messages"),
        (.GET, "/v1/channels/\(trick)/events?device=\(trick)"), (.GET, "/v1/channels/\(trick)/socket?device=\(trick)"),
        (.DELETE, "/v1/devices/\(trick)"), (.PUT, "/v1/follows/\(trick)"), (.POST, "/v1/inbox/\(trick)/state"),
        (.GET, "/v1/inbox?after=\(trick)"),
      ] {
        let answer = try await rawStatus(server, method, path, token)
        #expect((400..<500).contains(answer), "\(method) \(path): \(answer)")
      }
    }
  }

  /// The status of a request whose path goes out as it is: an HTTP client would mend it.
  private func rawStatus(_ server: RunningServer, _ method: HTTPMethod, _ path: String, _ token: String) async throws
    -> Int
  {
    let answer = try await RawConnection.exchange(
      server.port,
      "\(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\n"
        + "Content-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"state\":\"read\"}")
    return Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  @Test("nobody reads, decides or follows the pushes of another, whatever token they hold")
  func others() async throws {
    try await RunningServer.run { server async throws in
      let ada = try await server.addAccount()
      try await server.addAccount("eve@example.org")
      let (adas, eves) = (try await server.token(), try await server.token("eve@example.org"))
      let push = try await server.push(token: adas).decoded(Push.self)
      #expect(try await server.send(.GET, "/v1/pushes/\(push.id)", token: eves).status == 404)
      #expect(try await server.push("{}", #""to":{"alias":"\#(ada.id)"},"#, token: eves).status == 403)
      let decision = try await server.send(.POST, "/v1/inbox/1/state", body: #"{"state":"accepted"}"#, token: eves)
      #expect(decision.status == 404)
      #expect(try await server.send(.DELETE, "/v1/sessions/current", token: adas).status == 204)
      for path in ["/v1/me", "/v1/inbox", "/v1/events", "/metrics"] {
        #expect(try await server.send(.GET, path, token: adas).status == 401, "a token that is over: \(path)")
      }
    }
  }

  @Test("10,000 connections that never finish their request leave the server up and its memory bounded")
  func halfOpen() async throws {
    let count = 10_000
    DescriptorLimit.raise()
    try await ServerProgram.withDirectory { directory async throws in
      let arguments = ["--data", directory + "/data", "--max-connections", "\(count + 500)"]
      try await ServerProgram.serve(arguments) { url async throws in
        let port = try #require(URL(string: url)?.port)
        try await NIOThreadPool.singleton.runIfActive {
          let connections = try HalfOpenConnections(count, port: port)
          defer { connections.close() }
          // Slower than usual on a busy machine, but it answers.
          for _ in 0..<5 { #expect(try HalfOpenConnections.isHealthy(port: port)) }
          let bytes = try Self.residentByteCount(listeningOn: port)
          #expect(bytes < 400 << 20, "\(bytes >> 20) MiB for \(count) connections")
        }
      }
    }
  }

  private static func residentByteCount(listeningOn port: Int) throws -> Int {
    let answer = try ChildProcess.run(["ss", "-Hltnp", "sport = :\(port)"])
    let process = try #require(answer.components(separatedBy: "pid=").dropFirst().first?.prefix { $0.isNumber })
    let words = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")
    return try #require(Int(words[1])) * Int(getpagesize())
  }
}

/// Connections that have sent half of a request's head.
private struct HalfOpenConnections {
  private var descriptors: [Int32] = []

  init(_ count: Int, port: Int) throws {
    for _ in 0..<count {
      let descriptor = try Self.connected(port)
      descriptors.append(descriptor)
      _ = send(descriptor, "GET /healthz HTTP/1.1\r\nHost:", 28, Int32(MSG_NOSIGNAL))
    }
  }

  func close() { for descriptor in descriptors { Glibc.close(descriptor) } }

  static func isHealthy(port: Int) throws -> Bool {
    let descriptor = try connected(port)
    defer { Glibc.close(descriptor) }
    let request = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    _ = send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var bytes = [UInt8](repeating: 0, count: 64)
    guard poll(&waiting, 1, 20_000) == 1 else { return false }
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).hasPrefix("HTTP/1.1 200 ")
  }

  private static func connected(_ port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard descriptor >= 0, result == 0 else { throw RawConnection.Failure(call: "connect", code: errno) }
    return descriptor
  }
}
