public import AgentAPI
internal import Localization

extension InboxRow {
  /// What it is, and who sent it.
  var origin: String {
    switch kind {
    case "task": localized("task from \(shownSender)")
    case "notice": localized("notice from \(shownSender)")
    case "message", "jsondata": localized("message from \(shownSender)")
    case "comment": localized("comment from \(shownSender)")
    case "like": localized("like from \(shownSender)")
    case "follow": isFollow ? localized("new follower") : localized("follow from \(shownSender)")
    default: localized("\(kind) from \(shownSender)")
    }
  }
}

extension InboxRow {
  /// Where the task is that was made of it, if it is not on this machine; nil for nothing to say.
  public var absentTask: String? {
    guard state == .accepted, task == nil else { return nil }
    return localized("Its task is not on this machine: it is where it was accepted, unless it was deleted.")
  }
}

extension InboxRow {
  /// Whether it tells of a person who follows the user. Who that is, the server says, whatever the text of the item is; that they do, they say
  /// themselves where they send such an item.
  public var isFollow: Bool { kind == "follow" && sender?.kind == "person" }

  /// What it is called on the screen.
  public var shownTitle: String { isFollow ? localized("\(shownSender) follows you") : title }

  /// What has come, and from whom, as one sentence.
  public var headline: String {
    if isFollow { return shownTitle }
    return switch kind {
    case "task": localized("Task from \(shownSender): \(title)")
    case "notice": localized("Notice from \(shownSender): \(title)")
    case "message", "jsondata": localized("Message from \(shownSender): \(title)")
    case "comment": localized("Comment from \(shownSender): \(title)")
    case "like": localized("Like from \(shownSender): \(title)")
    default: localized("From \(shownSender): \(title)")
    }
  }
}

extension InboxRow {
  /// Who asks for it, in the person's language: the agent says it in English.
  public var shownSender: String {
    guard let sender else { return localized("an unknown sender") }
    let text = sender.text
    if text == "you" { return localized("you") }
    if let name = text.quotation(after: "program ") { return localized("program “\(name)”") }
    if let name = text.quotation(after: "unknown sender ") { return localized("unknown sender “\(name)”") }
    let title = "administrator "
    return sender.kind == "administrator" && text.hasPrefix(title)
      ? localized("administrator \(text.dropFirst(title.count))") : text
  }
}

extension String {
  /// What stands between quotation marks behind a beginning; nil where nothing does.
  fileprivate func quotation(after beginning: String) -> Substring? {
    guard hasPrefix(beginning + "“"), hasSuffix("”") else { return nil }
    return dropFirst(beginning.count + 1).dropLast()
  }
}
