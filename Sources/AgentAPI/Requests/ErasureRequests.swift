/// Verifies the owner, has the server forget this device, and ends the agent: from then on nothing can be done with the vault but to
/// erase it, which the agent's program does while nobody else uses it (``ErasureOutcome``).
public struct EraseVault: AgentRequest {
  public typealias Reply = ErasurePlan
  public static let name = "erase"
  public static let traits: RequestTraits = [.needsCredentials, .endsAgent]

  /// Whether it goes on where a server can't be told that this device leaves.
  public var withoutServer: Bool

  /// Makes a request.
  public init(withoutServer: Bool) { self.withoutServer = withoutServer }
}

/// What was found out of a vault before it is erased.
public struct ErasurePlan: Codable, Equatable, Sendable {
  /// This machine, as a server knows it.
  public struct Device: Codable, Equatable, Sendable {
    /// What people call it there.
    public var name: String
    /// The server's address.
    public var server: String
    /// Whether the server has forgotten it.
    public var isRemoved: Bool

    /// Makes one.
    public init(name: String, server: String, isRemoved: Bool) {
      (self.name, self.server, self.isRemoved) = (name, server, isRemoved)
    }
  }

  /// This machine on each server that had it.
  public var devices: [Device]
  /// What the vault can't erase, a sentence for each.
  public var outOfReach: [String]

  /// Makes a plan.
  public init(devices: [Device], outOfReach: [String]) { (self.devices, self.outOfReach) = (devices, outOfReach) }
}

/// What was erased, and what was not.
public struct ErasureReport: Codable, Equatable, Sendable {
  /// Something that could not be erased.
  public struct Problem: Codable, Equatable, Sendable {
    /// The path, or what else it is.
    public var what: String
    /// Why.
    public var reason: String

    /// Makes one.
    public init(_ what: String, _ reason: String) { (self.what, self.reason) = (what, reason) }
  }

  /// What was known before.
  public var plan: ErasurePlan
  /// How many items were removed from the keyring; nil where this vault has none there.
  public var itemCount: Int?
  /// How many files were removed.
  public var fileCount = 0
  /// What is still there and should not be: the same command tries it again.
  public var problems: [Problem] = []
  /// What is in the vault's directories and is not the vault's.
  public var foreign: [String] = []

  /// Begins one.
  public init(_ plan: ErasurePlan) { self.plan = plan }
}

/// What the agent's program writes when it has erased a vault, as ``WireJSON``: one of the two.
public struct ErasureOutcome: Codable, Equatable, Sendable {
  /// What came of it.
  public var report: ErasureReport?
  /// Why nothing was done.
  public var failure: Failure?

  /// Makes one.
  public init(report: ErasureReport? = nil, failure: Failure? = nil) { (self.report, self.failure) = (report, failure) }
}
