internal import FoundationEssentials

/// Writes what is `Encodable` as JSON (RFC 8259), member after member as the type gives them.
///
/// `Data` is Base64 (RFC 4648); numbers without a fraction are written without one.
public struct JSONEncoding: Sendable {
  /// Whether the members of every object are in ascending order of their names' bytes.
  public var sortsMembers = false
  /// Whether every member and element has a line of its own, indented by two blanks for each level.
  public var isPretty = false
  /// Whether UUIDs are in lower case, as people have them; what programs exchange has capitals.
  public var lowersUUIDs = false
  /// Whether a type's member that is nil is written as `null`, and not left out.
  public var writesNull = false
  /// How many objects and arrays the value stands in, which somebody else writes: its lines are indented by as much more.
  public var level = 0
  /// How dates are written.
  public var dates = JSONDates.secondsSince1970

  /// On one line, members as they come.
  public init() {}

  /// The bytes of a value.
  ///
  /// - Throws: `EncodingError` for what JSON can't hold, such as a number that is none.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    let output = JSONOutput(self)
    try output.encode(value)
    return output.text.bytes
  }
}

/// The JSON that is being written. A class, for all that a type writes itself with share it.
final class JSONOutput {
  var text: JSONText

  let writesNull: Bool
  private let dates: JSONDates

  init(_ style: JSONEncoding) { (text, writesNull, dates) = (JSONText(style), style.writesNull, style.dates) }

  /// Writes a value, and ends what it has begun.
  ///
  /// Types are compared before they are cast: a cast that fails takes longer than most values.
  func encode<Value: Encodable>(_ value: Value) throws {
    if Value.self == String.self, let value = value as? String { return text.append(value) }
    if Value.self == Date.self, let value = value as? Date { return try dates.append(value, to: &text) }
    if Value.self == UUID.self, let value = value as? UUID { return text.append(value) }
    if Value.self == Data.self, let value = value as? Data { return text.append(value.base64EncodedString()) }
    let (level, start) = (text.level, text.bytes.count)
    try value.encode(to: ValueEncoder(output: self, level: level))
    text.close(to: level)
    guard text.bytes.count > start else { throw JSONText.unwritable(value) }
  }
}

/// Gives a type what it writes itself with.
private struct ValueEncoder: Encoder {
  let output: JSONOutput
  let level: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.text.openObject(at: level)
    return KeyedEncodingContainer(ObjectEncoder<Key>(output: output, level: level))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    output.text.openArray(at: level)
    return ArrayEncoder(output: output, level: level)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() { output.text.append(word: "null") }
  func encode(_ value: String) { output.text.append(value) }
  func encode(_ value: Bool) { output.text.append(word: value ? "true" : "false") }
  func encode(_ value: Double) throws { try output.text.append(value) }
  func encode(_ value: Float) throws { try output.text.append(Double(value)) }
  func encode(_ value: Int) { output.text.append(value) }
  func encode(_ value: Int8) { output.text.append(value) }
  func encode(_ value: Int16) { output.text.append(value) }
  func encode(_ value: Int32) { output.text.append(value) }
  func encode(_ value: Int64) { output.text.append(value) }
  func encode(_ value: UInt) { output.text.append(value) }
  func encode(_ value: UInt8) { output.text.append(value) }
  func encode(_ value: UInt16) { output.text.append(value) }
  func encode(_ value: UInt32) { output.text.append(value) }
  func encode(_ value: UInt64) { output.text.append(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try output.encode(value) }
}

/// Writes members.
private final class ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: JSONOutput
  let level: Int

  init(output: JSONOutput, level: Int) { (self.output, self.level) = (output, level) }

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { value(key).encodeNil() }
  func encode(_ value: String, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: Bool, forKey key: Key) { self.value(key).encode(value) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try self.value(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { value(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { value(key).unkeyedContainer() }

  func superEncoder() -> any Encoder {
    output.text.beginMember("super", at: level)
    return ValueEncoder(output: output, level: output.text.level)
  }

  func superEncoder(forKey key: Key) -> any Encoder { value(key) }

  private func value(_ key: Key) -> ValueEncoder {
    output.text.beginMember(key.stringValue, at: level)
    return ValueEncoder(output: output, level: output.text.level)
  }
}

/// Nil is left out, or is `null`.
extension ObjectEncoder {
  func encodeIfPresent(_ value: String?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try write(value, key) { try $0.encode($1) } }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try write(value, key) { try $0.encode($1) } }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { write(value, key) { $0.encode($1) } }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1) }
  }

  @inline(__always)
  private func write<Value, Failure: Error>(
    _ value: Value?, _ key: Key, _ write: (ValueEncoder, Value) throws(Failure) -> Void
  ) throws(Failure) {
    if let value {
      try write(self.value(key), value)
    } else if output.writesNull {
      encodeNil(forKey: key)
    }
  }
}

/// Writes elements.
private struct ArrayEncoder: UnkeyedEncodingContainer {
  let output: JSONOutput
  let level: Int
  private(set) var count = 0

  init(output: JSONOutput, level: Int) { (self.output, self.level) = (output, level) }

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { next().encodeNil() }
  mutating func encode(_ value: String) { next().encode(value) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try next().encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

  mutating func superEncoder() -> any Encoder { next() }

  private mutating func next() -> ValueEncoder {
    count += 1
    output.text.beginElement(at: level)
    return ValueEncoder(output: output, level: output.text.level)
  }
}
