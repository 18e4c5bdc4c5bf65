internal import LinuxSystem
internal import Synchronization

/// The person's language, for the whole process, and the language of whoever is answered.
///
/// A program that does not start it speaks English, in every locale. It leaves the process's locale alone: numbers, dates and the
/// system's own words for failures are the same with it and without it.
public enum Localization {
  /// The language in which is answered, in a program that others ask: that of the request that a task works on, or of the connection to
  /// which something is sent. English unless somebody says otherwise, and in every task that does not come of a request.
  @TaskLocal public static var answers = Language.english

  private static let chosen = Mutex<(name: String, catalogue: Catalogue)?>(nil)

  /// The name of the person's language, by which other programs that are installed with this one find it; nil for English.
  public static var name: String? { chosen.withLock { $0?.name } }

  /// Chooses the language that the environment asks for, among the catalogues that are installed with the program. English where there
  /// is none.
  public static func start(_ environment: [String: String]) {
    if let installed { start(environment, catalogues: installed) }
  }

  /// Where catalogues are installed: in `share/locale` beside the directory that the program is in. Nil without /proc: nobody knows then
  /// where the program is.
  static var installed: String? {
    do throws(SystemError) {
      let directories = try ProgramFile().directories
      return directories.count > 1 ? "\(directories[1])/share/locale" : nil
    } catch { return nil }
  }

  /// Chooses among the catalogues in a directory.
  static func start(_ environment: [String: String], catalogues directory: String) {
    let found = LanguageChoice.names(environment).lazy
      .compactMap { name in CatalogueFile.read(name, in: directory).map { (name: name, catalogue: $0) } }.first
    chosen.withLock { $0 = found }
  }

  static func translation(_ key: String) -> String? { chosen.withLock { $0?.catalogue.translation(key) } }

  static func translation(_ key: String, count: Int) -> String? {
    chosen.withLock { $0?.catalogue.translation(key, count: count) }
  }
}

/// The text in the person's language; as it is written where that has no translation.
///
/// - Parameters:
///   - context: tells apart two texts that are the same in English and not elsewhere.
///   - language: another than the person's for what may go elsewhere than to their desktop.
public func localized(_ text: LocalizedText, context: String? = nil, in language: Language = .persons) -> String {
  (context.map { LocalizedText(text, context: $0) } ?? text).text(in: language)
}

/// The text in the form that goes with a number. Both ways of saying it interpolate the same values in the same order.
public func localized(
  one: LocalizedText, other: LocalizedText, count: Int, in language: Language = .persons
) -> String {
  LocalizedText(one: one, other: other, count: count).text(in: language)
}
