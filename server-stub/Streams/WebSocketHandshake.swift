internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import ServerAPI

/// The server's half of a WebSocket's opening handshake (RFC 6455, section 4.2).
enum WebSocketHandshake {
  /// The headers of the answer with 101.
  ///
  /// - Throws: ``APIFailure`` with 426 for a request that is no handshake of version 13, 400 for one whose key is none.
  static func headers(for request: Request, on channel: any Channel) async throws -> HTTPFields {
    guard isUpgrade(request) else { throw failure }
    guard key(of: request).map(isKey) ?? true else {
      throw APIFailure(.badRequest, "\"Sec-WebSocket-Key\" must be 16 bytes in base64")
    }
    let upgrader = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
      upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: request.uri.path,
      headers: HTTPHeaders(request.headers.map { ($0.name.canonicalName, $0.value) }))
    let answer: HTTPHeaders
    do {
      answer = try await upgrader.buildUpgradeResponse(
        channel: channel, upgradeRequest: head, initialResponseHeaders: [:]
      ).get()
    } catch { throw failure }
    var headers: HTTPFields = [:]
    for (name, value) in answer { if let name = HTTPField.Name(name) { headers[name] = value } }
    return headers
  }

  private static func isUpgrade(_ request: Request) -> Bool {
    names("upgrade", in: request.headers[.connection]) && names("websocket", in: request.headers[.upgrade])
  }

  /// Whether a list has a token, in letters of either case. Those of other alphabets that become the same in small letters are others.
  private static func names(_ token: String, in field: String?) -> Bool {
    field?.parts().contains { $0.utf8.allSatisfy { $0 < 0x80 } && $0.lowercased() == token } ?? false
  }

  /// The length of a key's text: 16 bytes in base64.
  private static let keyCharacterCount = 24

  private static func key(of request: Request) -> String? {
    HTTPField.Name("Sec-WebSocket-Key").flatMap { request.headers[$0] }
  }

  /// Whether a text is 16 bytes in base64 (RFC 6455, section 4.2.1), in the one way in which they are written.
  private static func isKey(_ text: String) -> Bool {
    guard text.utf8.count == keyCharacterCount, let bytes = Data(base64Encoded: text) else { return false }
    return bytes.count == 16 && bytes.base64EncodedString() == text
  }

  private static var failure: APIFailure {
    var failure = APIFailure(.upgradeRequired, "this path speaks WebSocket, version 13")
    failure.headers = [.upgrade: "websocket"]
    if let name = HTTPField.Name("Sec-WebSocket-Version") { failure.headers[name] = "13" }
    return failure
  }
}
