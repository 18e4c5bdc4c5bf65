public import AgentAPI
public import CivilTime
public import FoundationEssentials
internal import Localization
internal import VaultClient

/// A row of the messages: a conversation, or what somebody said about something.
public enum MessageEntry: Equatable, Sendable {
  /// A conversation, with its newest message.
  case conversation(ConversationRow)
  /// A comment or a like.
  case remark(CorrespondenceRow)

  /// Which row it is, wherever it stands.
  public enum ID: Hashable, Sendable {
    /// The conversation with a user.
    case conversation(UUID)
    /// A comment or a like.
    case remark(UUID)
  }

  /// Which row it is.
  public var id: ID {
    switch self {
    case .conversation(let row): .conversation(row.user)
    case .remark(let row): .remark(row.id)
    }
  }

  /// When something was written there last.
  public var date: Date {
    switch self {
    case .conversation(let row): row.newest.receivedAt ?? row.newest.writtenAt ?? .distantPast
    case .remark(let row): row.date
    }
  }

  /// The newest first; of one moment by id, so that places stay.
  static func isNewer(_ one: MessageEntry, _ other: MessageEntry) -> Bool {
    one.date == other.date ? "\(one.id)" > "\(other.id)" : one.date > other.date
  }

  /// How much in it is new.
  public var unreadCount: Int {
    switch self {
    case .conversation(let row): row.unreadCount
    case .remark(let row): row.isUnread ? 1 : 0
    }
  }
}

/// A row of the messages in the words that a list shows.
public struct MessageSummary: Equatable, Sendable {
  /// Who it is from, or with.
  public let title: String
  /// Their name alone.
  public let name: String
  /// What was written last, or said.
  public let text: String
  /// What is unread, whether the user wrote it, when that was, and of whom nobody chose the name the beginning of the id.
  public let byline: String
  /// Whether anything is new.
  public let isUnread: Bool
  /// All of that in one line, as assistive technology reads a row.
  public var line: String { [title, text, byline].filter { !$0.isEmpty }.joined(separator: ", ") }

  /// The most characters of a text that a list shows.
  private static let textCount = 400

  /// Says what there is to say at a moment.
  public init(_ entry: MessageEntry, now: Date, zone: LocalZone) {
    let came = RelativeTime.text(since: entry.date, now: now.beginningOfMinute, zone: zone)
    isUnread = entry.unreadCount > 0
    switch entry {
    case .conversation(let row):
      title = PersonName.of(row.user, name: row.name, nickname: row.nickname)
      name = title
      text = Self.line(row.newest.text)
      // Nobody chooses an id: it stands beside a name that is not the user's own.
      byline = [
        row.unreadCount > 0
          ? localized(one: "\(row.unreadCount) unread", other: "\(row.unreadCount) unread", count: row.unreadCount)
          : nil, row.newest.byUser, came, row.nickname == nil ? row.user.beginning : nil,
      ]
      .compactMap { $0 }.joined(separator: " · ")
    case .remark(let row):
      title = row.author
      name = PersonName.of(row.user, name: row.name, nickname: row.nickname)
      text = row.said
      byline = [row.isUnread ? localized("new") : nil, came].compactMap { $0 }.joined(separator: " · ")
    }
  }

  /// The beginning of a text, its lines joined by blanks.
  public static func line(_ text: String) -> String {
    String(text.prefix(textCount)).withoutDirections.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension ChannelMessageRow {
  /// How far a message of the user's own has come, and that it is theirs; nil for one of somebody else. It stands apart from the text, which could say so itself.
  fileprivate var byUser: String? {
    isOwn ? [mark?.sign, localized("You")].compactMap { $0 }.joined(separator: " ") : nil
  }
}

extension CorrespondenceRow {
  /// So much of what a comment is about is repeated, in characters.
  private static let aboutCount = 40

  /// What was said, and about what, in one line.
  public var said: String {
    switch kind {
    case .comment: "\(deed): \(MessageSummary.line(text ?? ""))"
    case .like: deed
    case .message, .unknown: MessageSummary.line(text ?? "")
    }
  }

  /// Whether what it is about is shown elsewhere: an item in the inbox, a message in its conversation. What the user has proposed or pushed to
  /// another one is not.
  public var isElsewhere: Bool { item != nil || push == nil }

  /// What was done, and to what: `likes your “Paint the fence”`.
  public var deed: String {
    let title = subject.map {
      "“\($0.prefix(Self.aboutCount))\($0.count > Self.aboutCount ? "…" : "")”".withoutDirections
    }
    return kind == .like ? like(title, isAboutOwn == true) : comment(title, isAboutOwn == true)
  }

  private func like(_ title: String?, _ isOwn: Bool) -> String {
    if let title { return isOwn ? localized("likes your \(title)") : localized("likes their \(title)") }
    if push == nil { return isOwn ? localized("likes your message") : localized("likes their message") }
    return isOwn ? localized("likes your proposal") : localized("likes their proposal")
  }

  private func comment(_ title: String?, _ isOwn: Bool) -> String {
    if let title { return isOwn ? localized("commented on your \(title)") : localized("commented on their \(title)") }
    if push == nil { return isOwn ? localized("commented on your message") : localized("commented on their message") }
    return isOwn ? localized("commented on your proposal") : localized("commented on their proposal")
  }
}

extension String {
  /// Without the signs that turn the direction of what stands behind them in the same line.
  var withoutDirections: String {
    let turns: Set<UInt32> = Set(0x202A...0x202E).union(0x2066...0x2069).union([0x200E, 0x200F, 0x061C])
    guard unicodeScalars.contains(where: { turns.contains($0.value) }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !turns.contains($0.value) }))
  }
}

extension UUID {
  /// Its first eight digits, by which people name somebody.
  public var beginning: String { String(uuidString.lowercased().prefix(8)) }
}
