internal import SecretMemory

/// A form in which the text is offered, by the name that both X11 and Wayland know it by.
enum OfferedType: String, CaseIterable {
  case utf8 = "text/plain;charset=utf-8"
  case utf8X11 = "UTF8_STRING"
  case plain = "text/plain"
  case latin1 = "STRING"
  case anyText = "TEXT"
  /// For programs that keep a history: this is to be in none.
  case hint = "x-kde-passwordManagerHint"

  /// What the hint says.
  static let hintText = Array("secret".utf8)

  /// The forms in which a text is offered: Latin-1 where that is the same.
  static func offered(for text: borrowing SecretBytes) -> [OfferedType] {
    let isASCII = text.withUnsafeBytes { $0.allSatisfy { $0 < 0x80 } }
    return allCases.filter { $0 != .latin1 || isASCII }
  }
}
