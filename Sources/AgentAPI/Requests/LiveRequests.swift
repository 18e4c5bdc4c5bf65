public import FoundationEssentials
public import VaultModel

/// Keeps the connection open, with ``Event/changed`` at once and whenever what the client shows has changed, until
/// the client leaves.
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
    /// All that comes: the items of the inbox, and what people write.
    case everything
    /// The channel of that id.
    case channel(id: UUID)
  }

  /// What is shown.
  public var view: View
  /// Whether the person looks at it for sure, so that nothing has to be shown elsewhere: the terminal says that it
  /// has the focus.
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

/// Keeps the connection open, with ``Event/tasks(_:)`` at once and whenever what the query finds has changed, until the client
/// leaves. A page has at most ``AgentProtocol/maximumPageCount`` tasks, and nothing of a protected text.
///
/// A client that is slow misses pages in between, never the last one.
public struct ObserveTasks: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "observeTasks"
  public static let traits: RequestTraits = .watches

  /// Which tasks, in what order.
  public var query: TaskQuery

  /// Makes a request.
  public init(_ query: TaskQuery) {
    self.query = query
  }
}

/// Keeps the connection open, with ``Event/changed`` at once and whenever a task was added, changed or removed, until the client
/// leaves: for a client that reads its tasks in pages.
public struct WatchTasks: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "watchTasks"
  public static let traits: RequestTraits = .watches

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
