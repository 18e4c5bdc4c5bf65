/// What a user calls somebody; nobody else is shown it.
///
/// It is read at a glance and typed in commands, so that it holds nothing that can't be seen, and is nothing that stands for somebody otherwise: no
/// email, no id or beginning of one, no code of an invitation.
public struct Nickname: Equatable, Sendable {
  /// Why a text is no nickname.
  public enum Refusal: Error, Equatable, Sendable {
    /// It is empty, or too long.
    case length
    /// It has a character that can't be seen, or can't be known from others: a control character, an invisible one, a mark without a letter.
    case unseen
    /// Spaces at an end, or two together.
    case spaces
    /// It could be an email, an id, or a code.
    case reference
  }

  /// How many characters it has, as people count them.
  public static let characterCount = 1...40
  /// The most of Unicode's characters that these are made of.
  public static let scalarCount = 120
  /// How many digits stand for an id at least.
  public static let digitCount = 8

  /// As it is shown.
  public let text: String

  /// Takes a text as a nickname. The server brings it into normalization form C first.
  public init(_ text: String) throws(Refusal) {
    // Counting characters costs more than counting bytes.
    guard text.utf8.count <= 4 * Self.scalarCount, text.unicodeScalars.count <= Self.scalarCount,
      Self.characterCount.contains(text.count)
    else { throw .length }
    guard text.unicodeScalars.allSatisfy(Self.isSeen), !Self.hasLoneMark(text) else { throw .unseen }
    guard text.first != " ", text.last != " ", !text.contains("  ") else { throw .spaces }
    guard !text.contains("@"), !text.contains("\u{FF20}"), !text.contains("\u{FE6B}"), !Self.isDigits(text) else {
      throw .reference
    }
    self.text = text
  }

  /// Whether a text may stand for an id, the beginning of one, or a code.
  public static func isDigits(_ text: String) -> Bool {
    text.utf8.count >= digitCount
      && text.utf8.allSatisfy {
        $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ") || Character(UnicodeScalar($0)).isHexDigit
      }
  }

  /// Whether a mark has no letter to stand on: at the beginning, or after a space.
  private static func hasLoneMark(_ text: String) -> Bool {
    var isAlone = true
    for scalar in text.unicodeScalars {
      if isAlone, scalar.isMark { return true }
      isAlone = scalar == " "
    }
    return false
  }

  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == " " { return true }
    // U+2800 is a letter of Braille without a dot.
    guard !scalar.properties.isDefaultIgnorableCodePoint, scalar.value != 0x2800 else { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      return false
    default: return true
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
