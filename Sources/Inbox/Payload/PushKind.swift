public import ServerAPI

/// What a push is about, and what it wants: this file alone distinguishes kinds. ``all`` has a row for each.
public struct PushKind: Hashable, Sendable {
  /// A button of a notification that stays until the user has decided.
  public struct Choice: Hashable, Sendable {
    /// What the button does.
    public let decision: Decision
  }

  /// The value of the payload's member `kind`.
  let word: String
  /// The word that people see; `notice` for what is not known.
  public let name: String
  /// What a push is called that brings no title.
  let defaultTitle: String
  /// What is to be fetched from the server; nil for what is data itself.
  public let topic: InboxTopic?
  /// What the user may decide; empty where there is nothing to decide. Of what is accepted a task is made.
  public let choices: [Choice]

  /// A task that is proposed: the user accepts or rejects it.
  public static let task = PushKind(
    "task", title: "Task",
    choices: [Choice(decision: .accept), Choice(decision: .reject)])
  /// Something to read.
  public static let notice = PushKind("notice", title: "Notice")
  /// A message that came with the push itself, in `jsondata`.
  public static let data = PushKind("jsondata", title: "Message")
  /// A hint that there is a message to fetch.
  public static let message = PushKind("message", title: "Message", topic: .messages)
  /// A hint that somebody commented.
  public static let comment = PushKind("comment", title: "Comment", topic: .messages)
  /// A hint that somebody likes something.
  public static let like = PushKind("like", title: "Like", topic: .messages)
  /// A hint that somebody follows the user.
  public static let follow = PushKind("follow", title: "New follower", topic: .followers)
  /// A hint that somebody has decided about a proposal of the user's.
  public static let decision = PushKind("decision", title: "Decision", topic: .proposals)

  /// All kinds that are known.
  public static let all = [task, notice, data, message, comment, like, follow, decision]

  /// A word that this version does not know; it is shown as a notice.
  static func other(_ word: String) -> PushKind {
    PushKind(word, name: notice.name, title: notice.defaultTitle)
  }

  private init(
    _ word: String, name: String? = nil, title: String, topic: InboxTopic? = nil, choices: [Choice] = []
  ) {
    (self.word, self.name, defaultTitle) = (word, name ?? word, title)
    (self.topic, self.choices) = (topic, choices)
  }

  /// Reads the value of `kind`.
  init(_ word: String) { self = Self.all.first { $0.word == word } ?? .other(word) }

  /// The kind of a payload that does not name one: APNs' senders say by `category`, or by a date, that something is to be done.
  static func implied(by payload: PushPayload) -> PushKind {
    if payload.category == "TASK" || payload.due != nil { return .task }
    return payload.message == nil ? .notice : .data
  }

  /// Whether this version knows it.
  var isKnown: Bool { word == name }

  /// Whether the user is asked to decide: its notification has buttons and stays, and it waits in the inbox until then.
  public var wantsDecision: Bool { !choices.isEmpty }
}

/// What a hint is about: it carries nothing itself, the client asks the server for what is new since it last asked.
public enum InboxTopic: String, CaseIterable, Sendable {
  /// Messages, comments and likes.
  case messages
  /// The user's followers.
  case followers
  /// What the user has proposed to others.
  case proposals
}

extension PushPayload {
  /// The topic that it is about: that of a hint, or messages where it brings one; nil for what stands for itself.
  public var topic: InboxTopic? { kind.topic ?? (message != nil && !kind.wantsDecision ? .messages : nil) }
}
