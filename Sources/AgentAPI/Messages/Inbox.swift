public import FoundationEssentials

/// Which item is meant, whatever number it has.
public struct InboxIdentity: Codable, Hashable, Sendable {
  /// Whose inbox it is in, as ``InboxListing/owner`` has it.
  public var owner: String
  /// The push.
  public var push: UUID

  /// Names an item.
  public init(owner: String, push: UUID) {
    self.owner = owner
    self.push = push
  }
}

/// What to push.
public struct PushDraft: Codable, Equatable, Sendable {
  /// The payload, JSON in APNs form; at most 4,096 bytes.
  public var payload: String
  /// `alias:ID`, `device:TOKEN`, `channel:ID` or `everyone`; nil for the user's own devices.
  public var recipient: String?
  /// How many seconds to wait for a decision, which then is also when the push expires unless ``expiresAt`` says otherwise; nil
  /// for not at all.
  public var waitSeconds: Int?
  /// When it is over if nobody has decided by then; nil where nothing is said.
  public var expiresAt: Date?
  /// True where a picture comes with it: the agent asks for its file in parts (``Prompt/Kind/filePart``), brings it to the
  /// server, and puts it into the payload. Nil for none.
  public var hasPicture: Bool?
  /// What makes it one push however often it is sent, 1 to 128 visible ASCII characters; nil for a new one of the agent's.
  public var key: String?

  /// Makes a draft.
  public init(
    payload: String, recipient: String? = nil, waitSeconds: Int? = nil, expiresAt: Date? = nil,
    hasPicture: Bool? = nil, key: String? = nil
  ) {
    self.key = key
    self.payload = payload
    self.recipient = recipient
    self.waitSeconds = waitSeconds
    self.expiresAt = expiresAt
    self.hasPicture = hasPicture
  }
}

/// What came of a push.
public struct PushReport: Codable, Equatable, Sendable {
  /// What was decided about it.
  public enum Decision: String, OpenVocabulary, Equatable, Sendable {
    /// Somebody accepted it.
    case accepted
    /// Somebody rejected it.
    case rejected
    /// Its time was over before anybody decided.
    case expired
    /// Nobody has decided while it was waited for, or it was not waited for.
    case open
    /// A decision that a newer agent knows.
    case unknown

    /// A decision of a newer agent.
    public static let unrecognized = Self.unknown
  }

  /// The push's id.
  public var id: UUID
  /// In how many inboxes it is.
  public var inboxCount: Int
  /// What was decided.
  public var decision: Decision

  /// Makes a report.
  public init(id: UUID, inboxCount: Int, decision: Decision) {
    self.id = id
    self.inboxCount = inboxCount
    self.decision = decision
  }
}

/// A device of the user.
public struct DeviceRow: Codable, Equatable, Sendable {
  /// Its token; whoever has it can send to the device, if the account may.
  public var token: String
  /// What people call it.
  public var name: String
  /// What it runs on.
  public var platform: String
  /// When it last asked for anything.
  public var lastSeenAt: Date
  /// Whether it is this one.
  public var isThisOne: Bool

  /// Makes a row.
  public init(token: String, name: String, platform: String, lastSeenAt: Date, isThisOne: Bool) {
    self.token = token
    self.name = name
    self.platform = platform
    self.lastSeenAt = lastSeenAt
    self.isThisOne = isThisOne
  }
}

/// Items of the inbox, newest first.
public struct InboxListing: Codable, Equatable, Sendable {
  /// The items.
  public var items: [InboxRow]
  /// How many of all items are not read.
  public var unreadCount: Int
  /// Whether there are older ones.
  public var hasMore: Bool
  /// How many older ones there are; nil from an agent that does not say.
  public var olderCount: Int?
  /// Whose inbox it is: the server and the user there, another text for each; nil from an agent that does not say.
  public var owner: String?
  /// What the server had let go before this device could fetch it, as far as the user was not shown it in the list yet; nil for
  /// nothing.
  public var losses: [LostItems]?

  /// Makes a listing.
  public init(
    items: [InboxRow], unreadCount: Int, hasMore: Bool, olderCount: Int? = nil, owner: String? = nil,
    losses: [LostItems]? = nil
  ) {
    self.owner = owner
    self.losses = losses
    self.items = items
    self.unreadCount = unreadCount
    self.hasMore = hasMore
    self.olderCount = olderCount
  }
}

/// An item of the inbox as people see it.
public struct InboxRow: Codable, Equatable, Sendable {
  /// What has been done about an item.
  public enum State: String, OpenVocabulary, Equatable, Sendable, CaseIterable {
    /// Nobody has looked at it.
    case unread
    /// It was looked at; a task waits for a decision.
    case pending
    /// It was looked at, and there is nothing to decide.
    case read
    /// It was made a task.
    case accepted
    /// It was declined.
    case rejected
    /// Its time was over.
    case expired
    /// A state that a newer agent knows.
    case unknown

    /// A state of a newer agent.
    public static let unrecognized = Self.unknown
  }

  /// Its number in the inbox.
  public var number: Int64
  /// `task`, `notice`, `message`, `comment`, `like` or `follow`.
  public var kind: String
  /// What it is called.
  public var title: String
  /// What it says; empty for nothing.
  public var text: String
  /// What has been done about it.
  public var state: State
  /// Whether it comes with a picture.
  public var hasPicture: Bool
  /// When the task is due that it proposes.
  public var dueDate: Date?
  /// Whether accepting asks for the PIN.
  public var needsVerification: Bool
  /// When the server took it.
  public var receivedAt: Date
  /// Why it could not be understood; nil when it could.
  public var problem: String?
  /// The short id of the task that was made of it, as long as that is on this machine; nil for none.
  public var task: String?
  /// What else there is to say about what was done, each a sentence.
  public var notes: [String]
  /// Whether it shows nothing when it comes.
  public var isSilent: Bool
  /// What requests name it by; nil from an agent that does not say.
  public var identity: InboxIdentity?
  /// True where its text was taken away from all devices of the user; nil where not.
  public var isRedacted: Bool?

  /// Makes a row.
  public init(
    number: Int64, kind: String, title: String, text: String, state: State, hasPicture: Bool = false,
    dueDate: Date? = nil, needsVerification: Bool = false, receivedAt: Date, problem: String? = nil,
    task: String? = nil, notes: [String] = [], isSilent: Bool = false, identity: InboxIdentity? = nil,
    isRedacted: Bool? = nil
  ) {
    self.isRedacted = isRedacted
    self.identity = identity
    self.number = number
    self.kind = kind
    self.title = title
    self.text = text
    self.state = state
    self.hasPicture = hasPicture
    self.dueDate = dueDate
    self.needsVerification = needsVerification
    self.receivedAt = receivedAt
    self.problem = problem
    self.task = task
    self.notes = notes
    self.isSilent = isSilent
  }
}
