import Foundation
import HTTPTypes
import NIOHTTP1
import Synchronization
import Testing

@testable import VaultServer

/// What the server has answered, for `check_openapi.py`.
final class APIRecording: Sendable {
  /// One answer.
  struct Sample: Encodable, Sendable {
    let method: String
    /// As the description has it, with names in braces.
    let path: String
    let status: Int
    let headers: [String: String]
    let body: String

    init(_ method: HTTPMethod, _ path: String, _ status: Int, _ headers: HTTPHeaders, _ body: String) {
      self.method = method.rawValue
      self.path = path
      self.status = status
      self.headers = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
      self.body = body
    }
  }

  private struct Recording: Encodable {
    let routes: [[String]]
    let samples: [Sample]
  }

  private let samples = Mutex<[Sample]>([])

  func add(_ sample: Sample) { samples.withLock { $0.append(sample) } }

  /// Everything that was recorded, and the routes there are.
  func text(routes: [Route]) throws -> Data {
    let recording = Recording(
      routes: routes.map { [$0.method.rawValue, $0.template] }, samples: samples.withLock { $0 })
    return try JSONEncoder().encode(recording)
  }
}

/// A server whose answers are recorded, as one client meets it.
struct RecordedServer {
  let server: RunningServer
  let recording: APIRecording
  let token: String?

  init(_ server: RunningServer, _ recording: APIRecording, token: String? = nil) {
    self.server = server
    self.recording = recording
    self.token = token
  }

  /// Asks, expects a status, and records the answer.
  ///
  /// - Parameter values: what stands in place of the braces of the path.
  @discardableResult
  func expect(
    _ status: Int, _ method: HTTPMethod, _ path: String, _ values: [String: String] = [:], query: String = "",
    body: String? = nil, type: String = "application/json", headers: [String: String] = [:]
  ) async throws -> RunningServer.Answer {
    let real = values.reduce(path) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
    let answer = try await server.send(
      method, real.filter { !"{}".contains($0) } + query, body: body, type: type, token: token, headers: headers)
    #expect(answer.status == status, "\(method) \(path)")
    recording.add(.init(method, path, answer.status, answer.headers, String(decoding: answer.body, as: UTF8.self)))
    return answer
  }

  /// What every route with a body refuses.
  func expectRefusals(_ method: HTTPMethod, _ path: String, _ values: [String: String] = [:]) async throws {
    try await expect(400, method, path, values, body: "{")
    try await expect(413, method, path, values, body: String(repeating: " ", count: 9000))
    try await expect(415, method, path, values, body: "{}", type: "text/plain")
    try await expect(422, method, path, values, body: "{}")
  }

  /// Records so many events of a stream.
  ///
  /// - Parameter happening: what is done once the stream is open.
  func expectEvents(
    _ count: Int, _ path: String, after id: String, _ happening: () async throws -> Void
  ) async throws {
    var client = try await EventClient(server, path, token: token ?? "", after: id)
    try await happening()
    _ = try await client.next(count)
    recording.add(.init(.GET, path, client.status, client.headers, client.received))
  }
}
