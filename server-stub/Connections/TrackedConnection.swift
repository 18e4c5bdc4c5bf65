internal import FoundationEssentials
internal import NIOCore
internal import Synchronization

/// What a connection is just doing. Whether it is one of the known is for ``ConnectionLimiter`` to say.
final class TrackedConnection: Sendable {
  let channel: any Channel
  /// Where it comes from, as the kernel says; nil where that is none of the internet.
  let peer: NetworkAddress?

  private struct State: Sendable {
    var isAtWork = false
    /// Whether nothing was answered on it yet.
    var isNew = true
    var since: NIODeadline
    /// Whose it is, where it streams to an account or comes from a known device of it.
    var account: UUID?
    var source: NetworkAddress?
    var limitKey: String
  }

  private let arrived: NIODeadline
  private let state: Mutex<State>

  /// For how long a new connection is not evicted: between the beginning of a connection and a login on it lie some round trips.
  private static let grace = TimeAmount.seconds(5)

  init(_ channel: any Channel, since: NIODeadline = .now()) {
    self.channel = channel
    peer = NetworkAddress(channel.remoteAddress)
    arrived = since
    state = Mutex(State(since: since, source: peer, limitKey: peer?.limitKey ?? "unknown"))
  }

  var id: ObjectIdentifier { ObjectIdentifier(channel) }

  /// Where it comes from, as the kernel says, or a trusted proxy by the PROXY protocol.
  var source: NetworkAddress? { state.withLock { $0.source } }

  /// Under which address it is counted.
  var limitKey: String { state.withLock { $0.limitKey } }

  /// Whether a whole request of its is being answered.
  var isAtWork: Bool { state.withLock { $0.isAtWork } }

  /// A whole request has come, and is answered.
  func work() { state.withLock { ($0.isAtWork, $0.since) = (true, .now()) } }

  /// The client has read the answer. What trickles in from now on is silence, until it is a whole request.
  func rest() { state.withLock { ($0.isAtWork, $0.isNew, $0.since) = (false, false, .now()) } }

  /// Which of two is evicted first: a silent one before one at work, a new one last; then the one that has been so for longer.
  /// What a new connection sends does not change its order among new ones.
  var order: ConnectionOrder {
    let arrived = arrived
    return state.withLock { state in
      if state.isNew, NIODeadline.now() - arrived < Self.grace {
        return ConnectionOrder(rank: 2, since: arrived)
      }
      return ConnectionOrder(rank: state.isAtWork ? 1 : 0, since: state.since)
    }
  }

  /// Whose it is; nil where that is not known.
  var account: UUID? { state.withLock { $0.account } }

  /// For ``ConnectionLimiter`` alone, which files it by that.
  func setSource(_ source: NetworkAddress) { state.withLock { $0.source = source } }
  /// For ``ConnectionLimiter`` alone, which files it by that.
  func setLimitKey(_ limitKey: String) { state.withLock { $0.limitKey = limitKey } }
  /// For ``ConnectionLimiter`` alone, which files it by that.
  func setAccount(_ account: UUID?) { state.withLock { $0.account = account } }
}

/// The order in which connections are evicted.
struct ConnectionOrder: Comparable {
  let rank: Int
  let since: NIODeadline

  static func < (one: Self, other: Self) -> Bool { (one.rank, one.since) < (other.rank, other.since) }
}
