public import FoundationEssentials
public import VaultModel

/// Proposes a task to another person.
public struct ProposeTask: AgentRequest {
  public typealias Reply = ProposalRow
  public static let name = "propose"
  public static let traits: RequestTraits = .needsServer

  /// What, and to whom.
  public var draft: ProposalDraft

  /// Makes a request.
  public init(_ draft: ProposalDraft) {
    self.draft = draft
  }
}

/// What the user has proposed to others, newest first: a page of it. What tells of decisions counts as read from then on.
public struct ListProposals: AgentRequest {
  public typealias Reply = ProposalListing
  public static let name = "proposals"
  public static let traits: RequestTraits = .needsServer

  /// At most so many; a page has at most 100.
  public var limit: Int
  /// Those that are decided or over, too.
  public var all: Bool
  /// ``ProposalListing/next`` of the page before; nil for the newest.
  public var before: UUID?

  /// Makes a request.
  public init(limit: Int, all: Bool, before: UUID? = nil) {
    self.limit = limit
    self.all = all
    self.before = before
  }
}

/// One of the user's proposals.
public struct ShowProposal: AgentRequest {
  public typealias Reply = ProposalRow
  public static let name = "proposal"
  public static let traits: RequestTraits = .needsServer

  /// Its id, or the first eight digits or more of it.
  public var proposal: String

  /// Makes a request.
  public init(proposal: String) {
    self.proposal = proposal
  }
}

/// What to propose, and to whom.
public struct ProposalDraft: Codable, Equatable, Sendable {
  /// The name of a contact, an id, or the first eight digits or more of one.
  public var person: String
  /// What there is to do. With the notes, and as JSON, at most 4,096 bytes.
  public var name: String
  /// Notes.
  public var notes: String?
  /// When it is due. Whoever accepts it with an older program gets a moment: of a day its last second here.
  public var due: DueMoment?
  /// When it is over if nobody has decided by then; nil for never.
  public var expiresAt: Date?
  /// What makes it one proposal however often it is sent, 1 to 128 visible ASCII characters; nil for a new one of the agent's.
  public var key: String?
  /// The task whose text that is; nil for none. Where it is protected by the time that the text would leave, nothing is sent.
  public var task: UUID?

  /// Makes a draft.
  public init(
    person: String, name: String, notes: String? = nil, due: DueMoment? = nil, expiresAt: Date? = nil,
    key: String? = nil, task: UUID? = nil
  ) {
    (self.person, self.task) = (person, task)
    self.name = name
    self.notes = notes
    self.due = due
    self.expiresAt = expiresAt
    self.key = key
  }
}

/// A task that the user has proposed to another person.
public struct ProposalRow: Codable, Equatable, Sendable {
  /// The push's id.
  public var id: UUID
  /// Whom it was proposed to, by the id of the account.
  public var user: UUID
  /// What people call them.
  public var name: String
  /// What the user calls them; nil for nothing.
  public var nickname: String?
  /// What there is to do; nil where its text is erased.
  public var text: String?
  /// Notes; nil for none.
  public var notes: String?
  /// When it is due; nil for never.
  public var dueDate: Date?
  /// True where it is due on a day without a time; nil where not.
  public var isAllDay: Bool?
  /// When the server took it.
  public var createdAt: Date
  /// When it is over if nobody has decided by then; nil for never.
  public var expiresAt: Date?
  /// What was decided.
  public var decision: PushReport.Decision
  /// When it was decided, or over; nil while it is open.
  public var decidedAt: Date?

  /// Makes a row.
  public init(
    id: UUID, user: UUID, name: String, nickname: String? = nil, text: String?, notes: String? = nil,
    dueDate: Date? = nil, isAllDay: Bool? = nil, createdAt: Date,
    expiresAt: Date? = nil, decision: PushReport.Decision = .open, decidedAt: Date? = nil
  ) {
    self.id = id
    self.user = user
    self.name = name
    self.nickname = nickname
    self.text = text
    self.notes = notes
    (self.dueDate, self.isAllDay) = (dueDate, isAllDay)
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.decision = decision
    self.decidedAt = decidedAt
  }
}

/// A page of proposals.
public struct ProposalListing: Codable, Equatable, Sendable {
  /// The proposals, newest first. A page may have fewer than asked for, or none, and not be the last one.
  public var proposals: [ProposalRow]
  /// What the next page comes after; nil for the last one.
  public var next: UUID?

  /// Makes a listing.
  public init(proposals: [ProposalRow] = [], next: UUID? = nil) {
    self.proposals = proposals
    self.next = next
  }
}
