import Foundation
import NIOCore
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Malformed requests")
struct MalformedRequestTests {
  /// The status, whether the body is the one JSON shape, and its code.
  private func answer(_ text: String) throws -> (status: Int, code: APIError.Code) {
    let parts = text.components(separatedBy: "\r\n\r\n")
    let status = try #require(Int(text.split(separator: " ").dropFirst().first ?? ""))
    #expect(text.lowercased().contains("content-type: application/json"))
    #expect(text.lowercased().contains("cache-control: no-store"))
    let body = try JSONDecoder().decode(APIErrorBody.self, from: Data((parts.dropFirst().first ?? "").utf8))
    return (status, body.error.code)
  }

  private static let head = "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"

  @Test(
    "what is no HTTP gets the one error shape and a closed connection",
    arguments: [
      "GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET /healthz HTTP/1.1\r\nbad header\r\n\r\n",
      "\u{16}\u{3}\u{1}\u{0}\u{5}hello world of TLS",
      head + "Content-Length: -5\r\n\r\n", head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
      head + "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello", head + "Content-Length: 100\r\n\r\n{\"email\":",
    ])
  func noHTTP(_ text: String) async throws {
    try await RunningServer.run { server async throws in
      let answer = try answer(try await RawConnection.exchange(server.port, text, endsOutput: true))
      #expect(answer == (400, .badRequest))
      #expect(try await server.send(.GET, "/healthz").status == 200)
    }
  }

  @Test("headers that are too large or too many are refused")
  func headers() async throws {
    let large = "GET /healthz HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n"
    let many = "GET /healthz HTTP/1.1\r\n" + (0..<200).map { "X\($0): a\r\n" }.joined() + "\r\n"
    let path = "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\n\r\n"
    try await RunningServer.run { server async throws in
      for text in [large, many, path] {
        #expect(try answer(try await RawConnection.exchange(server.port, text)) == (431, .headersTooLarge))
      }
    }
  }

  @Test("blanks before a value are bounded, too, of which the parser makes nothing", arguments: [" ", "\t"])
  func blanks(blank: String) async throws {
    try await RunningServer.run { server async throws in
      let head = "GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: blank, count: 100_000)
      #expect(try answer(try await RawConnection.exchange(server.port, head)) == (431, .headersTooLarge))
      let trailer = Self.head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: "
      // Its head has an answer of its own; what counts is that the connection ends.
      _ = try await RawConnection.exchange(server.port, trailer + String(repeating: blank, count: 100_000))
    }
  }

  @Test("a body that is too large is refused before it is read, announced or not")
  func oversized() async throws {
    let announced = Self.head + "Content-Length: 9999999\r\n\r\n{"
    let chunk = "1000\r\n" + String(repeating: " ", count: 4096) + "\r\n"
    let chunked = Self.head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk + chunk
    try await RunningServer.run { server async throws in
      for text in [announced, chunked] {
        #expect(try answer(try await RawConnection.exchange(server.port, text)) == (413, .payloadTooLarge))
      }
      let body = String(repeating: " ", count: 1 << 20)
      #expect(try await server.send(.POST, "/v1/sessions", body: body).code == .payloadTooLarge)
      #expect(server.hasher.total.checks == 0)
    }
  }

  @Test("wrong paths, methods, types and fields have their own codes")
  func codes() async throws {
    try await RunningServer.run { server async throws in
      let cases: [(HTTPMethod, String, String?, String, Int, APIError.Code)] = [
        (.GET, "/", nil, "", 404, .notFound), (.GET, "/v1/sessions/x", nil, "", 404, .notFound),
        (.GET, "/v1/me/x", nil, "", 404, .notFound), (.GET, "/v1/sessions", nil, "", 405, .methodNotAllowed),
        (.PUT, "/healthz", nil, "", 405, .methodNotAllowed),
        (.POST, "/v1/sessions", nil, "", 415, .unsupportedMediaType),
        (.POST, "/v1/sessions", "{}", "text/plain", 415, .unsupportedMediaType),
        (.POST, "/v1/sessions", "{}", "application/jsonx", 415, .unsupportedMediaType),
        (.POST, "/v1/sessions", "{", "application/json", 400, .badRequest),
        (.POST, "/v1/sessions", "{}", "Application/JSON; charset=utf-8", 422, .invalidField),
        (.POST, "/v1/sessions", RunningServer.credentials("nobody", "x"), "application/json", 422, .invalidField),
      ]
      for (method, path, body, type, status, code) in cases {
        let answer = try await server.send(method, path, body: body, type: type)
        #expect(answer.status == status && answer.code == code, "\(method) \(path)")
        #expect(answer.headers.contains(name: "Allow") == (status == 405))
      }
    }
  }

  @Test(
    "a path has one form: with empty parts it is no path",
    arguments: ["//v1/me", "/v1//me", "/v1/me/", "//v1//me/", "//", "/console//"])
  func emptyParts(path: String) async throws {
    try await RunningServer.run { server async throws in
      let request = "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      #expect(try answer(try await RawConnection.exchange(server.port, request)) == (404, .notFound))
      #expect(try await server.send(.GET, "/console/").status == 200)
    }
  }

  @Test("a body or head that trickles in is cut off")
  func slow() async throws {
    let configure: (inout ServerConfiguration) -> Void = {
      $0.bodyTimeout = .milliseconds(400)
      $0.idleTimeout = .milliseconds(400)
    }
    try await RunningServer.run(configure: configure) { server async throws in
      let body = try await RawConnection.exchange(
        server.port, Self.head + "Content-Length: 5000\r\n\r\n{", drip: " ")
      #expect(try answer(body) == (408, .requestTimeout))
      #expect(try await RawConnection.exchange(server.port, "GET /healthz HTTP/1.1\r\nX: ", drip: "a").isEmpty)
    }
  }

  @Test("HEAD answers like GET without a body, and two requests in one packet are both answered")
  func wellFormed() async throws {
    try await RunningServer.run { server async throws in
      let head = try await RawConnection.exchange(
        server.port, "HEAD /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200") && head.hasSuffix("\r\n\r\n"))
      let both = try await RawConnection.exchange(
        server.port,
        "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /nope HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(both.contains("{\"status\":\"ok\"}") && both.contains("404 Not Found"))
    }
  }
}
