public import FoundationEssentials
internal import Localization
internal import VaultModel

/// What a notification about the inbox says. Never escaped: who shows it does that.
public struct NoticeText: Equatable, Sendable {
  /// How many of several items are named.
  public static let namedCount = 3
  /// As many characters are shown of any text.
  private static let comparedCount = 150

  /// The first line.
  public var title: String
  /// What else there is to say; lines are separated by a line feed. Empty for nothing.
  public var body: String

  /// What an item says.
  ///
  /// - Parameters:
  ///   - sender: who sent it, as people read it; nil where that is not known.
  ///   - dueText: a date as people read it.
  public init(_ payload: PushPayload, from sender: String?, dueText: (Date) -> String) {
    title = payload.kind.shown(payload.title)
    let from =
      sender.map { localized("From \($0)") } ?? (payload.kind.wantsDecision ? localized("From an unknown sender") : nil)
    let due = payload.kind.wantsDecision ? payload.due.map { localized("Due \(dueText($0))") } : nil
    body = [from, due, payload.text.isEmpty ? nil : payload.text].compactMap { $0 }.joined(separator: "\n")
  }

  /// Whether some desktop may take another text for the same: dunst makes one notification of two that are alike, and long texts are cut
  /// before they are shown.
  public func isTaken(for other: NoticeText) -> Bool {
    title.prefix(Self.comparedCount) == other.title.prefix(Self.comparedCount)
      && body.prefix(Self.comparedCount) == other.body.prefix(Self.comparedCount)
  }

  /// Says which item it is, first, where nothing is cut.
  public mutating func add(number: Int64) { body = localized("Item \(number)") + (body.isEmpty ? "" : "\n" + body) }

  /// What is said of several items.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - titles: those of the newest, at most ``namedCount``.
  ///   - isAgain: whether the person has seen them before.
  public init(count: Int, titles: [String], isAgain: Bool) {
    title =
      isAgain
      ? localized(one: "\(count) item in the inbox", other: "\(count) items in the inbox", count: count)
      : localized(one: "\(count) new item", other: "\(count) new items", count: count)
    let rest = count - titles.count
    let lines = titles.map(\.onOneLine) + (rest > 0 && !titles.isEmpty ? [localized("and \(rest) more")] : [])
    body = lines.joined(separator: "\n")
  }

  /// What is new in a channel: how much, and the newest of it.
  public init(_ news: ChannelUnreadSummary) {
    let name = news.shownTitle.isEmpty ? localized("A channel") : news.shownTitle
    title =
      news.unreadCount == 1
      ? name
      : localized(
        one: "\(name.onOneLine), \(news.unreadCount) new message",
        other: "\(name.onOneLine), \(news.unreadCount) new messages", count: news.unreadCount)
    // Of a conversation the title says who writes.
    body = news.isConversation ? news.text : "\(news.senderName.onOneLine): \(news.text)"
  }

  /// The outcome of an item that was accepted.
  public init(accepted title: String, due: String?, notes: [String]) {
    self.title =
      due.map { localized("Accepted: \(title.onOneLine), due \($0)") } ?? localized("Accepted: \(title.onOneLine)")
    body = notes.joined(separator: "\n")
  }

  /// Why an answer to an item could not be carried out.
  public init(failed title: String, reason: String, hint: String) {
    self.title = localized("Not done: \(title.onOneLine)")
    body = [reason, hint].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
