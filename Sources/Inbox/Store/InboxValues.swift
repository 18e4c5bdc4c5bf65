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

/// What came of taking in items.
public struct IngestResult: Equatable, Sendable {
  /// How far the inbox has come.
  public var position: SequencePosition
  /// How many items are new.
  public var addedCount = 0
  /// How many items are lost, as the server's bounds told.
  public var lostCount: Int64 = 0
  /// How many messages came with them.
  public var messageCount = 0
}

/// What came of telling the server what the user did.
public enum DecisionSyncResult: Equatable, Sendable {
  /// The server has it as the user said.
  case agreed
  /// Somebody had decided before, differently, and that stands.
  case overruled(InboxChange)
}

/// What came of what the user did about an item.
public enum DecisionResult: Equatable, Sendable {
  /// It is so now, and is to be told to the server.
  case marked
  /// It was so before, or something stands that it does not change.
  case stands(InboxState)
}

/// What the user did that the server does not know yet.
public struct InboxDecision: Equatable, Sendable {
  /// The item.
  public var sequence: Int64
  /// Its push.
  public var push: UUID
  /// What the user did.
  public var state: InboxState
  /// When.
  public var since: Date
}

/// How many items want something.
public struct InboxCounts: Equatable, Sendable {
  /// Items that nobody has looked at since the counts were last cleared, silent ones excepted.
  public var unread: Int
  /// What the server has not been told yet.
  public var untold: Int
}

/// A message that came with a push.
public struct InboxMessage: Equatable, Sendable {
  /// The message.
  public var message: PushMessage
  /// The item that brought it, or its newest version.
  public var sequence: Int64
  /// When the server took that.
  public var receivedAt: Date
}
