internal import FoundationEssentials
internal import Sealing

/// A bearer token (RFC 6750): 32 random bytes, 43 characters of base64url. The server keeps its SHA-256 alone; a token of
/// 256 random bits needs no salt and no slow hash.
struct SessionToken: Sendable {
  /// What is stored.
  let hash: [UInt8]
  private let bytes: [UInt8]

  static let byteCount = 32
  static let characterCount = 43

  /// A new token.
  ///
  /// - Throws: `SealingError` when the kernel gives no randomness.
  init() throws { self.init(bytes: try SystemRandom.bytes(Self.byteCount)) }

  /// Reads a token that a client sent; nil when it can't be one.
  init?(text: some StringProtocol) {
    guard text.utf8.count == Self.characterCount, text.utf8.suffix(1).allSatisfy(Self.lastCharacters.contains) else {
      return nil
    }
    let standard = Data(text.utf8.map(Self.standardCharacter) + [UInt8(ascii: "=")])
    guard let data = Data(base64Encoded: standard), data.count == Self.byteCount else { return nil }
    self.init(bytes: [UInt8](data))
  }

  /// The last of 43 characters stands for four bits alone; those whose other two are not 0 would name the same bytes again.
  private static let lastCharacters = Array("AEIMQUYcgkosw048".utf8)

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    hash = SHA256.digest(of: bytes)
  }

  /// The token as it travels.
  var text: String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The character of base64 in the place of one of base64url; those of base64 alone stand for none.
  private static func standardCharacter(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    case UInt8(ascii: "+"), UInt8(ascii: "/"): 0
    default: character
    }
  }
}
