public import FoundationEssentials
internal import VaultModel

/// What the window can be led to from outside: by a click on a notification, by a link, by the desktop's menu.
///
/// As text it is a link, `vault://…`, of at most ``maximumByteCount`` bytes:
///
///     link   = "vault://" ( "tasks" / "task/" uuid / "inbox" / "inbox/" number [ "/" uuid ]
///                           / "conversation/" uuid / "channel/" uuid )
///     number = ("1" … "9") *digit             ; at most 2^63 - 1
///     uuid   = as RFC 9562 writes it, in lower case
///
/// Each place has exactly one text, and whoever knows it can only have it shown: a link names no server, no user and no
/// change, and nothing is filled in by it.
public enum WindowPlace: Equatable, Sendable {
  /// The list of tasks.
  case tasks
  /// A task.
  case task(UUID)
  /// The list of the inbox.
  case inbox
  /// An item of the inbox, by its number; with the push it has to be, or without where whatever has that number is meant.
  case inboxItem(Int64, push: UUID?)
  /// The conversation with a user, where there is one.
  case conversation(UUID)
  /// A channel.
  case channel(UUID)

  /// The longest link that is read, in bytes.
  public static let maximumByteCount = 256
  /// What each link begins with.
  public static let scheme = "vault"

  private static let start = scheme + "://"

  /// The link.
  public var link: String {
    let path =
      switch self {
      case .tasks: "tasks"
      case .task(let id): "task/\(id.text)"
      case .inbox: "inbox"
      case .inboxItem(let number, nil): "inbox/\(number)"
      case .inboxItem(let number, let push?): "inbox/\(number)/\(push.text)"
      case .conversation(let user): "conversation/\(user.text)"
      case .channel(let id): "channel/\(id.text)"
      }
    return Self.start + path
  }

  /// Reads a link.
  ///
  /// - Returns: nil for anything but the exact text of a place.
  public init?(link: String) {
    guard link.utf8.count <= Self.maximumByteCount, link.hasPrefix(Self.start),
      let place = Self.place(link.dropFirst(Self.start.count)),
      // One text for each place: no other case of letters, no leading zero, nothing that only looks alike.
      Array(place.link.utf8) == Array(link.utf8)
    else { return nil }
    self = place
  }

  private static func place(_ path: Substring) -> WindowPlace? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case ("tasks", 1): return .tasks
    case ("inbox", 1): return .inbox
    case ("task", 2): return UUID(text: parts[1]).map { .task($0) }
    case ("conversation", 2): return UUID(text: parts[1]).map { .conversation($0) }
    case ("channel", 2): return UUID(text: parts[1]).map { .channel($0) }
    case ("inbox", 2...3):
      guard let number = Int64(parts[1]), number > 0 else { return nil }
      if parts.count == 2 { return .inboxItem(number, push: nil) }
      return UUID(text: parts[2]).map { .inboxItem(number, push: $0) }
    default: return nil
    }
  }
}
