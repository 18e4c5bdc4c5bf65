internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// The messages page as people see it.
struct CorrespondenceText {
  let style: Style

  /// One entry in each line: its place, a mark for what is new, when, from whom, and what.
  func lines(_ rows: [CorrespondenceRow], columns: Int?) -> [String] {
    let cells = rows.map { row in
      [
        Table.Cell("\(row.number)"), Table.Cell(row.isUnread ? "new" : "", paint: style.warning),
        Table.Cell(DateText(row.date).local, paint: style.dim), Table.Cell(row.author, paint: style.bold),
        Table.Cell(Self.summary(row)),
      ]
    }
    return Table(cells).withoutEmptyColumns.lines(width: columns)
  }

  /// So much of what a comment is about stands in a list, in characters: the comment is what is new.
  private static let aboutCount = 20

  /// In one line: a message as it is, a comment with what it is about.
  static func summary(_ row: CorrespondenceRow) -> String {
    let lines = row.text?.split(separator: "\n") ?? []
    let line = (lines.first.map(String.init) ?? "") + (lines.count > 1 ? " …" : "")
    switch row.kind {
    case .message, .unknown: return line
    case .comment: return "commented on \(about(row, aboutCount)): \(line)"
    case .like: return "likes \(about(row))"
    }
  }

  /// An entry, whole.
  static func details(_ row: CorrespondenceRow, _ feedback: [FeedbackRow]) -> [String] {
    var lines =
      row.text.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""] } ?? []
    let word = row.kind == .unknown ? "entry" : row.kind.rawValue
    lines.append("\(word) from \(row.author), \(DateText(row.date).local)")
    if row.kind != .message { lines.append("about \(about(row))") }
    if let push = row.push, row.isAboutOwn == true { lines.append("vault proposals show \(push.shortDigits)") }
    return lines + FeedbackText.lines(feedback)
  }

  private static func about(_ row: CorrespondenceRow, _ count: Int = .max) -> String {
    let what =
      row.subject.map { "“\($0.prefix(count))\($0.count > count ? "…" : "")”" }
      ?? (row.push == nil ? "message" : "proposal")
    return "\(row.isAboutOwn == true ? "your" : "their") \(what)"
  }
}

/// What both have said about something.
enum FeedbackText {
  /// What both have said about an item, after what a hint is about.
  static func lines(_ listing: FeedbackListing, about row: InboxRow) -> [String] {
    let about = row.place == .correspondence ? listing.title.map { ["", "about “\($0)”"] } ?? [] : []
    return about + lines(listing.feedback)
  }

  /// A line for each comment, and one for all likes; empty where there is nothing.
  static func lines(_ feedback: [FeedbackRow]) -> [String] {
    let comments = feedback.flatMap { row in
      guard let text = row.text else { return [String]() }
      // Indented, so that no text can look like another's line.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return ["\(DateText(row.date).local) \(row.author)\(state(row)): \(lines.first ?? "")"]
        + lines.dropFirst().map { "    \($0)" }
    }
    let likes = feedback.filter { $0.text == nil }.map { $0.author + state($0) }
    let liked = likes.isEmpty ? [] : ["liked by \(likes.joined(separator: " and "))"]
    return comments.isEmpty && liked.isEmpty ? [] : [""] + comments + liked
  }

  private static func state(_ row: FeedbackRow) -> String {
    if let problem = row.problem { return " (not taken: \(problem))" }
    return row.isWaiting == true ? " (waits here)" : ""
  }
}

/// An entry of the messages page as `--json` prints it. The keys are stable; new ones may be added.
struct CorrespondenceView: Encodable {
  private let number: Int
  private let id: String
  private let kind: String
  private let user: String
  private let name: String
  private let nickname: String?
  private let text: String?
  private let about: String?
  private let isAboutOwn: Bool?
  private let push: String?
  private let receivedAt: Date
  private let isUnread: Bool

  init(_ row: CorrespondenceRow) {
    (number, id, kind) = (row.number, row.id.uuidString.lowercased(), row.kind.rawValue)
    (user, name, nickname) = (row.user.uuidString.lowercased(), row.name, row.nickname)
    (text, about, isAboutOwn, push) = (row.text, row.subject, row.isAboutOwn, row.push?.uuidString.lowercased())
    (receivedAt, isUnread) = (row.date, row.isUnread)
  }
}

/// A comment or a like as `--json` prints it.
struct FeedbackView: Encodable {
  private let author: String
  private let isOwn: Bool
  private let text: String?
  private let date: Date
  private let isWaiting: Bool
  private let problem: String?

  init(_ row: FeedbackRow) {
    (author, isOwn, text, date) = (row.author, row.isOwn, row.text, row.date)
    (isWaiting, problem) = (row.isWaiting ?? false, row.problem)
  }
}

/// Something that was sent, as `--json` prints it, with what was said about it.
struct DiscussedView<Subject: Encodable>: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let name: String
  private let subject: Subject
  private let feedback: [FeedbackView]

  /// - Parameter name: the key of what it is about.
  init(_ name: String, _ subject: Subject, _ feedback: [FeedbackRow]) {
    (self.name, self.subject, self.feedback) = (name, subject, feedback.map(FeedbackView.init))
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(subject, forKey: Key(stringValue: name))
    try members.encode(feedback, forKey: Key(stringValue: "feedback"))
  }
}
