import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

@testable import VaultServer

/// One event of a stream, as its lines say.
struct ReceivedEvent: Equatable {
  var name = ""
  /// Without the epoch.
  var id = ""
  /// The epoch that the id ends with; empty for none.
  var epoch = ""
  var data = ""

  /// An id without its epoch, which has twelve characters, and that.
  static func parts(ofID text: Substring) -> (id: String, epoch: String) {
    guard let dash = text.lastIndex(of: "-"), text[dash...].count == 13 else { return (String(text), "") }
    return (String(text[..<dash]), String(text[dash...].dropFirst()))
  }

  func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(data.utf8))
  }
}

/// Reads a server's event stream.
struct EventClient {
  struct Ended: Error {}

  let status: Int
  let headers: HTTPHeaders
  /// What the server has written so far.
  private(set) var received = ""
  private var body: HTTPClientResponse.Body.AsyncIterator
  private var text = ""

  init(_ server: RunningServer, _ path: String = "/v1/events", token: String, after id: String? = nil) async throws {
    try await self.init(
      url: "http://127.0.0.1:\(server.port)\(path)", token: token, after: id, client: server.client)
  }

  init(url: String, token: String, after id: String? = nil, client: HTTPClient = .shared) async throws {
    var request = HTTPClientRequest(url: url)
    request.headers.add(name: "Authorization", value: "Bearer \(token)")
    if let id { request.headers.add(name: "Last-Event-ID", value: id) }
    let response = try await client.execute(request, timeout: .seconds(30))
    status = Int(response.status.code)
    headers = response.headers
    body = response.body.makeAsyncIterator()
  }

  /// The next events; heartbeats are passed over.
  mutating func next(_ count: Int) async throws -> [ReceivedEvent] {
    var events: [ReceivedEvent] = []
    while events.count < count { if let event = try await nextBlock() { events.append(event) } }
    return events
  }

  /// What stands before the next empty line; nil for a comment.
  mutating func nextBlock() async throws -> ReceivedEvent? {
    while true {
      if let end = text.range(of: "\n\n") {
        let lines = text[..<end.lowerBound].split(separator: "\n")
        text = String(text[end.upperBound...])
        return lines.first?.first == ":" ? nil : event(lines)
      }
      guard let part = try await body.next() else { throw Ended() }
      text += String(buffer: part)
      received += String(buffer: part)
    }
  }

  private func event(_ lines: [Substring]) -> ReceivedEvent {
    var event = ReceivedEvent()
    for line in lines {
      if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
      if line.hasPrefix("id: ") { (event.id, event.epoch) = ReceivedEvent.parts(ofID: line.dropFirst(4)) }
      if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
    }
    return event
  }
}
