internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServerAPI
internal import StrictJSON

/// Reads bodies of JSON that hold no secret: bounded before they are read, and strict JSON before anything is made of them.
enum JSONBody {
  /// The members of an object, each as it was written.
  ///
  /// - Parameter limit: the most bytes of the body.
  /// - Throws: ``APIFailure``: 400, 413, 415, 422.
  static func members(of request: Request, limit: Int = 8 << 10) async throws -> JSONBodyMembers {
    guard isJSON(request.headers[.contentType]) else {
      throw APIFailure(.unsupportedMediaType, "send the body as application/json").closing
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge(limit) }
    var body = ByteBuffer()
    for try await part in request.body {
      guard part.readableBytes <= limit - body.readableBytes else { throw tooLarge(limit) }
      body.writeImmutableBuffer(part)
    }
    return try JSONBodyMembers(Array(body.readableBytesView))
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

/// An object of JSON that was checked.
struct JSONBodyMembers {
  /// Of others only the length of a body bounds how much there is in it.
  private static let limits = JSONLimits(
    depth: 32, valueCount: .max, markedTextByteCount: .max, markedNameByteCount: .max)

  private let document: JSONDocument

  /// - Throws: ``APIFailure``: 400 for what is no JSON, 422 for what is no object.
  init(_ bytes: [UInt8]) throws(APIFailure) {
    do { document = try JSONDocument(bytes, limits: Self.limits, dates: .rfc3339) } catch {
      throw APIFailure(.badRequest, "the body is not JSON: \(error.reason)")
    }
    // Two readers may take different ones of two.
    guard !document.repeatsNames else { throw APIFailure(.badRequest, "the body is not JSON: a name appears twice") }
    guard document.value.members != nil else { throw APIFailure(.invalidField, "an object is expected") }
  }

  private func member(_ name: String) -> JSONDocument.Value? {
    guard let value = document.value[name], !value.isNull else { return nil }
    return value
  }

  /// A member exactly as it was written; nil when there is none, or `null`.
  func text(_ name: String) -> String? { member(name)?.source }

  /// A member's value; nil when there is none.
  ///
  /// - Throws: ``APIFailure`` with 422 when it is of another type.
  func value<Value: Decodable>(_ name: String, _ type: Value.Type = Value.self) throws(APIFailure) -> Value? {
    guard let value = member(name) else { return nil }
    try Self.checkCharacters(value)
    do { return try value.decode(type) } catch {
      throw APIFailure(.invalidField, "the field \"\(name)\" is not what it must be")
    }
  }

  /// The object as a value.
  ///
  /// - Throws: ``APIFailure`` with 422 when it is another object.
  func decode<Value: Decodable>(_ type: Value.Type) throws(APIFailure) -> Value {
    try Self.checkCharacters(document.value)
    do { return try document.decode(type) } catch {
      throw APIFailure(.invalidField, "a field is missing, or not what it must be")
    }
  }

  /// SQLite's texts, and much else, end at U+0000. In JSON, which is checked by now, it is always written as an escape.
  private static func checkCharacters(_ value: JSONDocument.Value) throws(APIFailure) {
    var rest = value.source.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[start...].dropFirst()
      if rest.starts(with: "u0000".utf8) {
        throw APIFailure(.invalidField, "a text holds the character U+0000")
      }
      rest = rest.dropFirst()
    }
  }
}
