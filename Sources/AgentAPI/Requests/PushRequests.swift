public import FoundationEssentials

/// Pushes something.
public struct SendPush: AgentRequest {
  public typealias Reply = PushReport
  public static let name = "push"
  public static let traits: RequestTraits = .needsServer

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
  public static let traits: RequestTraits = .needsServer

  /// The push.
  public var id: UUID

  /// Makes a request.
  public init(id: UUID) {
    self.id = id
  }
}

/// What to push.
public struct PushDraft: Codable, Equatable, Sendable {
  /// The payload, JSON in APNs form; at most 4,096 bytes.
  public var payload: String
  /// An id, the first eight digits or more of one, the name of a contact, `alias:ID`, `device:TOKEN`, `channel:ID` or `everyone`; nil for the user's own devices.
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
  /// Has it take the place of the push that was sent with this id before, 1 to 64 visible ASCII characters, where nothing is decided about
  /// that; nil for none.
  public var collapseID: String?
  /// How much it matters: 10, 5 or 1; nil for 10, the usual.
  public var priority: Int?

  /// Makes a draft.
  public init(
    payload: String, recipient: String? = nil, waitSeconds: Int? = nil, expiresAt: Date? = nil,
    hasPicture: Bool? = nil, key: String? = nil, collapseID: String? = nil, priority: Int? = nil
  ) {
    self.key = key
    self.collapseID = collapseID
    self.priority = priority
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
