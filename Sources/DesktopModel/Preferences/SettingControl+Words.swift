internal import Localization

extension SettingControl {
  /// A value as people say it; of the empty one what counts then.
  public func words(for value: String) -> String {
    if case .choice(let choices) = kind, let choice = choices.first(where: { $0.value == value }) {
      return choice.words
    }
    if value.isEmpty { return unset }
    return named(value) ?? counted(value) ?? placed(String(value.prefix(Self.maximumCount)))
  }

  /// What the agent says of a setting that waits for the owner's word, as the window calls it; anything else stays as it is.
  static func said(_ text: String) -> String {
    for control in all {
      // The value stands where the sign is.
      let parts = localized("To be confirmed: \(control.key) \(Self.sign)").split(
        separator: Self.sign, maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first, let last = parts.last, parts.count == 2, text.hasPrefix(first),
        text.hasSuffix(last), text.count >= first.count + last.count
      else { continue }
      let value = String(text.dropFirst(first.count).dropLast(last.count))
      return localized("To be confirmed: \(control.title) \(control.words(for: value))")
    }
    return text
  }

  private static let sign = "\u{FFFC}"

  /// A longer value, a path for instance, is cut.
  private static var maximumCount: Int { 200 }

  private func named(_ value: String) -> String? {
    switch (key, value) {
    case ("credential-store", "auto"):
      localized("Kept in the keyring of the desktop where there is one, else in an encrypted file.")
    case ("credential-store", "secret-service"): localized("Kept in the keyring of the desktop.")
    case ("credential-store", "file"): localized("Kept in an encrypted file.")
    case ("file-key", "key-file"): localized("Opened by a key in the configuration directory.")
    case ("file-key", "passphrase"): localized("Opened by a passphrase.")
    case ("task-store", "sqlite"): localized("Kept in a database.")
    case ("task-store", "icalendar"):
      localized("Kept in calendar files, which other programs may use as well.")
    default: nil
    }
  }

  private func placed(_ value: String) -> String {
    switch key {
    case "ca-file": localized("Trusted besides those of the system: \(value)")
    case "calendar-dir": localized("Kept in \(value)")
    default: value
    }
  }

  private func counted(_ value: String) -> String? {
    guard let count = Int(value) else { return nil }
    return switch key {
    case "unlock-timeout": localized(one: "\(count) second", other: "\(count) seconds", count: count)
    case "inbox-days": localized(one: "\(count) day", other: "\(count) days", count: count)
    case "inbox-count": localized(one: "\(count) item", other: "\(count) items", count: count)
    default: nil
    }
  }

  /// What counts where nothing is set.
  private var unset: String {
    switch key {
    case "server-url": localized("That of the stored login.")
    case "ca-file": localized("None is trusted besides those of the system.")
    case "task-store": localized("Kept in a database, unless they were kept elsewhere before.")
    case "calendar-dir": localized("Kept among the data of the vault, where tasks are in such files.")
    default: localized("Not set")
    }
  }
}
