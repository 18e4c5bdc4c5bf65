public import FoundationEssentials

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
  /// What the server had deleted before this device could fetch it, as far as the user was not shown it in the list yet; nil for
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
  /// True where it is due on a day without a time; nil where not.
  public var isAllDay: Bool?
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
  /// Who sent it; nil where the server did not say.
  public var sender: InboxSender?
  /// True where it was decided with a notification's button on this machine; nil where not.
  public var isDecidedByNotification: Bool?
  /// Where what it is about is shown; nil for the item itself.
  public var place: InboxPlace?
  /// What its sender says that it belongs to; nil for nothing.
  public var thread: String?
  /// Who asks for it, as people read it, also where the server did not say.
  public var senderText: String { sender?.text ?? "an unknown sender" }
  /// Whether it waits for a decision.
  public var waits: Bool { kind == "task" && (state == .unread || state == .pending) && isRedacted != true }

  /// Makes a row.
  public init(
    number: Int64, kind: String, title: String, text: String, state: State, hasPicture: Bool = false,
    dueDate: Date? = nil, isAllDay: Bool? = nil, needsVerification: Bool = false, receivedAt: Date,
    problem: String? = nil,
    task: String? = nil, notes: [String] = [], isSilent: Bool = false, identity: InboxIdentity? = nil,
    isRedacted: Bool? = nil, sender: InboxSender? = nil, isDecidedByNotification: Bool? = nil,
    place: InboxPlace? = nil, thread: String? = nil
  ) {
    (self.sender, self.isDecidedByNotification, self.place) = (sender, isDecidedByNotification, place)
    self.isRedacted = isRedacted
    self.thread = thread
    self.identity = identity
    self.number = number
    self.kind = kind
    self.title = title
    self.text = text
    self.state = state
    self.hasPicture = hasPicture
    (self.dueDate, self.isAllDay) = (dueDate, isAllDay)
    self.needsVerification = needsVerification
    self.receivedAt = receivedAt
    self.problem = problem
    self.task = task
    self.notes = notes
    self.isSilent = isSilent
  }
}

/// Where what an item is about is shown: there a click on its notification leads.
public enum InboxPlace: String, OpenVocabulary, Equatable, Sendable {
  /// The messages.
  case messages
  /// The user's profile, with who follows.
  case profile
  /// What the user has proposed to others.
  case proposals
  /// The messages page: what others wrote to the user.
  case correspondence
  /// A place that a newer agent knows.
  case unknown

  /// A place of a newer agent.
  public static let unrecognized = Self.unknown
}

/// Who sent an item, as the server recorded it.
public struct InboxSender: Codable, Equatable, Sendable {
  /// `person`, `administrator` or `program`; another word from a newer server.
  public var kind: String
  /// What stands before the `@` of a person's email, or what the administrator called a program's token.
  public var name: String
  /// The id of the account; nil for a program.
  public var id: UUID?
  /// What people read: "you", or a text in which no program can be taken for a person, nor a person for somebody else.
  public var text: String
  /// What the user calls them; nil for nothing.
  public var nickname: String?

  /// Names a sender.
  public init(kind: String, name: String, id: UUID?, text: String, nickname: String? = nil) {
    (self.kind, self.name, self.id, self.text, self.nickname) = (kind, name, id, text, nickname)
  }
}

/// Which item is meant, whatever number it has.
public struct InboxIdentity: Codable, Hashable, Sendable {
  /// Whose inbox it is in, as ``InboxListing/owner`` has it.
  public var owner: String
  /// The push.
  public var push: UUID
  /// Stands for what was pushed and who sent it, so that nobody decides about something else than they saw; nil for what is empty.
  public var content: String?

  /// Names an item.
  public init(owner: String, push: UUID, content: String? = nil) {
    self.owner = owner
    self.push = push
    self.content = content
  }

  /// Whether what it names is still there, or has become empty.
  ///
  /// - Parameter item: what is there now.
  public func isStill(_ item: InboxIdentity) -> Bool {
    owner == item.owner && push == item.push && (item.content == nil || content == item.content)
  }
}
