/// JSON that a program keeps for itself, or that its counterpart made: nothing of it is refused but what is none.
///
/// Dates are seconds since 2001, as `Date` writes itself; `Data` is Base64 (RFC 4648).
public enum StoredJSON {
  private static let limits = JSONLimits(
    depth: 64, valueCount: .max, markedTextByteCount: .max, markedNameByteCount: .max)

  /// The bytes of a value, the members of its objects by their names.
  ///
  /// - Throws: `EncodingError` for what JSON can't hold.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    var encoding = JSONEncoding()
    encoding.dates = .secondsSince2001
    encoding.sortsMembers = true
    return try encoding.encode(value)
  }

  /// Reads a value. Members that its type does not know are passed over.
  ///
  /// - Throws: ``JSONError``, `DecodingError`, or what the type itself throws.
  public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONDocument(bytes, limits: limits, dates: .secondsSince2001).decode(type)
  }
}
