internal import Synchronization

/// Tells one generation from the next: a time in which every token opens the same.
protocol TokenGenerations: Sendable {
  /// What the generation of now is called; nil where something may have ended that this process has not heard of.
  ///
  /// - Parameter now: the uptime.
  func current(at now: Duration) -> UInt64?
}

/// On a node of several, which hears from a feed what ends: it then removes by itself what may have, and trusts the rest for as long as it hears the feed.
final class FeedGenerations: TokenGenerations {
  /// How long nothing of the feed may be heard.
  static let patience = Duration.seconds(5)

  private let heardUntil = Mutex<Duration?>(nil)

  func current(at now: Duration) -> UInt64? {
    guard let heard = heardUntil.withLock({ $0 }), now - heard <= Self.patience else { return nil }
    return 0
  }

  /// The feed was read, and all that it said was done, of what happened until a moment.
  func hear(until moment: Duration) { heardUntil.withLock { $0 = moment } }
}

/// On the one server of a directory, where this process and every command leave a mark.
struct MarkedGenerations: TokenGenerations {
  let endings: EndingMark

  func current(at now: Duration) -> UInt64? { endings.value }
}
