internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServerAPI

/// Reads bodies of JSON that hold no secret: bounded before they are read, and strict JSON before anything is made of them.
enum JSONBody {
  /// The members of an object, each as it was written.
  ///
  /// - Parameter limit: the most bytes of the body.
  /// - Throws: ``APIFailure``: 413, 415; `APIError` for what ``RequestMembers`` refuses.
  static func members(of request: Request, limit: Int = 8 << 10) async throws -> RequestMembers {
    guard isJSON(request.headers[.contentType]) else {
      throw APIFailure(.unsupportedMediaType, "send the body as application/json").closing
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge(limit) }
    var body = ByteBuffer()
    for try await part in request.body {
      guard part.readableBytes <= limit - body.readableBytes else { throw tooLarge(limit) }
      body.writeImmutableBuffer(part)
    }
    return try RequestMembers(Array(body.readableBytesView))
  }

  /// Whether the type says JSON, whatever its parameters.
  static func isJSON(_ contentType: String?) -> Bool {
    let type = contentType?.split(separator: ";", maxSplits: 1).first ?? ""
    return type.lowercased().trimmingPrefix(while: { $0 == " " }).split(separator: " ").first == "application/json"
  }

  private static func tooLarge(_ limit: Int) -> APIFailure {
    APIFailure(.payloadTooLarge, "the body is larger than \(limit) bytes").closing
  }
}
