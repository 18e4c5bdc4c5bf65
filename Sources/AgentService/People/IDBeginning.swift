internal import FoundationEssentials
internal import ServerAPI
internal import VaultModel

/// The beginning of an id as somebody types it: as many hexadecimal digits as lists show, or more, with dashes or without.
struct IDBeginning: Equatable, Sendable {
  /// The digits alone, in lower case.
  let digits: String

  /// Nil for a text that is none.
  init?(_ text: String) {
    digits = text.lowercased().filter { $0 != "-" }
    guard digits.utf8.count >= Nickname.digitCount,
      digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
    else { return nil }
  }

  /// Whether it is all of an id.
  var isWhole: Bool { digits.utf8.count == 32 }

  /// Whether an id begins so.
  func matches(_ id: UUID) -> Bool { id.hexDigits.hasPrefix(digits) }
}
