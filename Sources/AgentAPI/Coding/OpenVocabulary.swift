/// A set of words of which a newer peer may know more. In a reply or an event a word that this version does not
/// know becomes
/// ``unrecognized``; in a request it is refused.
public protocol OpenVocabulary: RawRepresentable, Codable where RawValue == String {
  /// What stands for a word that this version does not know.
  static var unrecognized: Self { get }
}

extension OpenVocabulary {
  /// Decodes a word.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let known = Self(rawValue: try container.decode(String.self))
    guard decoder.userInfo[.readsRequest] as? Bool == true else {
      self = known ?? .unrecognized
      return
    }
    guard let known, known != .unrecognized else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown word")
    }
    self = known
  }
}

extension CodingUserInfoKey {
  /// Whether a request is read: `true` has words that are not known refused.
  public static let readsRequest = CodingUserInfoKey(rawValue: "vault.readsRequest")!
}
