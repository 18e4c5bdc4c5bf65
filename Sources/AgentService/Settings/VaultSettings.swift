public import AgentAPI
public import AgentInbox
internal import Configuration
internal import FoundationEssentials
internal import Localization
public import Reminders
internal import SystemPackage

/// Everything that can be configured, as one checked value. Environment variables win over the file.
public struct VaultSettings: Equatable, Sendable {
  /// Which credential store to use; nil (`auto`) takes the keyring where it works and the file otherwise.
  public var credentialStore: StoreKind?
  /// Whether the encrypted file is opened by a passphrase rather than by a key file.
  public var usesPassphrase: Bool
  /// The server to log in to when none is recorded.
  public var serverURL: String?
  /// A PEM file with an additional root certificate for that server.
  public var caFile: String?
  /// The seconds after the last reveal at which the vault locks by itself: 10 to 86,400.
  public var unlockTimeoutSeconds: Int
  /// Where tasks are kept; nil for where they are, at first in SQLite.
  public var taskStore: TaskStoreKind?
  /// The directory of calendar files, where they are kept so; nil for `calendar` in the data directory.
  public var calendarDirectory: String?
  /// When nobody is reminded, for instance `22:00-07:00`; nil for never.
  public var quietHours: QuietHours?
  /// For how long what was pushed is kept here.
  public var inboxRetention = InboxRetention()
  /// Whether a window takes a revealed text away once another one is in front.
  public var hidesLeftTexts = true
  /// Whether the desktop's search finds the names of ordinary tasks.
  public var answersDesktopSearch = false
  /// The least serious messages that are logged.
  public var logLevel: String

  /// The keys in the file that mean nothing here, in alphabetical order.
  public var unknownKeys: [String] = []
  /// Where the keys were set that somebody set.
  public var sources: [Key: SettingRow.Source] = [:]

  /// The settings of a vault nobody configured.
  public static let defaults = VaultSettings(
    credentialStore: nil, usesPassphrase: false, serverURL: nil, caFile: nil, unlockTimeoutSeconds: 300,
    taskStore: nil, calendarDirectory: nil, quietHours: nil, logLevel: "info")

  /// The keys, in the file's spelling; in the environment `unlock-timeout` is `VAULT_UNLOCK_TIMEOUT`.
  public enum Key: String, CaseIterable, Sendable {
    case credentialStore = "credential-store"
    case fileKey = "file-key"
    case serverURL = "server-url"
    case caFile = "ca-file"
    case unlockTimeout = "unlock-timeout"
    case taskStore = "task-store"
    case calendarDirectory = "calendar-dir"
    case quietHours = "quiet-hours"
    case inboxDays = "inbox-days"
    case inboxCount = "inbox-count"
    case hideWhenLeft = "hide-when-left"
    case desktopSearch = "desktop-search"
    case logLevel = "log-level"

    /// What values the key takes.
    var accepts: String {
      switch self {
      case .credentialStore: "auto, secret-service or file"
      case .fileKey: "key-file or passphrase"
      case .serverURL: "an address like https://vault.example.org"
      case .caFile, .calendarDirectory: "a path"
      case .unlockTimeout: "10 to 86400 seconds"
      case .taskStore: TaskStoreKind.allCases.map(\.rawValue).joined(separator: " or ")
      case .quietHours: "off, or hours like 22:00-07:00"
      case .inboxDays: "1 to 3650 days"
      case .inboxCount: "100 to 1000000 items"
      case .hideWhenLeft, .desktopSearch: "on or off"
      case .logLevel: "trace, debug, info, notice, warning or error"
      }
    }

    /// Whether a request may change it. The others say where tasks and credentials are kept, which is moved and never set, or name files.
    var isChangeable: Bool {
      switch self {
      case .serverURL, .unlockTimeout, .quietHours, .inboxDays, .inboxCount, .hideWhenLeft, .desktopSearch, .logLevel:
        true
      case .credentialStore, .fileKey, .caFile, .taskStore, .calendarDirectory: false
      }
    }

    /// The environment variable that sets this key.
    public var variable: String {
      "VAULT_" + String(rawValue.map { $0 == "-" ? "_" : $0 }).uppercased()
    }
  }

  /// The settings by environment variable, as a client's hello states its own.
  public var byVariable: [String: String] {
    var values = [
      Key.credentialStore.variable: credentialStore?.rawValue ?? "auto",
      Key.fileKey.variable: usesPassphrase ? "passphrase" : "key-file",
      Key.unlockTimeout.variable: String(unlockTimeoutSeconds),
      Key.quietHours.variable: quietHours?.description ?? "off",
      Key.inboxDays.variable: String(inboxRetention.days),
      Key.inboxCount.variable: String(inboxRetention.count),
      Key.hideWhenLeft.variable: hidesLeftTexts ? "on" : "off",
      Key.desktopSearch.variable: answersDesktopSearch ? "on" : "off",
      Key.logLevel.variable: logLevel,
    ]
    values[Key.taskStore.variable] = taskStore?.rawValue
    values[Key.calendarDirectory.variable] = calendarDirectory
    values[Key.serverURL.variable] = serverURL
    values[Key.caFile.variable] = caFile
    return values
  }
}

