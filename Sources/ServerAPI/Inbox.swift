public import FoundationEssentials

/// Where an inbox or a channel stands; gapless, so that a client knows what it has not got.
public struct SequenceBounds: Codable, Equatable, Sendable {
  /// The oldest number that is still kept; one more than `highest` where nothing is.
  @SequenceNumber public var first: Int64
  /// The newest number; 0 before the first.
  @SequenceNumber public var highest: Int64

  /// Describes a sequence.
  public init(first: Int64, highest: Int64) {
    self.first = first
    self.highest = highest
  }
}

/// The answer to `GET /v1/sequences`.
public struct Sequences: Codable, Equatable, Sendable {
  /// The user's inbox.
  public var inbox: SequenceBounds
  /// How many times states of items have changed: the number of the newest change.
  @SequenceNumber public var changes: Int64
  /// The channels that the user is enrolled in, by id.
  public var channels: [String: SequenceBounds]
  /// The numbering that all these numbers are of; nil from an earlier server.
  public var epoch: Epoch?

  /// Describes where a user's sequences stand.
  public init(
    inbox: SequenceBounds, changes: Int64, channels: [String: SequenceBounds] = [:], epoch: Epoch? = nil
  ) {
    self.inbox = inbox
    self.changes = changes
    self.channels = channels
    self.epoch = epoch
  }
}

/// The state of an item; an element of `GET /v1/inbox/changes`, the data of a `state` event, and the answer to
/// `POST /v1/inbox/{sequence}/state`.
public struct InboxChange: Codable, Equatable, Sendable {
  /// Counts the changes of a user's states.
  @SequenceNumber public var change: Int64
  /// The item's.
  @SequenceNumber public var sequence: Int64
  /// The state that stands: the first decision wins.
  public var state: InboxState
  /// Since when.
  public var since: Date
  /// The name of the device that it was set on, where one was named.
  public var device: String?
  /// True where the item was redacted: its payload is gone for all devices of the user. Nil where not.
  public var redacted: Bool?
  /// True where a newer push of its sender took the item's place. Nil where not.
  public var replaced: Bool?

  /// Describes a change.
  public init(
    change: Int64, sequence: Int64, state: InboxState, since: Date, device: String?, redacted: Bool? = nil,
    replaced: Bool? = nil
  ) {
    self.redacted = redacted
    self.replaced = replaced
    self.change = change
    self.sequence = sequence
    self.state = state
    self.since = since
    self.device = device
  }
}

/// The answer to `GET /v1/inbox/changes`.
public struct InboxChanges: Codable, Equatable, Sendable {
  /// By their numbers. An item whose state changed again is listed with its newest change alone.
  public var changes: [InboxChange]

  /// Lists changes.
  public init(changes: [InboxChange]) { self.changes = changes }
}

/// The body of `POST /v1/inbox/{sequence}/state`.
public struct InboxStateRequest: Codable, Equatable, Sendable {
  /// `displayed`, `read`, `accepted` or `rejected`.
  public var state: DeliveryState
  /// The device's token.
  public var device: String?

  /// Makes a request.
  public init(state: DeliveryState, device: String?) {
    self.state = state
    self.device = device
  }
}

/// The body of `POST /v1/inbox/acknowledgement`: the device has everything up to an item in its own database.
public struct InboxAcknowledgement: Codable, Equatable, Sendable {
  /// The device's token.
  public var device: String
  /// The newest item that it has.
  public var through: Int64

  /// Makes an acknowledgement.
  public init(device: String, through: Int64) {
    self.device = device
    self.through = through
  }
}

/// What was pushed to a user; an element of the answer to `GET /v1/inbox`, and the data of a `push` event.
public struct InboxItem: Codable, Equatable, Sendable {
  /// Its place in the user's inbox, counted from 1 without a gap.
  @SequenceNumber public var sequence: Int64
  /// The id of the push.
  public var push: UUID
  /// When the server took it.
  public var createdAt: Date
  /// When it is over; nil for never.
  public var expiresAt: Date?
  /// The token of the device that it is for alone; nil for all of the user's.
  public var device: String?
  /// What the user has done about it.
  public var state: InboxState
  /// The payload, JSON of at most ``ServerLimits/payloadByteCount`` bytes exactly as the sender wrote it; nil when the push
  /// expired before anybody asked for it, when it was redacted, and when a newer one took its place.
  public var payload: String?
  /// How much it matters, a ``PushPriority`` or one that a newer server knows; nil for the usual.
  public var priority: Int?
  /// True where the item was redacted. Nil where not.
  public var redacted: Bool?
  /// Who sent it; nil from a server that did not record it then.
  public var sender: ItemSender?
  /// True where a newer push of its sender took the item's place. Nil where not.
  public var replaced: Bool?
  /// True where it did not go to this user alone, but to a channel or to everyone: nobody can comment on it. Nil where not, and from a server that does not say.
  public var broadcast: Bool?

  /// Describes an item.
  public init(
    sequence: Int64, push: UUID, createdAt: Date, expiresAt: Date?, device: String?, state: InboxState,
    payload: String?, priority: Int? = nil, redacted: Bool? = nil, replaced: Bool? = nil, sender: ItemSender? = nil,
    broadcast: Bool? = nil
  ) {
    self.broadcast = broadcast
    self.priority = priority
    self.redacted = redacted
    self.sender = sender
    self.replaced = replaced
    self.sequence = sequence
    self.push = push
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.device = device
    self.state = state
    self.payload = payload
  }
}

/// The answer to `GET /v1/inbox`.
public struct InboxPage: Codable, Equatable, Sendable {
  /// The items after the one asked for, by their numbers; at most ``ServerLimits/pageCount``.
  public var items: [InboxItem]
  /// What the server keeps. Where `first` is more than one beyond the number asked for, items are lost to retention.
  public var bounds: SequenceBounds

  /// Makes a page.
  public init(items: [InboxItem], bounds: SequenceBounds) {
    self.items = items
    self.bounds = bounds
  }
}
