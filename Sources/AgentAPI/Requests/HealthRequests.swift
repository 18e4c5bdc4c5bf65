/// How the vault is: locked or not, logged in or not, which stores.
public struct ShowStatus: AgentRequest {
  public typealias Reply = VaultStatus
  public static let name = "status"
  public static let traits: RequestTraits = .isSafe

  /// Makes a request.
  public init() {}
}

/// Checks the environment, and reports problems with remedies.
public struct RunDoctor: AgentRequest {
  public typealias Reply = [DoctorFinding]
  public static let name = "doctor"

  /// Makes a request.
  public init() {}
}
