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
  /// The name of the device it was done on, as the server told; nil for this one and where it is not known.
  public var stateDevice: String?
  /// Whether the server does not know of it yet.
  public var isUntold: Bool
  /// Whether it shows nothing.
  public var isSilent: Bool
  /// When it was displayed on this device; nil before.
  public var displayedAt: Date?
  /// What was pushed, as it was sent; nil when the push had expired before it was fetched, and when it was redacted.
  public var payloadText: String?
  /// Whether the server has said that it can't be decided any more, whatever the time is here.
  public var isOver = false
  /// Whether its text was taken away from all devices of the user.
  public var isRedacted = false

  /// What was pushed, decoded anew at every call; nil when the push had expired before it was fetched.
  public var payload: PushPayload? { payloadText.map { PushPayload($0) } }

  /// Whether its time was over at `date` before anything was decided.
  public func isExpired(at date: Date) -> Bool {
    !state.isDecision && (isOver || payloadText == nil || expiresAt.map { $0 <= date } ?? false)
  }
}

extension InboxState {
  /// As it is stored: each is greater than those it may follow, but for the two decisions, of which the first stands.
  var number: Int64 {
    switch self {
    case .pending: 0
    case .read: 1
    case .accepted: 2
    case .rejected: 3
    }
  }

  init?(number: Int64) {
    guard let state = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = state
  }

  /// Whether it may take the place of another one.
  func mayFollow(_ other: InboxState) -> Bool { !other.isDecision && number > other.number }
}
