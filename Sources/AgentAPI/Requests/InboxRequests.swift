public import FoundationEssentials

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

  /// Makes a request.
  public init(limit: Int, before: Int64? = nil) {
    self.limit = limit
    self.before = before
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

/// The picture of an item, in parts.
public struct FetchPicture: AgentRequest {
  public typealias Reply = PictureRow
  public static let name = "picture"

  /// The item.
  public var number: Int64
  /// In which form.
  public var form: PictureForm
  /// Whether one that is not here within three seconds is not waited for, and is here a little later:
  /// ``Failure/Code/tryLater``.
  public var isPrompt: Bool
  /// Which item it has to be; nil for whatever has that number.
  public var identity: InboxIdentity?

  /// Makes a request.
  public init(number: Int64, form: PictureForm, isPrompt: Bool = false, identity: InboxIdentity? = nil) {
    self.number = number
    self.form = form
    self.isPrompt = isPrompt
    self.identity = identity
  }
}

/// Pushes something.
public struct SendPush: AgentRequest {
  public typealias Reply = PushReport
  public static let name = "push"

  /// What, and to whom.
  public var draft: PushDraft

  /// Makes a request.
  public init(_ draft: PushDraft) {
    self.draft = draft
  }
}

/// What has become of a push that the user sent.
public struct ShowPush: AgentRequest {
  public typealias Reply = PushReport
  public static let name = "pushStatus"

  /// The push.
  public var id: UUID

  /// Makes a request.
  public init(id: UUID) {
    self.id = id
  }
}
