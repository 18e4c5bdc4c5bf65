internal import NIOCore
internal import ServerAPI
internal import StrictJSON

/// Turns an answer into a value or into the one error that fits it. Pure.
enum AnswerReader {
  /// Decodes the body of a 2xx answer.
  static func value<Value: Decodable>(
    _ type: Value.Type, from answer: HTTPTransport.Answer
  ) throws(ServerClientError) -> Value {
    try checkJSON(answer)
    do { return try decode(type, answer.body) } catch { throw incomplete }
  }

  /// Reads the body of a 2xx answer that is a page of an inbox.
  static func inboxPage(from answer: HTTPTransport.Answer) throws(ServerClientError) -> InboxPage {
    try checkJSON(answer)
    do { return try InboxPage(json: Array(answer.body.readableBytesView)) } catch { throw incomplete }
  }

  private static func checkJSON(_ answer: HTTPTransport.Answer) throws(ServerClientError) {
    try checkStatus(answer)
    guard isJSON(answer.contentType) else { throw ServerClientError(.garbage, "the answer is not JSON") }
  }

  private static var incomplete: ServerClientError {
    ServerClientError(.garbage, "the answer lacks what this request is answered with, as no vault server answers")
  }

  /// Decodes what one event of the stream carries.
  static func value<Value: Decodable>(_ type: Value.Type, from event: String) throws(ServerClientError) -> Value {
    do { return try decode(type, ByteBuffer(string: event)) } catch {
      throw ServerClientError(.garbage, "an event lacks what it should carry, as no vault server sends")
    }
  }

  /// What others wrote may be of any length that the transport accepts, and have any marks: it is only handed on.
  private static func decode<Value: Decodable>(_ type: Value.Type, _ body: ByteBuffer) throws -> Value {
    let limits = JSONLimits(depth: 32, valueCount: .max, markedTextByteCount: .max)
    return try JSONDocument(Array(body.readableBytesView), limits: limits, dates: .rfc3339).decode(type)
  }

  /// Refuses everything but 2xx.
  static func checkStatus(_ answer: HTTPTransport.Answer) throws(ServerClientError) {
    guard !(200..<300).contains(answer.status) else { return }
    throw failure(answer)
  }

  private static func failure(_ answer: HTTPTransport.Answer) -> ServerClientError {
    let seconds = retryAfter(answer.retryAfter)
    switch answer.status {
    case 300..<400:
      return ServerClientError(.garbage, "the server redirects, which is not followed; name it by its own address")
    case 401: return unauthorized(answer)
    case 404 where code(of: answer) == .notFound:
      return ServerClientError(.notFound, "the server has no such thing, or no longer")
    case 405 where code(of: answer) == .methodNotAllowed:
      return ServerClientError(.notFound, "the server does not know this request: it is older")
    case 409 where code(of: answer) == .conflict:
      return ServerClientError(.conflict, "the server has another one of that name")
    case 409 where code(of: answer) == .expired:
      return ServerClientError(.expired, "its time is over, and nobody had decided")
    case 413 where code(of: answer) == .payloadTooLarge:
      return ServerClientError(.invalidInput, "it is longer than the server takes")
    case 422 where code(of: answer) == .invalidField:
      return ServerClientError(.invalidInput, "the server does not take what was given")
    case 415 where code(of: answer) == .unsupportedMediaType:
      return ServerClientError(.invalidInput, "the server does not take this kind of file")
    case 403 where code(of: answer) == .quotaExceeded:
      return ServerClientError(.forbidden, "what this account may store on the server is used up")
    case 403: return ServerClientError(.forbidden, "the server refuses this account or request")
    case 429:
      return .throttled(by: reason(of: answer), retryAfterSeconds: seconds ?? 60)
    case 503 where seconds != nil:
      return ServerClientError(.throttled, "the server is overloaded", retryAfterSeconds: seconds)
    case 500...599: return ServerClientError(.serverFault, "the server failed with status \(answer.status)")
    default: return ServerClientError(.garbage, "unexpected status \(answer.status), as no vault server answers")
    }
  }

  /// A 401 counts only with one of the server's own codes: a proxy's or captive portal's must not lead to a prompt.
  private static func unauthorized(_ answer: HTTPTransport.Answer) -> ServerClientError {
    return switch code(of: answer) {
    case .invalidCredentials: ServerClientError(.invalidCredentials, "email or password are wrong")
    case .invalidToken: ServerClientError(.invalidToken, "the session has ended")
    default: ServerClientError(.garbage, "a refusal that is none of a vault server's")
    }
  }

  /// The code in the one shape of a vault server's errors; nil for anything else.
  private static func code(of answer: HTTPTransport.Answer) -> APIError.Code? {
    guard isJSON(answer.contentType) else { return nil }
    return try? decode(APIErrorBody.self, answer.body).error.code
  }

  /// What a vault server says about its being asked too much; nil from anything else.
  private static func reason(of answer: HTTPTransport.Answer) -> String? {
    guard code(of: answer) == .tooManyRequests, let body = try? decode(APIErrorBody.self, answer.body) else {
      return nil
    }
    return body.error.message
  }

  private static func isJSON(_ contentType: String) -> Bool {
    mediaType(contentType) == "application/json"
  }

  /// The type without its parameters, in lower case.
  static func mediaType(_ contentType: String) -> String {
    let words = contentType.prefix { $0 != ";" }.lowercased().split(separator: " ")
    return words.count == 1 ? String(words[0]) : ""
  }

  /// The seconds of a `Retry-After`; its other form, a date, is left to the backoff.
  static func retryAfter(_ text: String?) -> Int? {
    guard let text, (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text).map { min($0, ServerClientLimits.retryAfterSeconds) }
  }
}
