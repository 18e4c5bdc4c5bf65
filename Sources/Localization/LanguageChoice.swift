/// Which languages somebody wants, as GNU gettext reads it from the environment: `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
enum LanguageChoice {
  private static let maximumCount = 16

  /// Names of directories of catalogues, the one that is wanted most first; empty for English.
  static func names(_ environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    // Who has no locale wants no translation, whatever LANGUAGE says.
    guard !isEnglish(locale) || locale.hasPrefix("en") else { return [] }
    let list = environment["LANGUAGE"] ?? ""
    var names: [String] = []
    for wanted in list.isEmpty ? [Substring(locale)] : list.split(separator: ":").prefix(maximumCount) {
      if isEnglish(wanted) { break }
      names += candidates(wanted)
    }
    return names
  }

  private static func isEnglish(_ name: some StringProtocol) -> Bool {
    let plain = name.prefix { $0 != "." && $0 != "@" && $0 != "_" }
    return ["C", "POSIX", "en"].contains(String(plain))
  }

  /// `de_AT.UTF-8@euro` is looked for as `de_AT@euro`, `de_AT`, `de@euro` and `de`.
  private static func candidates(_ name: Substring) -> [String] {
    let parts = name.split(separator: "@", maxSplits: 1)
    guard let first = parts.first else { return [] }
    let base = String(first.prefix { $0 != "." })
    let language = String(base.prefix { $0 != "_" })
    let modifier = parts.count > 1 ? String(parts[1]) : nil
    var names: [String] = []
    for plain in base == language ? [base] : [base, language] {
      names += (modifier.map { ["\(plain)@\($0)"] } ?? []) + [plain]
    }
    return names.filter(isName)
  }

  /// A name is part of a path: nothing but letters, digits, and what joins them.
  static func isName(_ name: String) -> Bool {
    (2...24).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"):
          true
        default: false
        }
      }
  }
}
