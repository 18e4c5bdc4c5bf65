import Localization

/// What tests look for in a text, in English.
extension LocalizedText {
  func contains(_ words: String) -> Bool { english.contains(words) }
  func hasPrefix(_ words: String) -> Bool { english.hasPrefix(words) }
  func hasSuffix(_ words: String) -> Bool { english.hasSuffix(words) }
}
