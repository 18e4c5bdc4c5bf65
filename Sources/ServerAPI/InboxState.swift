/// What a user has done about an item of the inbox.
public enum InboxState: String, Codable, Sendable, CaseIterable {
  /// Nothing yet.
  case pending
  /// Opened it.
  case read
  /// Accepted it.
  case accepted
  /// Rejected it.
  case rejected

  /// Whether it ends the matter.
  public var isDecision: Bool { self == .accepted || self == .rejected }

  /// The state that a decision leads to.
  public init(_ decision: Decision) {
    switch decision {
    case .accept: self = .accepted
    case .reject: self = .rejected
    }
  }

  /// What a device reports; nil for what is not a user's to set.
  public init?(_ state: DeliveryState) {
    switch state {
    case .read: self = .read
    case .accepted: self = .accepted
    case .rejected: self = .rejected
    case .stored, .delivered, .displayed, .expired: return nil
    }
  }

  /// As client and server store it: each is greater than those it may follow, but for the two decisions, of which the first stands.
  public var number: Int64 {
    switch self {
    case .pending: 0
    case .read: 1
    case .accepted: 2
    case .rejected: 3
    }
  }

  /// Reads a stored ``number``.
  ///
  /// - Returns: nil for any other.
  public init?(number: Int64) {
    guard let state = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = state
  }

  /// Whether it may take the place of another one: what is decided stays so, and nobody un-reads what was read.
  public func mayFollow(_ other: InboxState) -> Bool { !other.isDecision && number > other.number }
}

/// How a user ends the matter of an item. The raw values name the buttons of notifications.
public enum Decision: String, Sendable, CaseIterable {
  /// A task is made of it.
  case accept
  /// It is declined.
  case reject
}

/// How far a push has come on a device.
public enum DeliveryState: String, Codable, Sendable, CaseIterable {
  /// In the user's inbox on the server.
  case stored
  /// In the device's own database.
  case delivered
  /// Shown on the device.
  case displayed
  /// Opened by the user, on whatever device.
  case read
  /// Accepted by the user.
  case accepted
  /// Rejected by the user.
  case rejected
  /// Its time was over before the user decided.
  case expired

  /// A user's state as a sender sees it.
  public init(_ state: InboxState) {
    switch state {
    case .pending: self = .stored
    case .read: self = .read
    case .accepted: self = .accepted
    case .rejected: self = .rejected
    }
  }
}

/// Something that the user did about an item, or that this device showed it, of which the server has to be told.
public struct PendingDecision: Hashable, Sendable {
  /// The item's number.
  public var sequence: Int64
  /// `displayed`, `read`, `accepted` or `rejected`.
  public var state: DeliveryState

  /// Describes a decision.
  public init(sequence: Int64, state: DeliveryState) {
    self.sequence = sequence
    self.state = state
  }
}
