internal import AgentAPI
internal import Terminal

/// Watches the inbox for what has just come, whatever a live view shows.
struct Banners {
  /// The most items that are looked at.
  private static let count = 20

  private let now: () -> ContinuousClock.Instant
  /// The newest item that there was.
  private var highest: Int64
  /// Whose inbox it is.
  private var owner: String?
  private var shown: Banner?

  /// Begins with what is there now.
  init(_ agent: some AgentLink, now: @escaping () -> ContinuousClock.Instant) throws {
    self.now = now
    let listing = try InboxSource.listing(1, agent)
    (highest, owner) = (listing.items.first?.number ?? 0, listing.owner)
  }

  /// What is shown now; nil once its time is over.
  var current: Banner? { shown.flatMap { $0.end > now() ? $0 : nil } }

  /// When what is shown leaves; nil for nothing.
  var deadline: ContinuousClock.Instant? { current?.end }

  /// Looks for items that have come since.
  ///
  /// - Returns: whether it is another user's inbox now, of which nothing was shown yet.
  mutating func refresh(_ agent: some AgentLink) throws -> Bool {
    let listing = try InboxSource.listing(Self.count, agent)
    let new = listing.items.prefix { $0.number > highest }
    // On a server that was set back it is lower.
    highest = listing.items.first?.number ?? 0
    guard listing.owner == owner else {
      (owner, shown) = (listing.owner, nil)
      return true
    }
    // What is silent, or was decided elsewhere, is no news.
    let news = new.filter { $0.state == .unread && !$0.isSilent }
    shown = Banner(news, after: current, now: now()) ?? shown
    return false
  }

  /// Handles a key that is for the banner, while there is one.
  ///
  /// - Returns: what the key meant; `none` where it was not for the banner.
  mutating func handle(_ key: Key) -> Answer {
    guard let banner = current else { return .none }
    switch key {
    case .enter:
      shown = nil
      return .open(banner)
    case .escape:
      shown = nil
      return .dismissed
    default: return .none
    }
  }

  /// What a key meant.
  enum Answer: Equatable {
    case none, dismissed
    case open(Banner)
  }
}
