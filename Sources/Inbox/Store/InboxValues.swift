public import FoundationEssentials
public import ServerAPI

/// Whose inbox it is. Whatever is stored for one owner is seen by no other.
public struct InboxOwner: Hashable, Sendable {
  /// The server's origin, for instance `https://vault.example`.
  public var server: String
  /// The user's id there.
  public var user: UUID

  /// Names an owner.
  public init(server: String, user: UUID) {
    self.server = server
    self.user = user
  }
}

/// The outcome of storing items.
public struct IngestResult: Equatable, Sendable {
  /// How far the inbox has come.
  public var position: SequencePosition
  /// How many items are new.
  public var addedCount = 0
  /// How many items are lost, as the server's bounds said.
  public var lostCount: Int64 = 0
  /// How many messages came with them.
  public var messageCount = 0
}

/// How many items want something.
public struct InboxCounts: Equatable, Sendable {
  /// Items that nobody has looked at since the counts were last cleared, silent ones excepted.
  public var unread: Int
  /// What the server does not know yet.
  public var unsynced: Int
}

/// A message that came with a push.
public struct InboxMessage: Equatable, Sendable {
  /// What it is here; newer versions of it keep that.
  public var number: Int64
  /// The message.
  public var message: PushMessage
  /// The item that brought it, or its newest version.
  public var sequence: Int64
  /// When the server took that.
  public var receivedAt: Date
  /// Who sent it, as the server says; nil where that is not known. What the message itself says of its sender is a claim.
  public var sender: ItemSender?
}
