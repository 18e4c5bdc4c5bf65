internal import FoundationEssentials
internal import ServerAPI

/// Who sends a push.
enum PushSender: Hashable, Sendable {
  case account(UUID)
  /// A program, by the id of its token.
  case token(UUID)

  /// As it is stored.
  var text: String {
    switch self {
    case .account(let id): "account:\(id.uuidString)"
    case .token(let id): "token:\(id.uuidString)"
    }
  }
}

/// A push as it is stored.
struct StoredPush: Equatable, Sendable {
  var id: UUID
  var sender: PushSender
  var recipient: Recipient
  /// Makes one push of several attempts; nil for none.
  var idempotencyKey: String?
  /// JSON, as the sender wrote it.
  var payload: String
  var createdAt: Date
  var expiresAt: Date?
  /// How long it lasts from ``createdAt`` on, where its sender said that instead of a moment, in seconds; nil where not.
  var lifetime: Int?
  /// The picture that the payload names; nil for none.
  var picture: UUID?
  /// How its sender is named in the inboxes, also when the account or the token is gone; nil where that was not recorded.
  var signature: ItemSender?
  /// What it replaces, and how much it matters.
  var manner = PushManner()
  /// Who sends it to whom, where a person sends it to another one; nil for all else.
  var personal: PersonalPush?
}

/// The outcome of a push.
enum PushOutcome: Equatable, Sendable {
  /// It is in the inboxes of these accounts, in each with its number there. In some it took the place of an item, which has changed. The
  /// count is of all that it was put in, also where it is gone from one by now, and of all that are to get it by ``BroadcastStorage/spread(limit:)``.
  case stored(StoredPush, [UUID: Int64], count: Int, replaced: [UUID: InboxChange] = [:])
  /// Its recipient has blocked its sender: it is in no inbox, and its sender is told that it is in one. It may have taken the place of an
  /// item of before the block, which has changed.
  case withheld(StoredPush, replaced: [UUID: InboxChange] = [:])
  /// The same sender's same push was stored before, in so many inboxes.
  case repeated(StoredPush, inboxCount: Int)
  /// The same sender's idempotency key stands for another push.
  case keyIsTaken
  /// It had expired before it was made.
  case expired
  /// There is no such user or device, or none that the sender may send to.
  case noRecipient
  /// A person sent it to somebody who doesn't follow them, or doesn't exist.
  case notFollowed
  /// ``ServerLimits/waitingPushCount`` pushes of its sender wait in its recipient's inbox already.
  case tooManyWaiting
  /// What it would take the place of is still on its way into inboxes, and would come behind it.
  case stillSpreading
  /// So much of its sender's is still on its way into inboxes (``Broadcast/waitingLimit``) that others would wait for it too long.
  case tooMuchSpreading
}

/// Stores pushes and the users' inboxes.
protocol PushStorage: Sendable {
  /// Puts a push in the inbox of each recipient, in one transaction that is durable when this returns. Whether something personal may arrive
  /// is decided in that transaction, so that none arrives after its recipient was told that its sender is blocked, or no longer followed.
  /// What goes to more than get it at once is stored in it, and spread afterwards (``BroadcastStorage``).
  ///
  /// Whoever does not know whether a push was stored appends it again, under the same id: it is stored once, and what was stored is
  /// answered as it was the first time, for an hour at least, also where it was redacted meanwhile, or is gone.
  func append(_ push: StoredPush) async throws -> PushOutcome
  /// How far a push has come; nil when there is none, or it is another sender's. What is said to have expired stays so.
  func status(ofPush id: UUID, from sender: PushSender, now: Date) async throws -> PushStatus?
}

/// The outcome of a change of an item's state.
enum StateOutcome: Equatable, Sendable {
  /// It is the item's state now; where it decides what another person proposed, the notice is in their inbox.
  case changed(InboxChange, notice: StoredNotice? = nil)
  /// The item keeps the state that it had: it was decided before, or had it already.
  case unchanged(InboxChange)
  /// Its time was over before anybody decided: it can't be decided any more.
  case expired
  /// There is no such item, or no longer.
  case noItem
}

/// Stores what users do about their items.
protocol InboxStorage: Sendable {
  /// The items after a number, in their order.
  ///
  /// - Returns: at most `limit`, and what is kept.
  func inbox(of account: UUID, after sequence: Int64, limit: Int, now: Date) async throws -> InboxPage
  /// Where the user's sequences stand; nil when there is no such account.
  func sequences(of account: UUID) async throws -> Sequences?
  /// The changes of states after a number, in their order; at most `limit`.
  func changes(of account: UUID, after change: Int64, limit: Int) async throws -> [InboxChange]
  /// Sets an item's state, unless it is decided: the first decision stands, and none is made once the push has expired. Whoever proposed it
  /// is told of a decision in the same transaction, so once and never in vain; not where one of the two blocks the other then.
  ///
  /// - Parameters:
  ///   - device: the token of the device that it is set on.
  ///   - date: the time, which is asked for when nothing can come before this change any more.
  ///   - makeNotice: makes what the proposer of a decided item is told.
  func setState(
    _ state: InboxState, ofItem sequence: Int64, of account: UUID, device: String?,
    at date: @autoclosure @escaping @Sendable () -> Date,
    makeNotice: @escaping @Sendable (DecidedProposal) throws -> StoredPush
  ) async throws -> StateOutcome
  /// Records that a device has shown an item.
  ///
  /// - Returns: false when there is no such item or device.
  func recordDisplay(ofItem sequence: Int64, of account: UUID, device: String, at date: Date) async throws -> Bool
  /// Records that a device has all items up to a number; never lowers a number.
  ///
  /// - Returns: false when there is no such device.
  func acknowledge(through sequence: Int64, of account: UUID, device: String, at date: Date) async throws -> Bool
}

extension StoredPush {
  /// Until when it counts among what waits of its sender, in milliseconds since 1970; nil where it never does.
  var waitsUntil: Int64? { personal?.kind == .proposal ? expiresAt?.milliseconds ?? .max : nil }

  /// The one other user whom its sender sent it to; nil for all else, and for notices of the server's.
  var addressee: UUID? {
    guard case .alias(let user) = recipient, sender != .account(user), (personal?.kind ?? .proposal) == .proposal else {
      return nil
    }
    return user
  }
}

extension PushPriority {
  /// As recipients are told of it.
  var told: Int? { self == .usual ? nil : rawValue }
}

extension StoredPush {
  /// When it is over if it was made at a moment. A lifetime ends with a whole second, as moments are written for clients.
  func expiry(madeAt date: Date) -> Date? {
    guard let lifetime else { return expiresAt }
    return Date(timeIntervalSince1970: (date.timeIntervalSince1970 + Double(lifetime)).rounded(.up))
  }
}

extension Recipient {
  /// The token of the one device that it is; nil for all else.
  var device: String? { if case .device(let token) = self { token } else { nil } }

  /// Whether it is no one user, nor one of a user's devices.
  var isBroadcast: Bool {
    switch self {
    case .alias, .device: false
    case .channel, .everyone: true
    }
  }
}
