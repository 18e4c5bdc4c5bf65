/// In which language a text is to be said.
public enum Language: Sendable {
  /// In the person's, for what is shown on their desktop.
  case persons
  /// In English, for what goes to a terminal, to a file or to another program.
  case english
  /// In that of somebody who asked for it by its name.
  case installed(InstalledLanguage)

  /// In that of whoever is answered at this moment.
  public static var answers: Language { Localization.answers }

  /// Whether it is English by itself, and not for want of a catalogue.
  public var isEnglish: Bool { if case .english = self { true } else { false } }

  /// Whether what is put into a text is set apart from its words.
  var isolatesValues: Bool { if case .persons = self { Localization.isolatesValues } else { false } }

  func translation(_ key: String) -> String? {
    switch self {
    case .persons: Localization.translation(key)
    case .english: nil
    case .installed(let language): language.catalogue.translation(key)
    }
  }

  func translation(_ key: String, count: Int) -> String? {
    switch self {
    case .persons: Localization.translation(key, count: count)
    case .english: nil
    case .installed(let language): language.catalogue.translation(key, count: count)
    }
  }

  func adapted(_ key: String) -> String {
    guard case .installed(let language) = self else { return key }
    return language.adapt(key)
  }
}

/// A language whose catalogue is installed with the program.
public struct InstalledLanguage: Sendable {
  let catalogue: Catalogue
  /// What those who speak it are told in place of words that others get.
  let adapt: @Sendable (String) -> String
}
