public import FoundationEssentials

/// The server session.
public struct AccountStatus: Codable, Equatable, Sendable {
  /// Where the session stands.
  public enum State: String, OpenVocabulary, Equatable, Sendable {
    /// A session is open.
    case loggedIn
    /// A login is under way.
    case loggingIn
    /// There are no credentials, or the server refused them: a login will ask.
    case needsCredentials
    /// The owner logged out; nothing happens until the next `vault login`.
    case loggedOut
    /// The server or the credential store can't be reached for now; it is tried again.
    case unreachable
    /// A state of a newer agent.
    case unknown

    /// A state of a newer agent.
    public static let unrecognized = Self.unknown
  }

  /// Where the session stands.
  public var state: State
  /// The account's email, where it is known.
  public var email: String?
  /// The server's origin, for instance `https://vault.example.org`.
  public var server: String?
  /// Whether this request opened the session without asking anything.
  public var wasSilent: Bool
  /// Why the server can't be reached, or the login is of no use; nil otherwise.
  public var problem: String?
  /// Since when there is a session and no connection, as far as the agent knows; nil otherwise. ``problem`` says why.
  public var disconnectedSince: Date?

  /// Makes an account status.
  public init(
    state: State, email: String? = nil, server: String? = nil, wasSilent: Bool = false, problem: String? = nil,
    disconnectedSince: Date? = nil
  ) {
    self.state = state
    self.email = email
    self.server = server
    self.wasSilent = wasSilent
    self.problem = problem
    self.disconnectedSince = disconnectedSince
  }
}
