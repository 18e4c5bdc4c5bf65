internal import Localization

/// In which form tasks are written, told by the end of a file's name.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// The vault's own.
  case json
  /// iCalendar (RFC 5545).
  case calendar = "ics"
  /// todo.txt.
  case todoText = "todotxt"

  /// How names of such files end.
  public var ending: String {
    switch self {
    case .json: ".json"
    case .calendar: ".ics"
    case .todoText: ".txt"
    }
  }

  /// What people call it.
  public var words: String {
    switch self {
    case .json: localized("Vault, with everything but protected text")
    case .calendar: localized("Calendar")
    case .todoText: "todo.txt"
    }
  }

  /// The path of a file of this form.
  ///
  /// - Parameters:
  ///   - path: as a person gave it; its end may name another form.
  ///   - isChosen: whether they have also chosen the form, which counts for more than the end that stood there already.
  public func path(for path: String, isChosen: Bool) -> String {
    guard let named = ExportFormat(path: path) else { return path + ending }
    return isChosen && named != self ? path.dropLast(named.ending.count) + ending : path
  }

  /// How names of all of them end.
  static var endings: String { allCases.map(\.ending).joined(separator: ", ") }

  /// The form of a file; nil where its name does not tell.
  public init?(path: String) {
    guard let format = Self.allCases.first(where: { path.lowercased().hasSuffix($0.ending) }) else { return nil }
    self = format
  }
}
