/// What to do with the settings.
public enum SettingsRequest: Equatable, Sendable {
  /// Which are in force, and where they come from. Answered with ``Reply/settings(_:)``.
  case status
  /// Takes those as they are set now as the owner's will, after a fresh PIN or recovery code. The agent then ends.
  case confirm
  /// Something of a newer client; answered with ``Failure/Code/unsupported``.
  case unknown
}

/// One setting.
public struct SettingRow: Codable, Equatable, Sendable {
  /// Where a value comes from.
  public enum Source: String, Codable, Equatable, Sendable {
    /// Nobody set it.
    case standard = "default"
    /// A variable of the environment in which the agent was started.
    case environment
    /// The configuration file.
    case file
    /// A source that a newer peer knows.
    case unknown

    /// Decodes a source; one this version does not know becomes ``unknown``.
    public init(from decoder: any Decoder) throws {
      self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
    }
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

extension SettingsRequest: Codable {
  /// Decodes a request; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    switch try TaggedCase(from: decoder).name {
    case "status": self = .status
    case "confirm": self = .confirm
    default: self = .unknown
    }
  }

  /// Encodes the request under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .status: try encoder.encodeCase("status")
    case .confirm: try encoder.encodeCase("confirm")
    case .unknown: try encoder.encodeCase("unknown")
    }
  }
}
