/// The translations of one language, as GNU gettext's `msgfmt` compiles them.
struct Catalogue: Sendable {
  /// The largest file that is read.
  static let maximumSize = 4 << 20
  private static let maximumCount = 20_000
  private static let magic: UInt32 = 0x9504_12de

  /// The forms of each text; one, where it has no plural.
  private let forms: [String: [String]]
  private let rule: PluralRule?

  /// - Returns: nil where the bytes are not a catalogue in UTF-8.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maximumSize, let first = Self.number(bytes, 0) else { return nil }
    let isSwapped = first == Self.magic.byteSwapped
    guard isSwapped || first == Self.magic else { return nil }
    func number(_ place: Int) -> Int? { Self.number(bytes, place).map { Int(isSwapped ? $0.byteSwapped : $0) } }
    // Texts that lie over each other would be more than the file has.
    var left = bytes.count
    func text(_ entry: Int) -> String? {
      guard let count = number(entry), let start = number(entry + 4), start + count <= bytes.count, count <= left else {
        return nil
      }
      left -= count
      return String(validating: bytes[start..<(start + count)], as: UTF8.self)
    }
    guard let revision = number(4), revision >> 16 == 0, let count = number(8), count <= Self.maximumCount,
      let originals = number(12), let translations = number(16)
    else { return nil }
    var forms: [String: [String]] = [:]
    for index in 0..<count {
      guard let key = text(originals + index * 8), let translation = text(translations + index * 8) else { return nil }
      let singular = key.utf8.prefix { $0 != 0 }
      forms[String(Substring(singular))] = translation.utf8.split(separator: 0, omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
    }
    rule = Self.rule(forms.removeValue(forKey: "")?.first ?? "")
    self.forms = forms
  }

  /// The translation; nil where there is none.
  func translation(_ key: String) -> String? { forms[key].flatMap { $0.first }.flatMap { $0.isEmpty ? nil : $0 } }

  /// The translation in the form that goes with a number; nil where there is none.
  func translation(_ key: String, count: Int) -> String? {
    guard let rule, let forms = forms[key], forms.count == rule.count else { return nil }
    let form = forms[rule.form(for: count)]
    return form.isEmpty ? nil : form
  }

  private static func rule(_ header: String) -> PluralRule? {
    let name = "Plural-Forms:"
    return header.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap {
      PluralRule(String($0.dropFirst(name.count)))
    }
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32? {
    guard place >= 0, place + 4 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
  }
}
