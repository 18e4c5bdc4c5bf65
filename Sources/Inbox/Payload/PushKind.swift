/// What a push is about.
public enum PushKind: Hashable, Sendable {
  /// A task that is proposed: the user accepts or rejects it.
  case task
  /// Something to read.
  case notice
  /// A message that came with the push itself, in `jsondata`.
  case data
  /// A hint that there is a message to fetch.
  case message
  /// A hint that somebody commented.
  case comment
  /// A hint that somebody likes something.
  case like
  /// A hint that somebody follows the user.
  case follow
  /// A word that this version does not know; it is shown as a notice.
  case other(String)

  /// Reads the value of `kind`.
  init(_ word: String) {
    switch word {
    case "task": self = .task
    case "notice": self = .notice
    case "jsondata": self = .data
    case "message": self = .message
    case "comment": self = .comment
    case "like": self = .like
    case "follow": self = .follow
    default: self = .other(word)
    }
  }

  /// The word that people see; `notice` for what is not known.
  public var name: String {
    switch self {
    case .task: "task"
    case .notice, .other: "notice"
    case .data: "jsondata"
    case .message: "message"
    case .comment: "comment"
    case .like: "like"
    case .follow: "follow"
    }
  }

  /// What is to be fetched from the server; nil for what is data itself.
  public var topic: InboxTopic? {
    switch self {
    case .message, .comment, .like: .messages
    case .follow: .followers
    case .task, .notice, .data, .other: nil
    }
  }
}

/// What a hint is about: it carries nothing itself, the client asks the server for what is new since it last asked.
public enum InboxTopic: String, CaseIterable, Sendable {
  /// Messages, comments and likes.
  case messages
  /// The user's followers.
  case followers
}

extension PushPayload {
  /// The topic that it is about: that of a hint, or messages where it brings one; nil for what stands for itself.
  public var topic: InboxTopic? { kind.topic ?? (message != nil && kind != .task ? .messages : nil) }
}
