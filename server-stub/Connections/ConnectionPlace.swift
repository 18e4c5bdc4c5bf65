internal import NIOCore
internal import Synchronization

/// What a connection is just doing. Whether it is one of the known is for ``ConnectionShares`` to say.
final class ConnectionPlace: Sendable {
  let channel: any Channel
  /// Where it comes from, as the kernel says; nil where that is none of the internet.
  let peer: NetworkAddress?

  private struct State: Sendable {
    var isAtWork = false
    var since: NIODeadline
    var source: NetworkAddress?
    var share: String
  }

  private let state: Mutex<State>

  init(_ channel: any Channel, since: NIODeadline = .now()) {
    self.channel = channel
    peer = NetworkAddress(channel.remoteAddress)
    state = Mutex(State(since: since, source: peer, share: peer?.share ?? "unknown"))
  }

  var id: ObjectIdentifier { ObjectIdentifier(channel) }

  /// Where it comes from, as the kernel says, or a trusted proxy by the PROXY protocol.
  var source: NetworkAddress? { state.withLock { $0.source } }

  /// Under which address it is counted.
  var share: String { state.withLock { $0.share } }

  /// A whole request has come, and is answered.
  func work() { state.withLock { ($0.isAtWork, $0.since) = (true, .now()) } }

  /// The answer was taken. What trickles in from now on is silence, until it is a whole request.
  func rest() { state.withLock { ($0.isAtWork, $0.since) = (false, .now()) } }

  /// Which of two goes first: a silent one before one at work, then the one that has been so for longer.
  var order: (isAtWork: Bool, since: NIODeadline) { state.withLock { ($0.isAtWork, $0.since) } }

  /// For ``ConnectionShares`` alone, which files it by that.
  func setSource(_ source: NetworkAddress) { state.withLock { $0.source = source } }
  /// For ``ConnectionShares`` alone, which files it by that.
  func setShare(_ share: String) { state.withLock { $0.share = share } }
}
