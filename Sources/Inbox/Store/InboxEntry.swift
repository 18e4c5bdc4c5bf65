public import FoundationEssentials
public import ServerAPI

/// An item of the inbox as it is stored.
public struct InboxEntry: Equatable, Sendable {
  /// The number that people type: its place in the user's inbox.
  public var sequence: Int64
  /// The push.
  public var push: UUID
  /// When the server took it.
  public var createdAt: Date
  /// When it is over; nil for never.
  public var expiresAt: Date?
  /// The token of the device that it is for alone; nil for all of the user's.
  public var device: String?
  /// What the user has done about it, here or elsewhere.
  public var state: InboxState
  /// Since when; nil before anything was done.
  public var stateSince: Date?
  /// The name of the device it was done on, as the server reported; nil for this one and where it is not known.
  public var stateDevice: String?
  /// Whether the server does not know of it yet.
  public var isUnsynced: Bool
  /// Whether it shows nothing.
  public var isSilent: Bool
  /// When it was displayed on this device; nil before.
  public var displayedAt: Date?
  /// What was pushed, parsed once for the entry; nil when the push had expired before it was fetched, when it was redacted, and when
  /// another took its place.
  public var payload: PushPayload?
  /// Whether the server has said that it can't be decided any more, whatever the time is here.
  public var isOver = false
  /// Whether its text was redacted on all devices of the user.
  public var isRedacted = false
  /// Who sent it; nil where the server did not say.
  public var sender: ItemSender?
  /// Whether the user decided with a notification's button, on this device.
  public var isDecidedByNotification = false
  /// Whether it was here when the user logged out the last time, and is not unread any more.
  public var isCleared = false
  /// Whether a newer push of its sender took its place: it is empty, and in no list.
  public var isReplaced = false
  /// How much it matters, as its sender said.
  public var priority = PushPriority.usual

  /// Whether it was a proposal, also where its text is gone; of what came without a text nobody knows.
  public var wasProposal = false
  /// Whether it came by a channel or to everyone, as the server said; of what came before servers did, nobody knows.
  public var isBroadcast = false

  /// Whether the user is asked to decide about it.
  public var wantsDecision: Bool { payload?.kind.wantsDecision ?? false }

  /// Whether its time was over at `date` before anything was decided.
  public func isExpired(at date: Date) -> Bool {
    !state.isDecision && (isOver || payload == nil || expiresAt.map { $0 <= date } ?? false)
  }
}
