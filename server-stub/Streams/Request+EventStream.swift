internal import HTTPTypes
internal import Hummingbird
internal import ServerAPI

extension HTTPFields {
  /// Of an event stream: no request follows it on its connection (RFC 9112, section 9.6).
  static var eventStream: HTTPFields { [.contentType: "text/event-stream", .connection: "close"] }
}

extension Request {
  /// `Last-Event-ID` (WHATWG HTML, "Server-sent events"); nil when there is none.
  var lastEventID: String? {
    guard let name = HTTPField.Name("Last-Event-ID"), let text = headers[name], !text.isEmpty else { return nil }
    return text
  }
}

extension APIFailure {
  /// 422 for a `Last-Event-ID` that this server has never given.
  static var unknownEventID: APIFailure {
    APIFailure(.invalidField, "this Last-Event-ID is unknown here; compare /v1/sequences and start again")
  }
}
