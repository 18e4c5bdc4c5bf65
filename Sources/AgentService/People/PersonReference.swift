internal import FoundationEssentials

/// What somebody typed for a person, by its form alone.
enum PersonReference: Equatable, Sendable {
  /// A whole id.
  case id(UUID)
  /// The code of an invitation: 32 hexadecimal digits, grouped otherwise than an id.
  case code(String)
  /// An email.
  case email(String)
  /// Anything else: a nickname, a name, the beginning of an id.
  case name(String)

  init(_ text: String) {
    if let id = UUID(uuidString: text) {
      self = .id(id)
    } else if Self.isCode(text) {
      self = .code(text)
    } else if text.contains("@") {
      self = .email(text)
    } else {
      self = .name(text)
    }
  }

  /// How many digits a code has.
  private static let codeDigitCount = 32

  private static func isCode(_ text: String) -> Bool {
    guard text.utf8.count <= 2 * codeDigitCount else { return false }
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    return digits.count == codeDigitCount && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }
}
