public import FoundationEssentials

/// Which entries of the messages page are meant.
public enum CorrespondenceKind: String, OpenVocabulary, Equatable, Sendable, CaseIterable {
  /// Messages of conversations.
  case message
  /// Comments.
  case comment
  /// Likes.
  case like
  /// A kind that a newer agent knows.
  case unknown

  /// A kind of a newer agent.
  public static let unrecognized = Self.unknown
}

/// One entry of the messages page.
public enum CorrespondenceReference: Codable, Equatable, Sendable {
  /// Its place, the newest first, from 1, among those of a kind, or among all.
  case place(number: Int, kind: CorrespondenceKind?)
  /// Its id, wherever it stands among the newest 500.
  case id(UUID)
  /// The newest that a hint in the inbox tells of, by the number of the item.
  case hint(item: Int64)
}

/// What others wrote to the user, the newest first: messages of conversations, comments and likes.
public struct ListCorrespondence: AgentRequest {
  public typealias Reply = CorrespondenceListing
  public static let name = "correspondence"

  /// Only these; nil for all.
  public var kind: CorrespondenceKind?
  /// At most so many, 1 to 500.
  public var limit: Int
  /// False where the user may not see all of it: nil, and it counts as read from then on.
  public var isSeen: Bool?
  /// False for what is here: nil, and the server is asked for what is new first.
  public var asksServer: Bool?
  /// True where the server is asked, too, what the user's proposals are called that comments and likes are about: it alone has them; nil where
  /// they are left without a name.
  public var namesProposals: Bool?

  /// Makes a request.
  public init(
    kind: CorrespondenceKind? = nil, limit: Int, isSeen: Bool = true, asksServer: Bool = true,
    namesProposals: Bool = false
  ) {
    self.kind = kind
    self.limit = limit
    self.isSeen = isSeen ? nil : false
    self.asksServer = asksServer ? nil : false
    self.namesProposals = namesProposals ? true : nil
  }
}

/// One entry of the messages page, whole; it counts as read from then on.
public struct ShowCorrespondence: AgentRequest {
  public typealias Reply = CorrespondenceRow
  public static let name = "correspondenceEntry"

  /// Which.
  public var entry: CorrespondenceReference
  /// False where it was shown before: nil, and it counts as read.
  public var isSeen: Bool?

  /// Makes a request.
  public init(_ entry: CorrespondenceReference, isSeen: Bool = true) {
    self.entry = entry
    self.isSeen = isSeen ? nil : false
  }
}

/// The messages page.
public struct CorrespondenceListing: Codable, Equatable, Sendable {
  /// The entries, the newest first.
  public var entries: [CorrespondenceRow]
  /// When the server was asked last, where it could not be asked now; nil where it was.
  public var askedAt: Date?

  /// Makes a listing.
  public init(entries: [CorrespondenceRow], askedAt: Date? = nil) {
    self.entries = entries
    self.askedAt = askedAt
  }
}

/// An entry of the messages page as people see it.
public struct CorrespondenceRow: Codable, Equatable, Sendable {
  /// Its place, the newest first, from 1.
  public var number: Int
  /// The id of the message, the comment or the like.
  public var id: UUID
  /// What it is.
  public var kind: CorrespondenceKind
  /// Who wrote it.
  public var user: UUID
  /// What people call them; empty where that is not known.
  public var name: String
  /// What the user calls them; nil for nothing.
  public var nickname: String?
  /// Who wrote it, as people read it.
  public var author: String
  /// What was written; nil for a like. A list has the first 500 Unicode scalars alone.
  public var text: String?
  /// What a comment or a like is about: a title or first line; nil where it is not here, and for a message.
  public var subject: String?
  /// Whether the user sent what it is about; nil where that is not known here, and for a message.
  public var isAboutOwn: Bool?
  /// The proposal or push of the user's that it is about, by its id; nil for anything else.
  public var push: UUID?
  /// When the server took it.
  public var date: Date
  /// Whether it was unread until now.
  public var isUnread: Bool
  /// The number of the inbox's item that it is about; nil for anything else.
  public var item: Int64?

  /// Makes a row.
  public init(
    number: Int, id: UUID, kind: CorrespondenceKind, user: UUID, name: String, nickname: String? = nil, author: String,
    text: String?, subject: String? = nil, isAboutOwn: Bool? = nil, push: UUID? = nil, date: Date, isUnread: Bool,
    item: Int64? = nil
  ) {
    (self.number, self.id, self.kind, self.user) = (number, id, kind, user)
    (self.name, self.nickname, self.author, self.text) = (name, nickname, author, text)
    (self.subject, self.isAboutOwn, self.push, self.date) = (subject, isAboutOwn, push, date)
    (self.isUnread, self.item) = (isUnread, item)
  }
}
