public import FoundationEssentials

/// What a comment or a like is about: something that one of two users sent to the other. As JSON `{"push": ID}` or
/// `{"message": {"user": ID, "sequence": N}}`, with exactly one member.
public enum FeedbackSubject: Hashable, Sendable {
  /// A push of one of the two to the other, by its id, which both know.
  case push(UUID)
  /// A message of the two's conversation, by the other user's id and its number on the asking user's side
  /// (``ChannelMessage/sequence``). The other one has it under another number.
  case message(user: UUID, sequence: Int64)
}

/// A comment or a like, as one of the two users has it.
///
/// A like may be taken back and given again, and is the same like then: ``number`` grows with each change.
public struct Feedback: Codable, Equatable, Sendable {
  /// The other user's and the asking user's copies have ids of their own.
  public var id: UUID
  /// Grows with each comment and each change of a like, for each user on their own; what comes after a number has changed since.
  public var number: Int64
  /// What it is about, as the asking user knows it.
  public var subject: FeedbackSubject
  /// The id of the other user, whoever of the two wrote it.
  public var user: UUID
  /// Whether the asking user wrote it.
  public var isOwn: Bool
  /// Who wrote it, as people called them then: what stands before the `@` of the email.
  public var name: String
  /// The comment, 1 to ``ServerLimits/messageByteCount`` bytes of UTF-8; nil for a like.
  public var text: String?
  /// Whether it is a like that was taken back.
  public var isTakenBack: Bool
  /// When the server took it first.
  public var createdAt: Date

  /// Describes a comment or a like.
  public init(
    id: UUID, number: Int64, subject: FeedbackSubject, user: UUID, isOwn: Bool, name: String, text: String?,
    isTakenBack: Bool = false, createdAt: Date
  ) {
    (self.id, self.number, self.subject) = (id, number, subject)
    (self.user, self.isOwn, self.name) = (user, isOwn, name)
    (self.text, self.isTakenBack, self.createdAt) = (text, isTakenBack, createdAt)
  }
}

/// A comment or a like that a user gave, and the server does not have yet.
public struct OutgoingFeedback: Equatable, Sendable {
  /// What is said.
  public enum Content: Equatable, Sendable {
    /// A comment, 1 to ``ServerLimits/messageByteCount`` bytes of UTF-8.
    case comment(String)
    /// A like, or that it is taken back.
    case like(isGiven: Bool)
  }

  /// Made on the user's machine.
  public var id: UUID
  /// What it is about.
  public var subject: FeedbackSubject
  /// The id of the other user, who sees it.
  public var user: UUID
  /// What is said.
  public var content: Content

  /// Describes a comment or a like.
  public init(id: UUID, subject: FeedbackSubject, user: UUID, content: Content) {
    (self.id, self.subject, self.user, self.content) = (id, subject, user, content)
  }
}

/// The answer to `GET /v1/feedback`.
public struct FeedbackPage: Codable, Equatable, Sendable {
  /// What changed after the number that was asked for, by number; at most ``ServerLimits/pageCount``.
  public var feedback: [Feedback]
  /// The user's highest number. A page with fewer than were asked for is the last one; what is missing up to this number is not for the user.
  public var highest: Int64

  /// Makes a page.
  public init(feedback: [Feedback] = [], highest: Int64) { (self.feedback, self.highest) = (feedback, highest) }
}

/// The body of `POST /v1/comments`.
public struct CommentRequest: Codable, Equatable, Sendable {
  /// Made by the client, and sent again with each attempt: of the same id, subject and text there is one comment. It is the id of the
  /// asking user's copy.
  public var id: UUID
  /// What is commented on.
  public var subject: FeedbackSubject
  /// 1 to ``ServerLimits/messageByteCount`` bytes of UTF-8.
  public var text: String

  /// Makes a request.
  public init(id: UUID, subject: FeedbackSubject, text: String) {
    (self.id, self.subject, self.text) = (id, subject, text)
  }
}

/// The body of `PUT /v1/likes`.
public struct LikeChange: Codable, Equatable, Sendable {
  /// What is liked.
  public var subject: FeedbackSubject
  /// Whether the user likes it from now on.
  public var isLiked: Bool

  /// Makes a request.
  public init(subject: FeedbackSubject, isLiked: Bool) { (self.subject, self.isLiked) = (subject, isLiked) }
}

extension FeedbackSubject: Codable {
  private struct Message: Codable {
    var user: UUID
    var sequence: Int64
  }

  private enum CodingKeys: CodingKey { case push, message }

  /// Reads exactly one of the two members.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let push = try members.decodeIfPresent(UUID.self, forKey: .push)
    let message = try members.decodeIfPresent(Message.self, forKey: .message)
    switch (push, message) {
    case (let push?, nil): self = .push(push)
    case (nil, let message?): self = .message(user: message.user, sequence: message.sequence)
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "one of push and message is needed"))
    }
  }

  /// Writes the one member.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .push(let id): try members.encode(id, forKey: .push)
    case .message(let user, let sequence):
      try members.encode(Message(user: user, sequence: sequence), forKey: .message)
    }
  }
}
