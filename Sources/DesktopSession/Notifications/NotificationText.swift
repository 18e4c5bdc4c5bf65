/// Makes texts fit for a notification: harmless, and no longer than a limit. Pure.
enum NotificationText {
  static let summaryLimit = 200
  static let bodyLimit = 1000
  static let labelLimit = 100

  /// How many scalars a character may have on average: accents without end are no text.
  private static let scalarsPerCharacter = 4

  /// One line of at most `limit` characters: newlines and tabs become blanks.
  static func line(_ text: String, limit: Int) -> String {
    shortened(harmless(text) { _ in " " }, limit)
  }

  /// Lines of at most `limit` characters in all: newlines stay, tabs become blanks.
  static func lines(_ text: String, limit: Int) -> String {
    shortened(harmless(text) { $0 == "\n" ? "\n" : " " }, limit)
  }

  /// Escapes what the specification's markup ("Markup") would take for a tag or an entity.
  static func escapedForMarkup(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Puts U+FFFD for the control characters of C0, C1 and DEL, those that turn the direction of writing or annotate, and
  /// invisible tags; `layout` says what becomes of newlines and tabs.
  private static func harmless(_ text: String, layout: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    // Carriage return and newline together are one line's end.
    for character in text {
      for scalar in (character == "\r\n" ? "\n" : character).unicodeScalars {
        switch scalar.value {
        case 0x09, 0x0A: result.append(layout(scalar))
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB,
          0xE0000...0xE007F:
          result.append("\u{FFFD}")
        default: result.append(scalar)
        }
      }
    }
    return String(result)
  }

  private static func shortened(_ text: String, _ limit: Int) -> String {
    var result = ""
    var scalars = 0
    for (count, character) in text.enumerated() {
      scalars += character.unicodeScalars.count
      // The last place is for the ellipsis, unless the text ends there.
      guard scalars <= limit * scalarsPerCharacter, count < limit else { return String(result.dropLast()) + "…" }
      result.append(character)
    }
    return result
  }
}
