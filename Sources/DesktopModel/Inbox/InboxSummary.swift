public import AgentAPI
public import CivilTime
public import FoundationEssentials
internal import Localization
internal import VaultClient

/// An item of the inbox in the words that a list shows.
public struct InboxSummary: Equatable, Sendable {
  /// What it is called.
  public let title: String
  /// The beginning of what it says, lines joined by blanks.
  public let text: String
  /// What it is, who sent it, when it came, and when the task is due that it proposes.
  public let byline: String
  /// What has been done about it, as a word.
  public let state: String
  /// All of that in one line, as assistive technology reads a row.
  public var line: String { [title, byline, state, text].filter { !$0.isEmpty }.joined(separator: ", ") }

  /// The most characters of a text that a list shows.
  private static let textCount = 400

  /// Says what there is to say at a moment.
  public init(_ item: InboxRow, now: Date, zone: LocalZone) {
    title = item.shownTitle
    text = String(item.text.prefix(Self.textCount)).split(whereSeparator: \.isNewline).joined(separator: " ")
    let due = item.dueDate.map {
      localized(
        "due \(RelativeTime.text($0, isAllDay: item.isAllDay == true, now: now.beginningOfMinute, zone: zone))")
    }
    let came = RelativeTime.text(since: item.receivedAt, now: now.beginningOfMinute, zone: zone)
    byline = ([item.origin, came] + [due].compactMap { $0 }).joined(separator: " · ")
    state = item.state.word
  }
}

extension InboxRow.State {
  /// In a word, the same that stands on the buttons.
  public var word: String {
    switch self {
    case .unread: localized("unread", context: "state of an item")
    case .pending: localized("waits for you")
    case .read: localized("read", context: "state of an item")
    case .accepted: localized("accepted", context: "state of an item")
    case .rejected: localized("declined", context: "state of an item")
    case .expired: localized("too late")
    case .unknown: localized("unknown", context: "state of an item")
    }
  }
}
