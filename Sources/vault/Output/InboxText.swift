internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal

/// The inbox as people see it.
struct InboxText {
  let context: CommandContext
  let now = Date()

  private var style: Style { context.output.style }

  /// How many lines of its text an item has in the list.
  private static let lineCount = 3
  /// How wide a picture above a text is at most.
  private static let pictureColumns = 60

  /// Does something with one item, and shows what it is then.
  func print(_ request: InboxRequest, answers: PreparedAnswers = PreparedAnswers(), asJSON: Bool) throws {
    guard case .inboxItem(let row) = try context.run(.inbox(request), answers: answers) else {
      throw Failure.unexpectedReply
    }
    if asJSON { return try context.output.json(["item": InboxView(row)]) }
    let lines =
      switch request {
      case .accept: [Self.accepted(row)]
      case .reject: ["Declined: \(row.title)"]
      default: Self.details(row)
      }
    if case .show = request, row.hasPicture { try showPicture(of: row) }
    for line in lines + row.notes { try context.output.line(Escaping.line(line)) }
  }

  /// The picture above the text. One that can't be had is no reason not to read the text.
  private func showPicture(of row: InboxRow) throws {
    let transfer = PictureTransfer(context: context, number: row.number)
    do {
      guard let shape = context.pictureShape(columns: Self.pictureColumns, share: 0.6) else {
        return try context.output.line(PictureText(number: row.number).placeholder(try transfer.description()))
      }
      let (drawing, picture) = try transfer.drawing(in: shape)
      try context.output.line(drawing.isEmpty ? PictureText(number: row.number).placeholder(picture) : drawing)
    } catch let failure as Failure { try context.output.line(PictureText.missing(failure)) }
  }

  /// Each item with at most three lines of its text, newest first.
  func list(_ listing: InboxListing) -> [String] {
    var lines = listing.items.flatMap(entry)
    if listing.unreadCount > 0 { lines.append(style.bold("\(listing.unreadCount) unread")) }
    return lines
  }

  private func entry(_ row: InboxRow) -> [String] {
    let mark = row.hasPicture ? (context.writesUTF8 ? "🖼 " : "[picture] ") : ""
    let when = RelativeTime.text(since: row.receivedAt, now: now, zone: .system())
    let head =
      "\(row.number)  \(painted(row.state))  \(mark)\(style.bold(Escaping.line(row.title)))  \(style.dim(when))"
    let texts = row.text.split(separator: "\n", omittingEmptySubsequences: true).prefix(Self.lineCount)
    return [head] + texts.map { "    " + clipped(Escaping.line(String($0)), width: context.output.columns) }
  }

  /// A line that fits the terminal, if there is one.
  private func clipped(_ line: String, width: Int?) -> String {
    guard let width, width > 8, line.count > width - 4 else { return line }
    return line.prefix(width - 5) + (context.writesUTF8 ? "…" : "~")
  }

  /// The state as a word, in a colour that says the same.
  private func painted(_ state: InboxRow.State) -> String {
    switch state {
    case .unread: style.bold("unread")
    case .pending: style.warning("pending")
    case .accepted: style.good("accepted")
    case .rejected: style.bad("rejected")
    case .read, .expired, .unknown: style.dim(state.rawValue)
    }
  }

  /// What is said of an item that was accepted.
  static func accepted(_ row: InboxRow) -> String {
    row.task.map { "Accepted: \(row.title) is task \($0)" } ?? "Accepted: \(row.title)"
  }

  /// An item, whole.
  static func details(_ row: InboxRow) -> [String] {
    var lines = [row.title, ""]
    if !row.text.isEmpty {
      lines += row.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""]
    }
    lines += ["\(row.kind) \(row.number), \(row.state.rawValue), from \(Moment(row.receivedAt).local)"]
    if let due = row.dueDate { lines.append("due \(Moment(due).local)") }
    if let problem = row.problem { lines.append("It could not be understood: \(problem)") }
    return lines
  }
}
