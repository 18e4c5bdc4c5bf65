/// What the agent can do about something that is not as it should be, once somebody wants it. The words are fixed, and each stands for
/// one thing that a request of its own does as well: it asks the owner what that asks. None runs a command line, accepts a store that went
/// back, or sets a counter back.
public enum Remedy: String, OpenVocabulary, Equatable, Sendable, CaseIterable {
  /// Sets the first PIN, and makes a recovery code.
  case setPIN = "set-pin"
  /// Makes a recovery code.
  case createRecoveryCode = "create-recovery-code"
  /// Has the settings count as they are set, after the PIN; the agent then ends.
  case confirmSettings = "confirm-settings"
  /// Sees to a login with the server.
  case logIn = "log-in"
  /// One of a newer agent: nothing that can be asked for.
  case unknown

  /// One of a newer agent.
  public static let unrecognized = Self.unknown
}
