// Items have the numbers that the server gave them. A request with an identity is refused when another item has its
// number by now, as after a login of another user.

/// The newest items.
public struct ListInbox: AgentRequest {
  public typealias Reply = InboxListing
  public static let name = "inbox"

  /// At most so many.
  public var limit: Int
  /// The item before which they are; nil for the newest.
  public var before: Int64?
  /// True for those that show nothing when they come, and those whose text is gone, as well; nil for neither.
  public var all: Bool?

  /// Makes a request.
  public init(limit: Int, before: Int64? = nil, all: Bool = false) {
    self.limit = limit
    self.before = before
    self.all = all ? true : nil
  }
}

/// The user was shown what was lost, which needs no telling any more.
public struct AcknowledgeLosses: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "acknowledgeLosses"

  /// The ``InboxListing/losses``.
  public var losses: [LostItems]
  /// The ``InboxListing/owner``.
  public var owner: String

  /// Makes a request.
  public init(losses: [LostItems], owner: String) {
    self.losses = losses
    self.owner = owner
  }
}

/// One item, whole; it counts as read from then on.
public struct ShowInboxItem: AgentRequest {
  public typealias Reply = InboxRow
  public static let name = "inboxItem"

  /// The item.
  public var number: Int64
  /// Which item it has to be; nil for whatever has that number.
  public var identity: InboxIdentity?

  /// Makes a request.
  public init(number: Int64, identity: InboxIdentity? = nil) {
    self.number = number
    self.identity = identity
  }
}

/// Makes a task of an item.
public struct AcceptInboxItem: AgentRequest {
  public typealias Reply = InboxRow
  public static let name = "acceptInboxItem"

  /// The item.
  public var number: Int64
  /// Which item it has to be; nil for whatever has that number.
  public var identity: InboxIdentity?

  /// Makes a request.
  public init(number: Int64, identity: InboxIdentity? = nil) {
    self.number = number
    self.identity = identity
  }
}

/// Declines an item.
public struct RejectInboxItem: AgentRequest {
  public typealias Reply = InboxRow
  public static let name = "rejectInboxItem"

  /// The item.
  public var number: Int64
  /// Which item it has to be; nil for whatever has that number.
  public var identity: InboxIdentity?

  /// Makes a request.
  public init(number: Int64, identity: InboxIdentity? = nil) {
    self.number = number
    self.identity = identity
  }
}

/// Marks items as read.
public struct ReadInboxItems: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "readInboxItems"

  /// Which; nil for all that nobody has looked at.
  public var numbers: [Int64]?

  /// Makes a request.
  public init(numbers: [Int64]?) { self.numbers = numbers }
}

/// Deletes items from all devices of the user and from the server. Proposals that wait are declined first; tasks that were made of
/// items stay.
public struct DeleteInboxItems: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "deleteInboxItems"

  /// Which.
  public var numbers: [Int64]

  /// Makes a request.
  public init(numbers: [Int64]) { self.numbers = numbers }
}
