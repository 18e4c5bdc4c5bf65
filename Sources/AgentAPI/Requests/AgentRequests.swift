public import FoundationEssentials

/// How the vault is: locked or not, logged in or not, which stores.
public struct ShowStatus: AgentRequest {
  public typealias Reply = VaultStatus
  public static let name = "status"

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

/// Locks, finishes what is under way and ends, so that a newer agent can take over.
public struct StopAgent: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "stop"
  public static let traits: RequestTraits = [.locks, .endsAgent]

  /// Makes a request.
  public init() {}
}

/// Keeps the connection open for ``Event``s until the client leaves.
public struct WatchEvents: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "watch"
  public static let traits: RequestTraits = .watches

  /// Makes a request.
  public init() {}
}

/// Keeps the connection open, with ``Event/changed`` at once and whenever what the client shows has changed,
/// until the client
/// leaves.
public struct ShowLive: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "live"
  public static let traits: RequestTraits = .watches

  /// What is shown.
  public enum View: Codable, Hashable, Sendable {
    /// The items of the inbox.
    case inbox
    /// The messages that came with pushes.
    case messages
    /// The channel of that id.
    case channel(id: UUID)
  }

  /// What is shown.
  public var view: View
  /// Whether the person looks at it for sure, so that nothing has to be shown elsewhere: the terminal says that
  /// it has the
  /// focus.
  public var isFront: Bool
  /// Whether a channel's messages come as they are written: not while the person looks at something else.
  public var isOpen: Bool

  /// Makes a request.
  public init(view: View, isFront: Bool, isOpen: Bool) {
    self.view = view
    self.isFront = isFront
    self.isOpen = isOpen
  }
}
