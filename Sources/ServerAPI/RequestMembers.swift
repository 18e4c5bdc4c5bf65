internal import StrictJSON

/// The members of a request's body: an object of JSON, which is strict JSON before anything is made of it.
public struct RequestMembers {
  /// Of others only the length of a body bounds how much there is in it.
  private static let limits = JSONLimits(
    depth: 32, valueCount: .max, markedTextByteCount: .max, markedNameByteCount: .max)

  private let document: JSONDocument

  /// - Throws: ``APIError``: `badRequest` for what is no JSON, `invalidField` for what is no object.
  public init(_ bytes: [UInt8]) throws(APIError) {
    do { document = try JSONDocument(bytes, limits: Self.limits, dates: .rfc3339) } catch {
      throw APIError(.badRequest, "the body is not JSON: \(error.reason)")
    }
    // Two readers may take different ones of two.
    guard !document.repeatsNames else { throw APIError(.badRequest, "the body is not JSON: a name appears twice") }
    guard document.value.members != nil else { throw APIError(.invalidField, "an object is expected") }
  }

  private func member(_ name: String) -> JSONDocument.Value? {
    guard let value = document.value[name], !value.isNull else { return nil }
    return value
  }

  /// A member exactly as it was written; nil when there is none, or `null`.
  public func text(_ name: String) -> String? { member(name)?.source }

  /// A member's value; nil when there is none.
  ///
  /// - Throws: ``APIError`` with `invalidField` when it is of another type.
  public func value<Value: Decodable>(_ name: String, _ type: Value.Type = Value.self) throws(APIError) -> Value? {
    guard let value = member(name) else { return nil }
    try Self.checkCharacters(value)
    do { return try value.decode(type) } catch {
      throw APIError(.invalidField, "the field \"\(name)\" is not what it must be")
    }
  }

  /// The object as a value.
  ///
  /// - Throws: ``APIError`` with `invalidField` when it is another object.
  public func decode<Value: Decodable>(_ type: Value.Type) throws(APIError) -> Value {
    try Self.checkCharacters(document.value)
    do { return try document.decode(type) } catch {
      throw APIError(.invalidField, "a field is missing, or not what it must be")
    }
  }

  /// SQLite's texts, and much else, end at U+0000. In JSON, which is checked by now, it is always written as an escape.
  private static func checkCharacters(_ value: JSONDocument.Value) throws(APIError) {
    var rest = value.source.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[start...].dropFirst()
      if rest.starts(with: "u0000".utf8) {
        throw APIError(.invalidField, "a text holds the character U+0000")
      }
      rest = rest.dropFirst()
    }
  }
}
