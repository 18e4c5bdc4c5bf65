internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// The inbox as people see it.
struct InboxText {
  let context: CommandContext
  let now = Date()

  private var style: Style { context.output.style }

  /// How many lines of its text an item has in the list.
  private static let lineCount = 3

  /// Shows one item, with these lines for people.
  func print(_ row: InboxRow, _ lines: [String], asJSON: Bool) throws {
    if asJSON { return try context.output.json(["item": InboxView(row)]) }
    for line in lines + row.notes { try context.output.line(Escaping.line(line)) }
  }

  /// The columns of a list where there is no terminal.
  private static let columnsElsewhere = 80

  private var columns: Int { context.output.columns ?? Self.columnsElsewhere }

  /// Each item with what it is, and at most three lines of its text, newest first.
  func list(_ listing: InboxListing) -> [String] {
    let heads = Table(cells(listing.items)).lines(width: columns)
    var lines = zip(heads, listing.items).flatMap { [$0] + indented([Self.byline($1)], 1) + texts($1) }
    if let older = listing.olderCount, older > 0, let last = listing.items.last {
      lines.append(style.dim("and \(older) more: vault inbox --before \(last.number)"))
    }
    if listing.unreadCount > 0 { lines.append(style.bold("\(listing.unreadCount) unread")) }
    return lines
  }

  /// What an item is, who sent it, and when the task is due that it proposes.
  static func byline(_ row: InboxRow) -> String {
    word(ofKind: row.kind) + (row.sender.map { " from \($0.text)" } ?? "") + (row.dueText.map { ", due \($0)" } ?? "")
  }

  /// Columns as wide as what is in them; that of the picture mark only where an item has one.
  private func cells(_ rows: [InboxRow]) -> [[Table.Cell]] {
    let havePictures = rows.contains(where: \.hasPicture)
    let sign = context.writesUTF8 ? "🖼" : "[picture]"
    return rows.map { row in
      let when = RelativeTime.text(since: row.receivedAt, now: now, zone: .system())
      return [
        Table.Cell("\(row.number)"), Table.Cell(Self.word(row.state)) { painted($0, row.state) },
        Table.Cell(when, paint: style.dim),
      ] + (havePictures ? [Table.Cell(row.hasPicture ? sign : "")] : []) + [
        Table.Cell(row.title, paint: style.bold)
      ]
    }
  }

  private func texts(_ row: InboxRow) -> [String] {
    indented(row.text.split(whereSeparator: \.isNewline).map(String.init), Self.lineCount)
  }

  /// Lines that fit, below the item that they belong to.
  private func indented(_ lines: [String], _ limit: Int) -> [String] {
    let indent = "    "
    return LiveText.wrapped(lines.joined(separator: "\n"), columns: columns - indent.count, limit: limit)
      .filter { !$0.isEmpty }.map { indent + style.dim($0) }
  }

  /// The state as a word, in a colour that says the same.
  private func painted(_ word: String, _ state: InboxRow.State) -> String {
    switch state {
    case .unread: style.bold(word)
    case .pending: style.warning(word)
    case .accepted: style.good(word)
    case .rejected: style.bad(word)
    case .read, .expired, .unknown: style.dim(word)
    }
  }

  /// A state as people read it; `--json` has the word of the format.
  static func word(_ state: InboxRow.State) -> String { state == .rejected ? "declined" : state.rawValue }

  /// What an item is, as people read it: the word of the format for a message that came with its push is none of theirs.
  private static func word(ofKind kind: String) -> String { kind == "jsondata" ? "message" : kind }

  /// An item in the middle of a sentence: `it is a notice`, `the task was accepted already`.
  static func whatItIs(_ row: InboxRow) -> String {
    switch row.state {
    case .accepted, .rejected: "the task was \(word(row.state)) already"
    case .expired: "it has expired"
    case .unread, .pending, .read, .unknown: "it is a \(word(ofKind: row.kind))"
    }
  }

  /// The most characters of a title in a question.
  private static let shortCount = 40

  /// A title for a question of one line.
  static func shortTitle(_ row: InboxRow) -> String {
    row.title.count > shortCount ? row.title.prefix(shortCount - 1) + "…" : row.title
  }

  /// What is said of an item that was accepted, and who asked for it.
  static func accepted(_ row: InboxRow) -> String {
    let task = row.task.map { " is task \($0)" } ?? ""
    return "Accepted: \(row.title)\(task), from \(row.senderText)"
  }

  /// What is said of an item that was declined.
  static func declined(_ row: InboxRow) -> String { "Declined: \(row.title)" }

  /// An item, whole.
  static func details(_ row: InboxRow) -> [String] {
    var lines = [row.title, ""]
    if !row.text.isEmpty {
      lines += row.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""]
    }
    let task = row.task.map { " as task \($0)" } ?? ""
    let means = row.isDecidedByNotification == true ? " by notification" : ""
    lines += [
      "\(word(ofKind: row.kind)) \(row.number), \(word(row.state))\(means)\(task), received \(DateText(row.receivedAt).local)"
    ]
    lines.append("from \(row.senderText)")
    if let due = row.dueText { lines.append("due \(due)") }
    if let thread = row.thread { lines.append("thread \(thread)") }
    if let problem = row.problem { lines.append("It could not be understood: \(problem)") }
    return lines
  }
}

extension InboxRow {
  /// When the task is due that it proposes, local time; a day as one.
  fileprivate var dueText: String? {
    dueDate.map { isAllDay == true ? String(DateText($0).local.prefix(10)) : DateText($0).local }
  }
}

extension InboxRow {
  /// Whether another person sent it to the user, who may comment on it and like it.
  var isPersons: Bool {
    guard let sender, sender.kind == "person" || sender.kind == "administrator", sender.text != "you",
      isRedacted != true
    else { return false }
    return place == nil || place == .correspondence
  }
}
