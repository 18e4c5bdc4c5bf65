public import FoundationEssentials
internal import VaultModel

/// What a notification about the inbox says. Never escaped: who shows it does that.
public struct NoticeText: Equatable, Sendable {
  /// How many of several items are named.
  public static let namedCount = 3

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
    title = payload.title
    let from = sender.map { "From \($0)" } ?? (payload.kind.wantsDecision ? "From an unknown sender" : nil)
    let due = payload.kind.wantsDecision ? payload.due.map { "Due \(dueText($0))" } : nil
    body = [from, due, payload.text.isEmpty ? nil : payload.text].compactMap { $0 }.joined(separator: "\n")
  }

  /// What is said of several items.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - titles: those of the newest, at most ``namedCount``.
  ///   - isAgain: whether the person has seen them before.
  public init(count: Int, titles: [String], isAgain: Bool) {
    let items = count == 1 ? "item" : "items"
    title = isAgain ? "\(count) \(items) in the inbox" : "\(count) new \(items)"
    let rest = count - titles.count
    let lines = titles.map(\.onOneLine) + (rest > 0 && !titles.isEmpty ? ["and \(rest) more"] : [])
    body = lines.joined(separator: "\n")
  }

  /// What is new in a channel: how much, and the newest of it.
  public init(_ news: ChannelUnreadSummary) {
    let name = news.title.isEmpty ? "A channel" : news.title
    title = news.unreadCount == 1 ? name : "\(name.onOneLine), \(news.unreadCount) new messages"
    body = "\(news.senderName.onOneLine): \(news.text)"
  }

  /// The outcome of an item that was accepted.
  public init(accepted title: String, due: String?, notes: [String]) {
    self.title = "Accepted: \(title.onOneLine)" + (due.map { ", due \($0)" } ?? "")
    body = notes.joined(separator: "\n")
  }

  /// Why an answer to an item could not be carried out.
  public init(failed title: String, reason: String, hint: String) {
    self.title = "Not done: \(title.onOneLine)"
    body = [reason, hint].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Whether desktops show all of it: GNOME, whose bounds are the narrowest, cuts a title to one line, and a body that was opened to
  /// six. What may be wider than it seems, or is not seen, counts against it.
  public var isShownWhole: Bool {
    guard (title + body).unicodeScalars.allSatisfy({ $0 == "\n" || Self.isSeen($0) }), !title.contains("\n") else {
      return false
    }
    let rows = body.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { $0 + Self.rows(of: $1) }
    return Self.columns(of: title) <= Self.columnCount && rows <= Self.rowCount
  }

  private static let columnCount = 40
  private static let rowCount = 6

  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// The rows of a line that is broken at its blanks, and in a word only where that is longer than a row.
  private static func rows(of line: some StringProtocol) -> Int {
    var (rows, used) = (1, 0)
    for word in line.split(separator: " ") {
      let width = columns(of: word)
      if used > 0, used + 1 + width > columnCount { (rows, used) = (rows + 1, 0) }
      if width > columnCount { rows += (width - 1) / columnCount }
      used = width > columnCount ? columnCount : used + (used > 0 ? 1 : 0) + width
    }
    return rows
  }

  /// What is not of the scripts that are known to be narrow takes two columns.
  private static func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
  }
}
