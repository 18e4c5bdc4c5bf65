internal import FoundationEssentials
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
    return try body.withUnsafeReadableBytes(JSONBodyMembers.init)
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

/// An object of JSON that was checked, as its members' texts.
struct JSONBodyMembers {
  private let texts: [String: String]
  private let whole: String

  /// - Throws: ``APIFailure``: 400 for what is no JSON, 422 for what is no object.
  init(_ bytes: UnsafeRawBufferPointer) throws {
    var texts: [String: String] = [:]
    do {
      var scanner = try JSONScanner(bytes)
      try scanner.document { try $0.object { name, scanner in texts[name] = try scanner.text() } }
    } catch let error as JSONScanner.Failure {
      throw APIFailure(error.isSyntax ? .badRequest : .invalidField, error.message)
    }
    self.texts = texts
    whole = String(decoding: bytes, as: UTF8.self)
  }

  /// A member exactly as it was written; nil when there is none, or `null`.
  func text(_ name: String) -> String? { texts[name] == "null" ? nil : texts[name] }

  /// A member's value; nil when there is none.
  ///
  /// - Throws: ``APIFailure`` with 422 when it is of another type.
  func value<Value: Decodable>(_ name: String, _ type: Value.Type = Value.self) throws(APIFailure) -> Value? {
    guard let text = text(name) else { return nil }
    try Self.checkCharacters(text)
    do { return try Self.decoder.decode(type, from: Data(text.utf8)) } catch {
      throw APIFailure(.invalidField, "the field \"\(name)\" is not what it must be")
    }
  }

  /// The object as a value.
  ///
  /// - Throws: ``APIFailure`` with 422 when it is another object.
  func decode<Value: Decodable>(_ type: Value.Type) throws(APIFailure) -> Value {
    try Self.checkCharacters(whole)
    do { return try Self.decoder.decode(type, from: Data(whole.utf8)) } catch {
      throw APIFailure(.invalidField, "a field is missing, or not what it must be")
    }
  }

  /// SQLite's texts, and much else, end at U+0000. In JSON, which is checked by now, it is always written as an escape.
  private static func checkCharacters(_ text: String) throws(APIFailure) {
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[start...].dropFirst()
      if rest.starts(with: "u0000".utf8) {
        throw APIFailure(.invalidField, "a text holds the character U+0000")
      }
      rest = rest.dropFirst()
    }
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
