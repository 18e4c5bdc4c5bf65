internal import FoundationEssentials
internal import ServerAPI

/// What a sender token may do, as it is written: `push:send`, `push:send:alias:ID`, `push:send:channel:ID` or `metrics:read`.
enum SenderScope: Equatable, Sendable {
  /// Send to everybody: aliases, devices, channels, and everyone at once.
  case everywhere
  /// Send to one user's alias and devices.
  case alias(UUID)
  /// Send to one channel.
  case channel(UUID)
  /// Read `/metrics`; send nothing.
  case metrics
}

extension SenderScope: LosslessStringConvertible {
  private static let verb = "push:send"
  private static let reading = "metrics:read"

  var description: String {
    switch self {
    case .everywhere: Self.verb
    case .alias(let id): "\(Self.verb):alias:\(id.uuidString)"
    case .channel(let id): "\(Self.verb):channel:\(id.uuidString)"
    case .metrics: Self.reading
    }
  }

  /// Nil for what is no scope.
  init?(_ description: String) {
    if description == Self.verb {
      self = .everywhere
      return
    }
    if description == Self.reading {
      self = .metrics
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
