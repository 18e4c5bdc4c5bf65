internal import FoundationEssentials

/// A session as it is stored.
struct StoredSession: Equatable, Sendable {
  /// The SHA-256 of the token.
  var tokenHash: [UInt8]
  var accountID: UUID
  var createdAt: Date
  var lastUsedAt: Date
  var expiresAt: Date
  /// The device that began it, where it has said so.
  var device: SessionDevice?
}

/// Stores sessions. Dates are stored to the millisecond.
protocol SessionStorage: Sendable {
  /// Begins a session, unless the account is gone or has another password by now; ends the ones that were unused longest
  /// beyond `maximum`.
  ///
  /// - Returns: whether it began.
  func begin(_ session: StoredSession, ifPasswordHashIs hash: String, atMost maximum: Int) async throws -> Bool
  /// The session of a token and its account, expired or not.
  func session(tokenHash: [UInt8]) async throws -> (StoredSession, StoredAccount)?
  /// Records a use.
  func extend(tokenHash: [UInt8], usedAt: Date, expiresAt: Date) async throws
  /// Ends a session; one that is not there has ended.
  func end(tokenHash: [UInt8]) async throws
}

/// Everything the server stores. Whatever it is asked may throw a ``StorageProblem``.
protocol ServerStorage: AccountStorage, SessionStorage, SenderStorage, DeviceStorage, PushStorage, BroadcastStorage,
  InboxStorage, ChannelStorage, ConversationStorage, FollowStorage, FollowInvitationStorage, FeedbackStorage,
  PeopleStorage, NameStorage, AttachmentStorage, KnownDeviceStorage, InvitationStorage, RedactionStorage,
  SentPushStorage, ExpiryStorage, StreamStorage, EpochStorage
{
  /// Returns when the storage can be read, and can be written again where it could not be.
  func ping() async throws
  /// What other nodes did; nil where there are none.
  var feed: (any StorageFeed)? { get }
  /// What this node shares with others; nil where there are none.
  var nodes: (any NodeStorage)? { get }
  /// Whether anything has changed of what tokens open; nil where only ``feed`` says so, or nobody.
  var endings: EndingMark? { get }
  /// How often it had a problem, and whether it has one.
  var figures: StorageFigures { get }
  /// What it takes on the disk, in bytes.
  func byteCount() async throws -> Int
}

extension ServerStorage {
  var feed: (any StorageFeed)? { nil }
  var nodes: (any NodeStorage)? { nil }
  var endings: EndingMark? { nil }
}
