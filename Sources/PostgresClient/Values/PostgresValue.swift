#if Postgres
/// What a parameter or a column may be: a value, or a value or none.
public protocol PostgresColumn: Sendable {
  /// The type in PostgreSQL.
  static var postgresType: PostgresType { get }
  /// Appends the value in PostgreSQL's binary form.
  ///
  /// - Returns: false for `NULL`, which has no bytes.
  func encodeColumn(into bytes: inout [UInt8]) -> Bool
  /// Reads a value.
  ///
  /// - Parameter bytes: nil for `NULL`.
  /// - Throws: ``PostgresError/Kind/programming`` when these bytes are none of this type.
  static func decodeColumn(_ bytes: RawSpan?) throws(PostgresError) -> Self
}

/// A value in PostgreSQL's binary form, as its `typsend` and `typreceive` functions have it: big-endian.
public protocol PostgresValue: PostgresColumn {
  /// Appends the value.
  func encode(into bytes: inout [UInt8])
  /// Reads a value.
  ///
  /// - Throws: ``PostgresError/Kind/programming`` when these bytes are none of this type.
  init(postgres bytes: RawSpan) throws(PostgresError)
}

extension PostgresValue {
  /// Appends the value.
  public func encodeColumn(into bytes: inout [UInt8]) -> Bool {
    encode(into: &bytes)
    return true
  }

  /// Reads a value that is there.
  public static func decodeColumn(_ bytes: RawSpan?) throws(PostgresError) -> Self {
    guard let bytes else { throw .malformed }
    return try Self(postgres: bytes)
  }
}

extension Optional: PostgresColumn where Wrapped: PostgresValue {
  /// The type of the value.
  public static var postgresType: PostgresType { Wrapped.postgresType }

  /// Appends the value, if there is one.
  public func encodeColumn(into bytes: inout [UInt8]) -> Bool { self?.encodeColumn(into: &bytes) ?? false }

  /// Reads a value, or none.
  public static func decodeColumn(_ bytes: RawSpan?) throws(PostgresError) -> Wrapped? {
    guard let bytes else { return nil }
    return try Wrapped(postgres: bytes)
  }
}

extension PostgresError {
  /// A value that is not of the type that was asked for.
  static let malformed = PostgresError(.programming, explanation: "a value has another form than its type")
}

extension [UInt8] {
  /// Appends a number, its highest byte first.
  mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends what `body` appends, with its length before it; -1 in its place where `body` says that there is nothing.
  mutating func appendCounted(_ body: (inout [UInt8]) -> Bool) {
    let start = count
    append(bigEndian: Int32(0))
    let length = body(&self) ? Int32(clamping: count - start - 4) : -1
    Swift.withUnsafeBytes(of: length.bigEndian) { replaceSubrange(start..<start + 4, with: $0) }
  }
}

extension RawSpan {
  /// The number at a place, its highest byte first.
  ///
  /// - Throws: ``PostgresError/Kind/programming`` when there are not enough bytes.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self, at offset: Int = 0
  ) throws(PostgresError) -> Number {
    guard offset >= 0, byteCount - offset >= MemoryLayout<Number>.size else { throw .malformed }
    return Number(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// The number that is all there is.
  func onlyNumber<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self
  ) throws(PostgresError) -> Number {
    guard byteCount == MemoryLayout<Number>.size else { throw .malformed }
    return try number(type)
  }
}
#endif
