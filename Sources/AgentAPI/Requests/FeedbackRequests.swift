public import FoundationEssentials

/// What a comment or a like is about, as the user names it.
public enum FeedbackTarget: Codable, Equatable, Sendable {
  /// An item of the inbox that another person sent, or a hint: then what that is about.
  case item(number: Int64, identity: InboxIdentity?)
  /// An entry of the messages page: a message, or what a comment or a like there is about.
  case entry(CorrespondenceReference)
  /// A proposal of the user's own, by its id or the beginning of it.
  case proposal(id: String)
}

/// Comments on something that the user and another one have sent each other. The comment waits on this machine until the server has it.
public struct Comment: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "comment"

  /// On what.
  public var target: FeedbackTarget
  /// The comment, of 1 to 4,096 bytes of UTF-8.
  public var text: String

  /// Makes a request.
  public init(on target: FeedbackTarget, text: String) {
    self.target = target
    self.text = text
  }
}

/// Likes something that the user and another one have sent each other, or takes that back. That waits on this machine until the server knows.
public struct SetLike: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "setLike"

  /// What.
  public var target: FeedbackTarget
  /// Whether the user likes it from now on.
  public var isLiked: Bool

  /// Makes a request.
  public init(_ target: FeedbackTarget, isLiked: Bool) {
    self.target = target
    self.isLiked = isLiked
  }
}

/// What both have said about something, the newest 100, the oldest of them first, as far as this device has it.
public struct ListFeedback: AgentRequest {
  public typealias Reply = FeedbackListing
  public static let name = "feedback"

  /// About what.
  public var target: FeedbackTarget
  /// True where the server is asked for what is new first; nil for what is here.
  public var asksServer: Bool?

  /// Makes a request.
  public init(about target: FeedbackTarget, asksServer: Bool = false) {
    self.target = target
    self.asksServer = asksServer ? true : nil
  }
}

/// Comments and likes about one thing.
public struct FeedbackListing: Codable, Equatable, Sendable {
  /// What it is about: a title or first line; nil where it is not here.
  public var title: String?
  /// The oldest first.
  public var feedback: [FeedbackRow]

  /// Makes a listing.
  public init(title: String? = nil, feedback: [FeedbackRow]) { (self.title, self.feedback) = (title, feedback) }
}

/// A comment or a like as people see it.
public struct FeedbackRow: Codable, Equatable, Sendable {
  /// Whether the user wrote it.
  public var isOwn: Bool
  /// Who wrote it, as people read it; "you" for the user.
  public var author: String
  /// The comment; nil for a like.
  public var text: String?
  /// When the server took it, or it was written where the server does not have it.
  public var date: Date
  /// True for what the server does not have yet; nil otherwise.
  public var isWaiting: Bool?
  /// Why the server refuses it, in one sentence; nil for what it does not refuse.
  public var problem: String?

  /// Makes a row.
  public init(
    isOwn: Bool, author: String, text: String?, date: Date, isWaiting: Bool = false, problem: String? = nil
  ) {
    (self.isOwn, self.author, self.text, self.date) = (isOwn, author, text, date)
    self.isWaiting = isWaiting ? true : nil
    self.problem = problem
  }
}
