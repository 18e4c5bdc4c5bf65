internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServerAPI
internal import StrictJSON

extension Response {
  /// A value as JSON, dates as ISO 8601.
  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    json(bytes: ByteBuffer(bytes: try JSONEncoding.ofServer.encode(value)), status: status)
  }

  /// A value as JSON on one line, its keys sorted, its dates as ISO 8601.
  static func jsonText(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoding.ofServer.encode(value), as: UTF8.self)
  }

  /// The one shape of every error.
  static func error(_ code: APIError.Code, _ message: String) -> Response {
    do { return try json(APIErrorBody(error: APIError(code, message)), status: code.status) } catch {
      let text = #"{"error":{"code":"internal","message":"the server failed"}}"#
      return json(bytes: ByteBuffer(string: text), status: code.status)
    }
  }

  /// What is JSON already.
  static func json(bytes: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
    Response(status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
  }
}

/// The headers of every answer that sets no others. Nothing is for browsers, caches or frames unless it says so.
enum SecurityHeaders {
  static let all: HTTPFields = {
    var fields: HTTPFields = [
      .cacheControl: "no-store",
      .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
      .xContentTypeOptions: "nosniff",
    ]
    if let name = HTTPField.Name("Referrer-Policy") { fields[name] = "no-referrer" }
    return fields
  }()

  /// Adds those that are not there. A field is looked for one by one: finding one by its name makes an index of all first.
  static func add(to headers: inout HTTPFields) {
    let present = headers
    for field in all where !present.contains(where: { $0.name == field.name }) { headers.append(field) }
  }
}
