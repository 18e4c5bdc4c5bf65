#if Postgres
public import Foundation

extension Bool: PostgresValue {
  /// `boolean`.
  public static var postgresType: PostgresType { .bool }
  /// Appends one byte.
  public func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
  /// Reads one byte.
  public init(postgres bytes: RawSpan) throws(PostgresError) { self = try bytes.onlyNumber(UInt8.self) != 0 }
}

extension Int16: PostgresValue {
  /// `smallint`.
  public static var postgresType: PostgresType { .int2 }
  /// Appends two bytes.
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
  /// Reads two bytes.
  public init(postgres bytes: RawSpan) throws(PostgresError) { self = try bytes.onlyNumber() }
}

extension Int32: PostgresValue {
  /// `integer`.
  public static var postgresType: PostgresType { .int4 }
  /// Appends four bytes.
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
  /// Reads four bytes.
  public init(postgres bytes: RawSpan) throws(PostgresError) { self = try bytes.onlyNumber() }
}

extension Int64: PostgresValue {
  /// `bigint`.
  public static var postgresType: PostgresType { .int8 }
  /// Appends eight bytes.
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
  /// Reads eight bytes.
  public init(postgres bytes: RawSpan) throws(PostgresError) { self = try bytes.onlyNumber() }
}

extension Double: PostgresValue {
  /// `double precision`.
  public static var postgresType: PostgresType { .float8 }
  /// Appends eight bytes (IEEE 754).
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }
  /// Reads eight bytes.
  public init(postgres bytes: RawSpan) throws(PostgresError) { self.init(bitPattern: try bytes.onlyNumber()) }
}

extension String: PostgresValue {
  /// `text`. PostgreSQL refuses the character U+0000.
  public static var postgresType: PostgresType { .text }
  /// Appends the text in UTF-8.
  public func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
  /// Reads UTF-8.
  public init(postgres bytes: RawSpan) throws(PostgresError) {
    guard let text = bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else { throw .malformed }
    self = text
  }
}

extension UUID: PostgresValue {
  /// `uuid`.
  public static var postgresType: PostgresType { .uuid }
  /// Appends sixteen bytes.
  public func encode(into bytes: inout [UInt8]) { withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) } }
  /// Reads sixteen bytes.
  public init(postgres bytes: RawSpan) throws(PostgresError) {
    guard bytes.byteCount == 16 else { throw .malformed }
    self.init(uuid: bytes.unsafeLoadUnaligned(as: uuid_t.self))
  }
}

/// The number of a transaction, which is never given again (`xid8`).
public struct TransactionID: PostgresValue, Hashable, Comparable {
  /// The number.
  public let number: UInt64
  /// The transaction with a number.
  public init(_ number: UInt64) { self.number = number }

  /// `xid8`.
  public static var postgresType: PostgresType { .xid8 }
  /// Appends eight bytes.
  public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: number) }
  /// Reads eight bytes.
  public init(postgres bytes: RawSpan) throws(PostgresError) { self.init(try bytes.onlyNumber()) }
  /// Whether the first was begun earlier.
  public static func < (left: TransactionID, right: TransactionID) -> Bool { left.number < right.number }
}

/// JSON as PostgreSQL keeps it (`jsonb`): the text comes back with other spaces and another order of members.
public struct JSONText: PostgresValue, Equatable {
  /// The text (RFC 8259).
  public let text: String
  /// Takes a text, which is not looked at.
  public init(_ text: String) { self.text = text }

  /// `jsonb`.
  public static var postgresType: PostgresType { .jsonb }
  /// Appends the version of the form, and the text.
  public func encode(into bytes: inout [UInt8]) {
    bytes.append(1)
    text.encode(into: &bytes)
  }
  /// Reads version 1 of the form, the only one there is.
  public init(postgres bytes: RawSpan) throws(PostgresError) {
    guard try bytes.number(UInt8.self) == 1 else { throw .malformed }
    text = try String(postgres: bytes.extracting(droppingFirst: 1))
  }
}
#endif
