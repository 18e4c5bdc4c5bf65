internal import FoundationEssentials

/// One value on its way into a type.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  let visit: JSONVisit

  init(value: JSONValue, codingPath: [any CodingKey], visit: JSONVisit) {
    (self.value, self.codingPath, self.visit) = (value, codingPath, visit)
    // Not only when a container is made of it: a type without members makes none.
    if case .object(let members) = value { visit.open(members, at: codingPath) }
  }

  var userInfo: [CodingUserInfoKey: Any] { visit.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch(JSONMembers.self) }
    return KeyedDecodingContainer(JSONKeyedContainer<Key>(members: members, codingPath: codingPath, visit: visit))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let values) = value else { throw mismatch([JSONValue].self) }
    return JSONUnkeyedContainer(values: values, codingPath: codingPath, visit: visit)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// What the value is as that type.
  func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let scalar = type as? any JSONScalar.Type {
      guard let decoded = scalar.init(json: value) as? Value else { throw mismatch(type) }
      return decoded
    }
    guard type == Date.self else { return try Value(from: self) }
    guard let seconds = Double(json: value), let date = Date(timeIntervalSince1970: seconds) as? Value else {
      throw mismatch(type)
    }
    return date
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: "another kind of value"))
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoded(type) }
}

/// The members of an object.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: JSONMembers
  let codingPath: [any CodingKey]
  let visit: JSONVisit

  var allKeys: [Key] { members.names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try member(key).decoded(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw Self.noClasses(codingPath) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: Key) throws -> JSONValueDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "a member is missing"))
    }
    visit.read(key, at: codingPath)
    return JSONValueDecoder(value: value, codingPath: codingPath + [key], visit: visit)
  }

  private static func noClasses(_ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: "superclasses have no place here"))
  }
}

/// The elements of a list.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
  let values: [JSONValue]
  let codingPath: [any CodingKey]
  let visit: JSONVisit
  private(set) var currentIndex = 0

  init(values: [JSONValue], codingPath: [any CodingKey], visit: JSONVisit) {
    (self.values, self.codingPath, self.visit) = (values, codingPath, visit)
  }

  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decoded(type) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> JSONValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: codingPath, debugDescription: "the list has ended"))
    }
    defer { currentIndex += 1 }
    return JSONValueDecoder(
      value: values[currentIndex], codingPath: codingPath + [ElementKey(intValue: currentIndex)], visit: visit)
  }

  private struct ElementKey: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }

    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }
}
