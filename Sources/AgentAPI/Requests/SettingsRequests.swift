/// Which settings are in force, and where they come from.
public struct ListSettings: AgentRequest {
  public typealias Reply = [SettingRow]
  public static let name = "settings"

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
