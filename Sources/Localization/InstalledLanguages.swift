internal import LinuxSystem
internal import Synchronization

/// The languages that a program can answer in: those whose catalogues are installed with it. Each is read when it is first asked for.
public final class InstalledLanguages: Sendable {
  private let directory: String?
  private let adapt: @Sendable (String) -> String
  /// Only what was found, so that it never has more than are installed.
  private let found = Mutex<[String: InstalledLanguage]>([:])

  /// Those in `share/locale` beside the directory that the program is in.
  ///
  /// - Parameter adapt: what is said, and looked up, in place of a text's words. English is never adapted.
  public convenience init(adapting adapt: @escaping @Sendable (String) -> String = { $0 }) {
    self.init(catalogues: Localization.installed, adapting: adapt)
  }

  /// Those in a directory; none where that is not known.
  init(catalogues directory: String?, adapting adapt: @escaping @Sendable (String) -> String = { $0 }) {
    (self.directory, self.adapt) = (directory, adapt)
  }

  /// The language of a name that another program sent; English where there is none, and where it is no name of a language.
  public func language(_ name: String?) -> Language {
    guard let name, let directory, LanguageChoice.isName(name), name.utf8.count <= Self.maximumByteCount else {
      return .english
    }
    if let known = found.withLock({ $0[name] }) { return .installed(known) }
    guard let catalogue = CatalogueFile.read(name, in: directory) else { return .english }
    let language = InstalledLanguage(catalogue: catalogue, adapt: adapt)
    found.withLock { $0[name] = language }
    return .installed(language)
  }

  private static let maximumByteCount = 16
}
