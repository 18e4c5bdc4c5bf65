public import FoundationEssentials
public import ServerAPI

/// Something that another user wrote to the owner, or said about what the two have sent each other.
public struct CorrespondenceEntry: Equatable, Sendable {
  /// What it is.
  public enum Kind: String, Equatable, Sendable, CaseIterable {
    /// A message of the conversation of the two.
    case message
    /// A comment.
    case comment
    /// A like.
    case like
  }

  /// What it is.
  public var kind: Kind
  /// The id of the message, the comment or the like.
  public var id: UUID
  /// Who wrote it.
  public var user: UUID
  /// What people call them; empty where that is not known.
  public var name: String
  /// What the owner calls them; nil for nothing.
  public var nickname: String?
  /// What was written; nil for a like.
  public var text: String?
  /// When the server took it.
  public var date: Date
  /// Whether the owner has seen it.
  public var isRead: Bool
  /// What it is about; a message is about itself.
  public var subject: FeedbackSubject
  /// The server's number of it, which orders what is of one moment and of one kind.
  public var number: Int64

  /// Who wrote it, as people read it.
  public var title: String { PersonTitle(name: name, nickname: nickname, user: user).text }
}

/// What a comment or a like is about, as far as this device has it.
public struct SubjectSummary: Equatable, Sendable {
  /// Whether the owner sent it; nil where that is not known here.
  public var isOwn: Bool?
  /// Its title or first line; nil where it is not here.
  public var title: String?
  /// Its number in the inbox; nil for what is no item there.
  public var item: Int64?
}
