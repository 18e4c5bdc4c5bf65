/// The name of one numbering: of inboxes, changes, channels and conversations. It is another one whenever a number may stand for something
/// else than before, as after the server was put back to a backup. It says nothing but whether two numbers can be compared.
public struct Epoch: Codable, Equatable, Hashable, Sendable, LosslessStringConvertible {
  /// How many characters it has: small letters and digits.
  public static let characterCounts = 1...32

  /// As it is sent.
  public let description: String

  /// Nil for what is no name of a numbering.
  public init?(_ description: String) {
    let bytes = description.utf8
    guard Self.characterCounts.contains(bytes.count),
      bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
    else { return nil }
    self.description = description
  }

  /// Reads it.
  ///
  /// - Throws: `DecodingError` where it is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let epoch = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no name of a numbering")
    }
    self = epoch
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
