internal import FoundationEssentials

extension JSONDocument {
  /// Makes what is `Decodable` of the document. Members that the type does not know are passed over; of several of one name the first
  /// counts.
  ///
  /// `Data` is Base64 (RFC 4648). A whole number may be written with a fraction of zero. Coding paths are empty: who reads what a program wrote has no use for them.
  ///
  /// - Throws: `DecodingError`, or what the type itself throws.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try PartDecoder(self, 0, nil).decoded(type)
  }
}

extension JSONDocument {
  fileprivate func text(at index: Int) throws -> String {
    let part = parts[index]
    guard part.kind == .string || part.kind == .escapedString else { throw PartDecoder.mismatch }
    return text(of: part)
  }

  fileprivate func flag(at index: Int) throws -> Bool {
    switch parts[index].kind {
    case .true: true
    case .false: false
    default: throw PartDecoder.mismatch
    }
  }
}

/// One value on its way into a type.
struct PartDecoder: Decoder {
  let document: JSONDocument
  let index: Int
  /// Where it is kept what is asked for; nil where nobody wants to know.
  let visit: JSONVisit?

  init(_ document: JSONDocument, _ index: Int, _ visit: JSONVisit?) {
    (self.document, self.index, self.visit) = (document, index, visit)
    visit?.read(index)
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { visit?.userInfo ?? [:] }
  var part: JSONDocument.Part { document.parts[index] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard part.kind == .object else { throw Self.mismatch }
    return KeyedDecodingContainer(ObjectContainer<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard part.kind == .array else { throw Self.mismatch }
    return ArrayContainer(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// What the value is as that type.
  func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == String.self, let value = try text() as? Value { return value }
    if type == Date.self, let value = try document.dates.date(self) as? Value { return value }
    if type == UUID.self, let value = try id() as? Value { return value }
    if type == Data.self, let value = try data() as? Value { return value }
    return try Value(from: self)
  }

  func text() throws -> String { try document.text(at: index) }

  private func data() throws -> Data {
    guard let data = Data(base64Encoded: try text()) else { throw Self.mismatch }
    return data
  }

  private func id() throws -> UUID {
    guard part.kind == .string, let id = JSONUUID.id(document.raw(part)) else { throw Self.mismatch }
    return id
  }

  /// A number that the type can hold, and that is one: what is too large is not taken for infinite.
  func finite<Number: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Number {
    let number: Number = try number()
    guard number.isFinite else { throw Self.mismatch }
    return number
  }

  func number<Number: LosslessStringConvertible>() throws -> Number {
    guard part.kind == .number, let number = Number(String(decoding: document.raw(part), as: UTF8.self)) else {
      throw Self.mismatch
    }
    return number
  }

  func whole<Number: FixedWidthInteger>() throws -> Number {
    if let number: Number = try? number() { return number }
    // Some programs know no other numbers than such with fractions.
    guard visit == nil, let number = Number(exactly: try finite() as Double) else { throw Self.mismatch }
    return number
  }

  static let mismatch = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "another kind of value"))
}

extension PartDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { part.kind == .null }
  func decode(_ type: String.Type) throws -> String { try text() }
  func decode(_ type: Bool.Type) throws -> Bool { try document.flag(at: index) }
  func decode(_ type: Double.Type) throws -> Double { try finite() }
  func decode(_ type: Float.Type) throws -> Float { try finite() }
  func decode(_ type: Int.Type) throws -> Int { try whole() }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
  func decode(_ type: UInt.Type) throws -> UInt { try whole() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoded(type) }
}

/// The members of an object.
private final class ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let document: JSONDocument
  private let object: Int
  private let visit: JSONVisit?
  /// Where the members are, where there are many: a type may ask for each of them.
  private let positions: [String: Int]?

  init(_ decoder: PartDecoder) {
    (document, object, visit) = (decoder.document, decoder.index, decoder.visit)
    positions = document.positions(of: object)
  }

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] { document.members(of: object).compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { position(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try document.text(at: index(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try document.flag(at: index(key)) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(key).decoded(type) }

  // What is not there is looked for once, and not three times.
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map(document.text(at:))
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key).map(document.flag(at:)) }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let index = present(key) else { return nil }
    return try PartDecoder(document, index, visit).decoded(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw PartDecoder.mismatch }
  func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }

  private func value(_ key: Key) throws -> PartDecoder { PartDecoder(document, try index(key), visit) }

  private func index(_ key: Key) throws -> Int {
    guard let index = position(key) else {
      visit?.read(object)
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "a member is missing"))
    }
    visit?.read(index)
    return index
  }

  /// Nil for null as well.
  private func present(_ key: Key) -> Int? {
    guard let index = position(key) else { return nil }
    visit?.read(index)
    return document.parts[index].kind == .null ? nil : index
  }

  private func position(_ key: Key) -> Int? {
    guard let positions else { return document.member(key.stringValue, of: object) }
    return positions[key.stringValue]
  }
}

/// The elements of an array.
private struct ArrayContainer: UnkeyedDecodingContainer {
  private let document: JSONDocument
  private let array: Int
  private let visit: JSONVisit?
  private(set) var currentIndex = 0
  private var next: Int

  init(_ decoder: PartDecoder) {
    (document, array, visit) = (decoder.document, decoder.index, decoder.visit)
    next = array + 1
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { document.elementCount(of: array) }
  var isAtEnd: Bool { next >= Int(document.parts[array].next) }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, document.parts[next].kind == .null else { return false }
    _ = try element()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try element().decoded(type) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try element().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try element().unkeyedContainer() }

  mutating func superDecoder() throws -> any Decoder { try element() }

  private mutating func element() throws -> PartDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONDocument.self, .init(codingPath: [], debugDescription: "the list has ended"))
    }
    defer {
      next = Int(document.parts[next].next)
      currentIndex += 1
    }
    return PartDecoder(document, next, visit)
  }
}
