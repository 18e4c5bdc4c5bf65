/// Why a calendar file can't be used; never quotes more than a property's name.
public enum CalendarError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It is longer than ``CalendarFile/maximumByteCount`` bytes, or has too many lines or levels.
  case tooLarge
  /// It is not text in UTF-8, or has control characters.
  case notText
  /// It is no iCalendar file; the text says why.
  case malformed(String)
  /// A property of a to-do can't be read; the text is its name.
  case property(String)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .tooLarge: "It is too large."
    case .notText: "It is not text in UTF-8."
    case .malformed(let reason): "It is not an iCalendar file: \(reason)."
    case .property(let name): "The property \(name) of a to-do can't be read."
    }
  }
}
