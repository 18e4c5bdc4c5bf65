#if Postgres
public import Foundation

/// What an array of PostgreSQL may hold. Of `UInt8` it is no array there but `bytea`.
public protocol PostgresElement: Sendable {
  /// The type of the array.
  static var arrayType: PostgresType { get }
  /// Appends the array.
  static func encodeArray(_ elements: [Self], into bytes: inout [UInt8])
  /// Reads an array.
  ///
  /// - Throws: ``PostgresError/Kind/programming`` when these bytes are none.
  static func decodeArray(_ bytes: RawSpan) throws(PostgresError) -> [Self]
}

extension Array: PostgresColumn, PostgresValue where Element: PostgresElement {
  /// An array, or `bytea`.
  public static var postgresType: PostgresType { Element.arrayType }
  /// Appends all elements.
  public func encode(into bytes: inout [UInt8]) { Element.encodeArray(self, into: &bytes) }
  /// Reads all elements.
  public init(postgres bytes: RawSpan) throws(PostgresError) { self = try Element.decodeArray(bytes) }
}

extension UInt8: PostgresElement {
  /// `bytea`.
  public static var arrayType: PostgresType { .bytea }
  /// Appends the bytes.
  public static func encodeArray(_ elements: [UInt8], into bytes: inout [UInt8]) { bytes += elements }
  /// Reads the bytes.
  public static func decodeArray(_ bytes: RawSpan) throws(PostgresError) -> [UInt8] {
    bytes.withUnsafeBytes { Array($0) }
  }
}

extension PostgresElement where Self: PostgresValue {
  /// Appends an array of one dimension that is counted from 1, as `array_send` writes it.
  public static func encodeArray(_ elements: [Self], into bytes: inout [UInt8]) {
    bytes.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
    bytes.append(bigEndian: Int32(0))
    bytes.append(bigEndian: postgresType.oid)
    guard !elements.isEmpty else { return }
    bytes.append(bigEndian: Int32(clamping: elements.count))
    bytes.append(bigEndian: Int32(1))
    for element in elements { bytes.appendCounted { element.encodeColumn(into: &$0) } }
  }

  /// Reads an array of at most one dimension, without `NULL`.
  public static func decodeArray(_ bytes: RawSpan) throws(PostgresError) -> [Self] {
    let dimensions: Int32 = try bytes.number(at: 0)
    guard postgresType.reads(try bytes.number(at: 8)) else { throw .malformed }
    if dimensions == 0, bytes.byteCount == 12 { return [] }
    let count: Int32 = try bytes.number(at: 12)
    var offset = 20
    // Every element has its length before it, so that no count is believed that the bytes can't hold.
    guard dimensions == 1, count >= 0, Int(count) <= (bytes.byteCount - offset) / 4 else { throw .malformed }
    var elements: [Self] = []
    elements.reserveCapacity(Int(count))
    for _ in 0..<count {
      let length = Int(try bytes.number(Int32.self, at: offset))
      offset += 4
      guard length >= 0, length <= bytes.byteCount - offset else { throw .malformed }
      elements.append(try Self(postgres: bytes.extracting(offset..<offset + length)))
      offset += length
    }
    guard offset == bytes.byteCount else { throw .malformed }
    return elements
  }
}

extension Bool: PostgresElement {
  /// `boolean[]`.
  public static var arrayType: PostgresType { .boolArray }
}

extension Int16: PostgresElement {
  /// `smallint[]`.
  public static var arrayType: PostgresType { .int2Array }
}

extension Int32: PostgresElement {
  /// `integer[]`.
  public static var arrayType: PostgresType { .int4Array }
}

extension Int64: PostgresElement {
  /// `bigint[]`.
  public static var arrayType: PostgresType { .int8Array }
}

extension Double: PostgresElement {
  /// `double precision[]`.
  public static var arrayType: PostgresType { .float8Array }
}

extension String: PostgresElement {
  /// `text[]`.
  public static var arrayType: PostgresType { .textArray }
}

extension UUID: PostgresElement {
  /// `uuid[]`.
  public static var arrayType: PostgresType { .uuidArray }
}

extension PostgresTimestamp: PostgresElement {
  /// `timestamptz[]`.
  public static var arrayType: PostgresType { .timestamptzArray }
}

extension [UInt8]: PostgresElement {
  /// `bytea[]`.
  public static var arrayType: PostgresType { .byteaArray }
}
#endif
