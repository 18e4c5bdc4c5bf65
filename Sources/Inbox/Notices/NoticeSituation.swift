public import FoundationEssentials
internal import ServerAPI

/// All that decides what of the inbox is shown on the desktop now.
public struct NoticeSituation: Sendable {
  /// The present moment.
  public var now: Date
  /// This device's token: what is for another device alone is not shown.
  public var device: String
  /// Whether nobody is to be disturbed.
  public var isQuiet = false
  /// Whether a view of the vault that shows what comes has the person's attention.
  public var isInFront = false
  /// Whether somebody shows notifications.
  public var isServiceThere = true
  /// The number of the newest item that is here.
  public var highest: Int64 = 0
  /// What came since the last time, the oldest first, at most ``arrivedLimit``.
  public var arrived: [InboxEntry] = []
  /// What an earlier run or another service had shown and nobody has answered; empty but when a service has just appeared.
  public var waiting: [InboxEntry] = []
  /// What is on the screen.
  public var shown: Set<InboxNotice> = []
  /// The items that are on the screen, each alone.
  public var shownEntries: [Int64: InboxEntry] = [:]
  /// The numbers of items that were emptied, of those whose outcome is on the screen.
  public var redacted: Set<Int64> = []
  /// How many of the items that are shown together, and never had a place of their own, nobody has looked at.
  public var unreadCountOfSeveral = 0
  /// When the first of those is over; nil when none is ever.
  public var expiryOfSeveral: Date?
  /// The proposals that wait for a place since they were shown together, read or not, the oldest first, at most as many as there are
  /// places.
  public var queued: [InboxEntry] = []

  /// As many entries that have come at once are looked at one by one; more are too many to be shown in any case.
  public static let arrivedLimit = 50

  /// Nothing has come and nothing is shown.
  public init(now: Date, device: String) {
    self.now = now
    self.device = device
  }

  /// Whether anything may be shown on the desktop.
  public var mayShow: Bool { isServiceThere && !isQuiet && !isInFront }

  /// Whether more has come than is looked at.
  var isFlood: Bool { arrived.count >= Self.arrivedLimit }

  /// What is shown together.
  public var several: ClosedRange<Int64>? { shown.several }

  /// The proposals that wait for a place, and have none.
  var unshownQueue: [InboxEntry] { queued.filter { shownEntries[$0.sequence] == nil } }

  /// Whether an item that has just come is shown at all.
  func needsShowing(_ entry: InboxEntry) -> Bool {
    !entry.isSilent && entry.state == .pending && isForUs(entry)
  }

  /// Whether an item that was shown may stay, or be shown again.
  func needsAttention(_ entry: InboxEntry) -> Bool {
    guard !entry.isSilent, isForUs(entry) else { return false }
    return entry.state == .pending || entry.state == .read && entry.wantsDecision
  }

  private func isForUs(_ entry: InboxEntry) -> Bool {
    !entry.isExpired(at: now) && entry.payload != nil && (entry.device ?? device) == device
  }
}
