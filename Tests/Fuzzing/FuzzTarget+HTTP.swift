internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOEmbedded
internal import ServerAPI

@testable internal import VaultServer

/// Fields of requests that the server reads itself.
extension FuzzTarget {
  static let http = [
    FuzzTarget("http-fields", atMost: 512) { input in
      let text = String(decoding: input, as: UTF8.self)
      checkEntityTag(text)
      checkEventCursor(text, input)
      checkBearerToken(HTTPField(name: .authorization, value: text).value)
    },
    FuzzTarget("websocket-handshake", atMost: 512, webSocketHandshake),
  ]

  private static func request(_ fields: HTTPFields) -> Request {
    Request(
      head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: fields),
      body: RequestBody(buffer: ByteBuffer()))
  }

  // MARK: Entity tags

  /// A tag is found in every list that has it (RFC 9110, section 13.1.2), and in no other.
  private static func checkEntityTag(_ text: String) {
    let tag = EntityTag.of(text)
    precondition(tag.utf8.count == 34 && tag.first == "\"" && tag.last == "\"", "a tag has no quotes")
    let others = text.utf8.split(separator: UInt8(ascii: ",")).map { part in
      let characters = part.filter { $0 == 0x21 || (0x23...0x7E).contains($0) }
      return "\"\(String(decoding: characters, as: UTF8.self))\""
    }
    precondition(
      EntityTag.matches(tag, others.joined(separator: ", ")) == others.contains(tag), "a tag is in another list")
    for form in [tag, "W/\(tag)"] {
      for list in [others + [form], [form] + others] {
        precondition(EntityTag.matches(tag, list.joined(separator: " ,\t")), "a tag is not in its list")
      }
    }
    precondition(EntityTag.matches(tag, "*") && !EntityTag.matches(tag, nil), "any tag is another one")
  }

  // MARK: Cursors

  /// A cursor is read from what one wrote and from nothing else.
  private static func checkEventCursor(_ text: String, _ input: [UInt8]) {
    if let cursor = EventCursor(text) {
      precondition(cursor.description == text, "a cursor is read from what none wrote")
      precondition(cursor.sequence >= 0 && cursor.change >= 0, "a cursor stands before the first event")
    }
    var reader = InputReader(input)
    let cursor = EventCursor(
      sequence: Int64(reader.number() >> 1), change: Int64(reader.number() >> 1), epoch: Epoch(text))
    precondition(EventCursor(cursor.description) == cursor, "a cursor is another one after it was written and read")
    for other in ["+\(cursor)", "0\(cursor)", "-\(cursor)", "\(cursor)-", "\(cursor) "] {
      precondition(EventCursor(other) == nil, "a cursor is read from what none wrote")
    }
  }

  // MARK: Tokens

  private static let tokenCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  /// A token is the second of two words, behind the scheme in any case, and no text that ends otherwise names it. Hashes are
  /// compared: the token itself is not written.
  private static func checkBearerToken(_ value: String) {
    guard let token = bearer(of: [value]) else { return }
    let words = value.utf8.split(separator: UInt8(ascii: " "))
    guard words.count == 2, words[1].count == SessionToken.characterCount else {
      preconditionFailure("what is no token is one")
    }
    let word = Substring(words[1])
    for scheme in ["Bearer", "bearer", "BEARER"] {
      precondition(bearer(of: ["\(scheme) \(word)"])?.hash == token.hash, "a token depends on its scheme's case")
    }
    precondition(bearer(of: ["Basic \(word)"]) == nil && bearer(of: [String(word)]) == nil, "no scheme is one")
    precondition(bearer(of: [value, value]) == nil, "one of two tokens counts")
    for last in tokenCharacters where last != word.last {
      precondition(
        bearer(of: ["Bearer \(word.dropLast())\(last)"])?.hash != token.hash, "two texts name the same token")
    }
  }

  private static func bearer(of values: [String]) -> SessionToken? {
    try? BearerToken.read(request(HTTPFields(values.map { HTTPField(name: .authorization, value: $0) })))
  }

  // MARK: Handshakes

  private static func webSocketHandshake(_ input: [UInt8]) {
    let fields = HTTPFields(lines: input)
    WaitingExecutor.wait {
      let channel = EmbeddedChannel()
      do { checkAccepted(fields, try await WebSocketHandshake.headers(for: request(fields), on: channel)) } catch {
        checkRefused(error)
      }
      // One that stays open is never freed.
      _ = try? channel.finish()
    }
  }

  /// What RFC 6455 asks of a client (section 4.2.1) was there, and what it asks of the server (section 4.2.2) is.
  private static func checkAccepted(_ fields: HTTPFields, _ answer: HTTPFields) {
    precondition(
      isListed("upgrade", in: fields[.connection]) && isListed("websocket", in: fields[.upgrade]),
      "what asks for no WebSocket gets one")
    let key = fields[.secWebSocketKey].flatMap { Data(base64Encoded: $0) }
    precondition(
      key?.count == 16 && isListed("13", in: fields[.secWebSocketVersion]), "a handshake has another key or version")
    // The hash of SHA-1.
    let accept = answer[.secWebSocketAccept].flatMap { Data(base64Encoded: $0) }
    precondition(accept?.count == 20, "a key has no answer")
    precondition(
      isListed("upgrade", in: answer[.connection]) && isListed("websocket", in: answer[.upgrade]),
      "no WebSocket begins")
  }

  private static func checkRefused(_ error: any Error) {
    guard let failure = error as? APIFailure else { preconditionFailure("a handshake fails as nothing else: \(error)") }
    guard failure.code == .upgradeRequired else {
      return precondition(failure.code == .badRequest, "a handshake fails for what it is not")
    }
    precondition(
      failure.headers[.upgrade] == "websocket" && failure.headers[.secWebSocketVersion] == "13",
      "a client is not told what to ask for")
  }

  /// Whether a list of tokens has one, whatever its case.
  private static func isListed(_ token: String, in field: String?) -> Bool {
    Array((field ?? "").utf8).split(separator: UInt8(ascii: ",")).contains { element in
      HTTPFields.trimmed(element).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }.elementsEqual(token.utf8)
    }
  }
}