extension VaultSettings {
  /// Reads the configuration file (JSON, at most 64 KiB; it may be missing) and the environment over it.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/configuration`` naming the key, what it takes, and where it is set.
  public static func load(file: String, environment: [String: String]) async throws(Failure) -> VaultSettings {
    let keys = try ConfigurationKeys(file: file)
    let fileProvider: FileProvider<JSONSnapshot>
    do {
      fileProvider = try await FileProvider<JSONSnapshot>(filePath: FilePath(file), allowMissing: true)
    } catch { throw ConfigurationKeys.unreadable(file) }
    let variables = EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "vault")
    do throws(InvalidSetting) {
      var settings = try VaultSettings(reader: ConfigReader(providers: [variables, fileProvider]))
      // The library passes over a value of another type, and the weaker standard would hold.
      if let key = keys.misfits.lazy.compactMap({ Key(rawValue: $0) }).first { throw InvalidSetting(key: key) }
      settings.unknownKeys = keys.names.filter { Key(rawValue: $0) == nil }
      for key in Key.allCases {
        if environment[key.variable] != nil {
          settings.sources[key] = .environment
        } else if keys.names.contains(key.rawValue) {
          settings.sources[key] = .file
        }
      }
      return settings
    } catch {
      let isMisfit = keys.misfits.contains(error.key.rawValue)
      throw error.failure(isInEnvironment: !isMisfit && environment[error.key.variable] != nil, file: file)
    }
  }

  private init(reader: ConfigReader) throws(InvalidSetting) {
    self = .defaults
    func text(_ key: Key) -> String? { reader.string(forKey: ConfigKey([key.rawValue])) }
    credentialStore = try Self.store(text(.credentialStore))
    if let source = text(.fileKey) {
      guard ["key-file", "passphrase"].contains(source) else { throw InvalidSetting(key: .fileKey) }
      usesPassphrase = source == "passphrase"
    }
    serverURL = text(.serverURL)
    caFile = text(.caFile)
    unlockTimeoutSeconds = try Self.number(reader, .unlockTimeout, 10...86_400) ?? unlockTimeoutSeconds
    inboxRetention.days = try Self.number(reader, .inboxDays, InboxRetention.dayRange) ?? inboxRetention.days
    inboxRetention.count = try Self.number(reader, .inboxCount, InboxRetention.countRange) ?? inboxRetention.count
    if let kind = text(.taskStore) {
      guard let kind = TaskStoreKind(rawValue: kind) else { throw InvalidSetting(key: .taskStore) }
      taskStore = kind
    }
    calendarDirectory = text(.calendarDirectory)
    if let hours = text(.quietHours), hours != "off" {
      guard let hours = QuietHours(hours) else { throw InvalidSetting(key: .quietHours) }
      quietHours = hours
    }
    hidesLeftTexts = try Self.isOn(text(.hideWhenLeft), .hideWhenLeft) ?? hidesLeftTexts
    answersDesktopSearch = try Self.isOn(text(.desktopSearch), .desktopSearch) ?? answersDesktopSearch
    if let level = text(.logLevel) {
      guard ["trace", "debug", "info", "notice", "warning", "error"].contains(level) else {
        throw InvalidSetting(key: .logLevel)
      }
      logLevel = level
    }
  }

  private static func store(_ text: String?) throws(InvalidSetting) -> StoreKind? {
    guard let text, text != "auto" else { return nil }
    guard let kind = StoreKind(rawValue: text) else { throw InvalidSetting(key: .credentialStore) }
    return kind
  }

  private static func isOn(_ text: String?, _ key: Key) throws(InvalidSetting) -> Bool? {
    switch text {
    case nil: return nil
    case "on"?: return true
    case "off"?: return false
    default: throw InvalidSetting(key: key)
    }
  }

  private static func number(
    _ reader: ConfigReader, _ name: Key, _ range: ClosedRange<Int>
  ) throws(InvalidSetting) -> Int? {
    let key = ConfigKey([name.rawValue])
    // The environment and a quoted number in the file are text; a bare number in the file is not.
    guard let number = reader.int(forKey: key) ?? reader.string(forKey: key).map({ Int($0) ?? -1 }) else { return nil }
    guard range.contains(number) else { throw InvalidSetting(key: name) }
    return number
  }
}

/// A setting whose value it does not take.
private struct InvalidSetting: Error {
  let key: VaultSettings.Key

  /// What is said of it.
  func failure(isInEnvironment: Bool, file: String) -> Failure {
    Failure(
      .configuration, "The setting \(key.rawValue) (\(key.variable)) takes \(key.accepts).",
      hint: "Correct it in \(isInEnvironment ? "the environment: \(key.variable)" : file).")
  }
}

extension VaultSettings {
  /// What a client's environment sets otherwise than this agent runs with; nil when they agree.
  ///
  /// A setting the client does not name agrees with everything.
  ///
  /// - Parameter isUnit: whether systemd has started the agent, whose next one would have its environment, too.
  func conflict(with client: [String: String], paths: VaultPaths, isUnit: Bool) -> Failure? {
    var mine = byVariable
    mine["VAULT_CONFIG_DIR"] = paths.config
    mine["VAULT_STATE_DIR"] = paths.state
    mine["VAULT_CACHE_DIR"] = paths.cache
    for name in AgentProtocol.settingVariables.sorted() {
      guard let theirs = client[name], theirs != mine[name] else { continue }
      return Failure(
        .configuration,
        "The running agent has \(mine[name].map { "\(name)=\($0)" } ?? "no \(name)"), this command \(theirs).",
        hint: isUnit
          ? "systemd starts the agent: put the setting into config.json, or into ~/.config/environment.d/vault.conf and log in again."
          : "Run vault agent stop, or take that setting away.")
    }
    return nil
  }
}
