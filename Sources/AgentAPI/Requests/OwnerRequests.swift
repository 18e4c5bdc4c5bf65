/// Verifies the owner.
public struct UnlockVault: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "unlock"
  public static let traits: RequestTraits = .needsCredentials

  /// Whether the ticket is good for every terminal.
  public var everywhere: Bool
  /// True where the client has no terminal, and goes on with the connection, which the ticket is good for then; nil where not.
  public var goesOn: Bool?

  /// Makes a request.
  public init(everywhere: Bool, goesOn: Bool? = nil) {
    self.everywhere = everywhere
    self.goesOn = goesOn
  }
}

/// Locks now.
public struct LockVault: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "lock"
  public static let traits: RequestTraits = .locks

  /// Makes a request.
  public init() {}
}

/// Locks now, and drops the key that is kept for verification by the system.
public struct LockVaultAndForget: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "lockAndForget"
  public static let traits: RequestTraits = .locks

  /// Makes a request.
  public init() {}
}

/// Locks, finishes what is under way and ends, so that a newer agent can take over.
public struct StopAgent: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "stop"
  public static let traits: RequestTraits = [.locks, .endsAgent]

  /// Makes a request.
  public init() {}
}

/// Sets the first PIN.
public struct SetPIN: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "setPIN"
  public static let traits: RequestTraits = .needsCredentials

  /// Whether a recovery code is made, too.
  public var recovery: Bool
  /// Whether that is to be typed back.
  public var confirmRecovery: Bool

  /// Makes a request.
  public init(recovery: Bool, confirmRecovery: Bool) {
    self.recovery = recovery
    self.confirmRecovery = confirmRecovery
  }
}

/// Asks for the old and a new PIN.
public struct ChangePIN: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "changePIN"
  public static let traits: RequestTraits = .needsCredentials

  /// Makes a request.
  public init() {}
}

/// Removes the PIN; refused while it is the last slot.
public struct RemovePIN: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "removePIN"
  public static let traits: RequestTraits = .needsCredentials

  /// Makes a request.
  public init() {}
}

/// Makes a new recovery code, in place of the older one.
public struct CreateRecoveryCode: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "createRecoveryCode"
  public static let traits: RequestTraits = .needsCredentials

  /// Makes a request.
  public init() {}
}

/// Has later unlocks use a way of verification.
public struct UseVerification: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "useVerification"
  public static let traits: RequestTraits = .needsCredentials

  /// The way.
  public var method: VerificationMethod

  /// Makes a request.
  public init(method: VerificationMethod) {
    self.method = method
  }
}
