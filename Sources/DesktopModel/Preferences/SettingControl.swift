internal import Localization

/// How a setting is shown and set, by its key.
public struct SettingControl: Equatable, Sendable {
  /// What sets it.
  public enum Kind: Equatable, Sendable {
    /// One of these values.
    case choice([Choice])
    /// A text; the empty one stands for nothing.
    case text
    /// Hours of the day, or never.
    case hours
    /// Nothing here: it is only shown.
    case fixed
  }

  /// A value, and how people call it.
  public struct Choice: Equatable, Sendable {
    /// As the configuration file has it.
    public let value: String
    /// In words.
    public let words: String
  }

  /// The groups of settings, in the order in which they are shown.
  public enum Group: CaseIterable, Sendable {
    /// What guards protected texts.
    case lock
    /// When nobody is disturbed.
    case quiet
    /// The server, and what is kept of what it sends.
    case server
    /// Where things are kept, and what is written down of what happens.
    case storage

    /// Its heading.
    public var title: String {
      switch self {
      case .lock: localized("Lock", context: "settings")
      case .quiet: localized("Reminders and notifications")
      case .server: localized("Server and inbox")
      case .storage: localized("Storage and log")
      }
    }

    /// What is to be known of it; empty for nothing.
    public var explanation: String {
      switch self {
      case .server: localized("Without an address the server of the stored login is used.")
      case .lock, .quiet, .storage: ""
      }
    }
  }

  /// The key in the configuration file.
  public let key: String
  /// What it is called.
  public let title: String
  /// What it does, one sentence; empty where its value says it.
  public let explanation: String
  /// Where it is shown.
  public let group: Group
  /// What sets it.
  public let kind: Kind

  /// The controls of the keys that are documented (docs/configuration.md), in the order in which they are shown.
  public static let all: [SettingControl] = [
    SettingControl(
      "unlock-timeout", localized("Lock after"),
      localized("Counted from the last reveal. More than five minutes takes the PIN."), .lock,
      .choice([
        ("60", localized("1 min")), ("120", localized("2 min")), ("300", localized("5 min")),
        ("900", localized("15 min")), ("1800", localized("30 min")),
        ("3600", localized("1 hour")), ("28800", localized("8 hours")), ("86400", localized("1 day")),
      ])),
    SettingControl(
      "hide-when-left", localized("Another window in front"),
      localized("Whether it hides what is revealed here. To keep that takes the PIN."), .lock,
      .choice([("on", localized("Hides it")), ("off", localized("Keeps it"))])),
    SettingControl(
      "quiet-hours", localized("Quiet hours"),
      localized("No reminders and no notifications in these hours of local time."), .quiet, .hours),
    SettingControl(
      "desktop-search", localized("Desktop search"), localized("It may find the names of ordinary open tasks."), .quiet,
      .choice([("on", localized("On")), ("off", localized("Off"))])),
    SettingControl(
      "server-url", localized("Server address"), "", .server, .text),
    SettingControl(
      "inbox-days", localized("Keep the inbox for"),
      localized("Older items and messages are deleted from this machine."), .server,
      .choice([
        ("7", localized("7 days")), ("30", localized("30 days")), ("90", localized("90 days")),
        ("365", localized("1 year")), ("3650", localized("10 years")),
      ])),
    SettingControl(
      "inbox-count", localized("Keep at most"),
      localized("If there are more items or messages, the oldest are deleted from this machine."),
      .server,
      .choice([
        ("1000", localized("1,000 items")), ("10000", localized("10,000 items")),
        ("100000", localized("100,000 items")), ("1000000", localized("1,000,000 items")),
      ])),
    SettingControl("ca-file", localized("Certificate authority"), "", .server, .fixed),
    SettingControl("credential-store", localized("Login and keys"), "", .storage, .fixed),
    SettingControl("file-key", localized("Encrypted file"), "", .storage, .fixed),
    SettingControl("task-store", localized("Tasks"), "", .storage, .fixed),
    SettingControl("calendar-dir", localized("Calendar files"), "", .storage, .fixed),
    SettingControl(
      "log-level", localized("Log of the agent"), localized("How much is written down of what happens."), .storage,
      .choice([
        ("error", localized("Errors")), ("warning", localized("Errors and warnings")),
        ("notice", localized("What matters")), ("info", localized("What is usual")),
        ("debug", localized("Details")), ("trace", localized("All details")),
      ])),
  ]

  private init(_ key: String, _ title: String, _ explanation: String, _ group: Group, _ kind: Kind) {
    (self.key, self.title, self.explanation, self.group, self.kind) = (key, title, explanation, group, kind)
  }
}

extension SettingControl.Kind {
  fileprivate static func choice(_ choices: [(String, String)]) -> Self {
    .choice(choices.map { SettingControl.Choice(value: $0.0, words: $0.1) })
  }
}

extension SettingControl {
  /// The values to choose from, with the present one among them, whatever it is.
  public func choices(with value: String) -> [Choice] {
    guard case .choice(let choices) = kind else { return [] }
    if value.isEmpty || choices.contains(where: { $0.value == value }) { return choices }
    return choices + [Choice(value: value, words: words(for: value))]
  }
}
