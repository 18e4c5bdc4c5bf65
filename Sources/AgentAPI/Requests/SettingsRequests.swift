/// Which settings are in force, and where they come from.
public struct ListSettings: AgentRequest {
  public typealias Reply = [SettingRow]
  public static let name = "settings"
  public static let traits: RequestTraits = .isSafe

  /// Makes a request.
  public init() {}
}

/// Takes the settings as they are now as the owner's will, after a fresh PIN or recovery code.
public struct ConfirmSettings: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "confirmSettings"
  public static let traits: RequestTraits = [.needsCredentials, .endsAgent]

  /// Makes a request.
  public init() {}
}

/// Writes a setting into the configuration file, or takes it out; the agent then ends, and the next one starts with it. A value that
/// weakens a guard is confirmed first, by a fresh PIN or recovery code.
public struct ChangeSetting: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "changeSetting"
  public static let traits: RequestTraits = [.needsCredentials, .endsAgent]

  /// The key in the configuration file; only those are changed so that move nothing and open nothing.
  public var key: String
  /// What is to be set; nil takes the key out.
  public var value: String?

  /// Makes a request.
  public init(key: String, value: String?) { (self.key, self.value) = (key, value) }
}

/// One setting.
public struct SettingRow: Codable, Equatable, Sendable {
  /// Where a value comes from.
  public enum Source: String, OpenVocabulary, Equatable, Sendable {
    /// Nobody set it.
    case standard = "default"
    /// A variable of the environment in which the agent was started.
    case environment
    /// The configuration file.
    case file
    /// A source that a newer peer knows.
    case unknown

    /// A source of a newer agent.
    public static let unrecognized = Self.unknown
  }

  /// The key in the configuration file, for instance `unlock-timeout`.
  public var key: String
  /// What is in force; empty for nothing.
  public var value: String
  /// What was asked for where that is not in force; nil where it is.
  public var asked: String?
  /// Where what was asked for comes from.
  public var source: Source
  /// Whether it weakens a guard, and counts only once the owner has confirmed it.
  public var isGuarded: Bool
  /// Whether the owner has confirmed it.
  public var isConfirmed: Bool

  /// Makes a row.
  public init(
    key: String, value: String, asked: String? = nil, source: Source, isGuarded: Bool = false,
    isConfirmed: Bool = false
  ) {
    self.key = key
    self.value = value
    self.asked = asked
    self.source = source
    self.isGuarded = isGuarded
    self.isConfirmed = isConfirmed
  }
}
