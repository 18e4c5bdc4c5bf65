/// A key of the wire: the name of an enum's case, or of one of its values.
struct WireKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int? = nil

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

/// How enums travel: an object with the case's name as its only key, `{"reveal": {"task": "4f2a"}}`, and beneath it the
/// case's value, or an object of its values, empty where it has none.
///
/// A name this version does not know is for the caller to turn into its `.unknown`; the names are the wire and never
/// change.
struct TaggedCase {
  /// The case's name; nil for an object without a key.
  let name: String?
  private let container: KeyedDecodingContainer<WireKey>

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: WireKey.self)
    name = container.allKeys.first?.stringValue
  }

  private var key: WireKey { WireKey(stringValue: name ?? "") }

  /// The case's only value.
  func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try container.decode(type, forKey: key)
  }

  /// The case's values, by their names.
  func fields() throws -> KeyedDecodingContainer<WireKey> {
    try container.nestedContainer(keyedBy: WireKey.self, forKey: key)
  }
}

extension Encoder {
  /// Encodes a case with one value.
  func encodeCase(_ name: String, _ value: some Encodable) throws {
    var container = container(keyedBy: WireKey.self)
    try container.encode(value, forKey: WireKey(stringValue: name))
  }

  /// Encodes a case with named values, or with none.
  func encodeCase(
    _ name: String, fields: (inout KeyedEncodingContainer<WireKey>) throws -> Void = { _ in }
  ) throws {
    var container = container(keyedBy: WireKey.self)
    var nested = container.nestedContainer(keyedBy: WireKey.self, forKey: WireKey(stringValue: name))
    try fields(&nested)
  }
}
