internal import FoundationEssentials
internal import ServerAPI

/// What a sender token may do, as it is written: `push:send`, `push:send:alias:ID` or `push:send:channel:ID`.
enum SenderScope: Equatable, Sendable {
  /// Send to everybody: aliases, devices, channels, and everyone at once.
  case everywhere
  /// Send to one user's alias and devices.
  case alias(UUID)
  /// Send to one channel.
  case channel(UUID)
}

extension SenderScope: LosslessStringConvertible {
  private static let verb = "push:send"

  var description: String {
    switch self {
    case .everywhere: Self.verb
    case .alias(let id): "\(Self.verb):alias:\(id.uuidString)"
    case .channel(let id): "\(Self.verb):channel:\(id.uuidString)"
    }
  }

  /// Nil for what is no scope.
  init?(_ description: String) {
    if description == Self.verb {
      self = .everywhere
      return
    }
    let words = description.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 4, words[0] == "push", words[1] == "send", let id = UUID(uuidString: String(words[3])) else {
      return nil
    }
    switch words[2] {
    case "alias": self = .alias(id)
    case "channel": self = .channel(id)
    default: return nil
    }
  }
}
