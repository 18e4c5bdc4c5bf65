public import FoundationEssentials

/// What has to be done on the desktop about channels now: one notification for each that has news and is not open. A pure function
/// of what is unread, what is shown, and what may be.
///
/// What is held back, or finds no place, is not passed: it comes later.
public struct ChannelNoticePlan: Equatable, Sendable {
  /// The most channels that are on the screen at once.
  public static let maximumCount = 5

  /// One thing to do.
  public enum Action: Equatable, Sendable {
    /// Take a channel's notification down: it is open, or read.
    case withdraw(UUID)
    /// Show what is new in a channel, in place of what is shown of it; `isAgain` says that it should not disturb: the person has been
    /// notified of the channel already.
    case show(ChannelUnreadSummary, isAgain: Bool)
    /// Take what is new in a channel as told: something in front tells of it.
    case pass(ChannelUnreadSummary)
  }

  /// All that decides it.
  public struct Situation: Sendable {
    /// What is unread, the channel with the newest first.
    public var news: [ChannelUnreadSummary]
    /// The channels that somebody looks at.
    public var open: Set<UUID> = []
    /// The channels that are on the screen.
    public var shown: Set<UUID> = []
    /// The channels that an earlier run, or another service, had on the screen.
    public var orphaned: Set<UUID> = []
    /// Whether something in front tells of what comes, so that nothing has to be shown.
    public var isTold = false
    /// Whether anything may be shown.
    public var mayShow = true

    /// Nothing is open or shown, and anything may be.
    public init(news: [ChannelUnreadSummary]) { self.news = news }
  }

  /// What to do, in this order.
  public let actions: [Action]

  /// Plans for a situation.
  public init(_ situation: Situation) {
    let wanted = situation.news.filter { !situation.open.contains($0.channel) }
    let gone = situation.shown.subtracting(wanted.map(\.channel))
    let kept = situation.shown.subtracting(gone)
    guard !situation.isTold else {
      actions = Self.withdrawals(gone) + wanted.filter { $0.newest > $0.shownThrough }.map(Action.pass)
      return
    }
    var free = Self.maximumCount - kept.count
    var shows: [Action] = []
    for news in wanted where situation.mayShow {
      let isShown = kept.contains(news.channel)
      let isNew = news.newest > news.shownThrough
      guard isNew || situation.orphaned.contains(news.channel) && !isShown else { continue }
      if !isShown { free -= 1 }
      guard isShown || free >= 0 else { continue }
      shows.append(.show(news, isAgain: isShown || !isNew))
    }
    actions = Self.withdrawals(gone) + shows
  }

  private static func withdrawals(_ channels: Set<UUID>) -> [Action] {
    channels.sorted { $0.uuidString < $1.uuidString }.map(Action.withdraw)
  }
}
