/// A number of a sequence, as JSON: a whole number from 0 to 2^53 - 1, which every JSON reader keeps exactly (RFC 8259,
/// section 6), and from which a client can count on without an overflow. Another one is refused when it is decoded.
@propertyWrapper
public struct SequenceNumber: Codable, Equatable, Sendable {
  /// The most that is taken.
  public static let greatest: Int64 = (1 << 53) - 1

  /// The number.
  public var wrappedValue: Int64

  /// Takes a number of this program's own.
  public init(wrappedValue: Int64) { self.wrappedValue = wrappedValue }

  /// Reads a number.
  ///
  /// - Throws: `DecodingError` where it is none, or out of bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Int64.self)
    guard (0...Self.greatest).contains(number) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the number is out of bounds")
    }
    wrappedValue = number
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
