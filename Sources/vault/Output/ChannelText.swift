internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// Channels and their messages as people see them.
struct ChannelText {
  let context: CommandContext
  /// What the user calls the other one of a conversation; nil for nothing.
  var nickname: String?

  private var style: Style { context.output.style }

  /// Joins or leaves a channel, and says so.
  func print(_ request: some AgentRequest<ChannelRow>, _ word: String, asJSON: Bool) throws {
    let row = try context.run(request)
    if asJSON { return try context.output.json(["channel": ChannelView(row)]) }
    try context.output.line("\(word) \(Escaping.line(row.title)).")
  }

  /// Prints messages, and what may be missing of them.
  func print(_ history: ChannelHistory, asJSON: Bool) throws {
    if asJSON { return try context.output.json(ChannelHistoryView(history)) }
    if !history.channel.isJoined {
      try context.errors.line("You are not in this channel, so what is written there now does not come here.")
    } else if !history.isCurrent {
      try context.errors.line("Newer messages may be missing: there is no connection to the server.")
    }
    if history.messages.isEmpty { return try context.errors.line("There are no messages yet.") }
    var named = self
    named.nickname = history.channel.nickname
    for line in history.messages.flatMap(named.lines) { try context.output.line(line) }
  }

  /// What is to be said of a catalogue that may be an old one.
  func staleness(of listing: ChannelListing) -> String? {
    guard !listing.isCurrent else { return nil }
    let date = listing.fetchedAt.map { " The channels are those of \(DateText($0).local)." } ?? ""
    return "The server can't be reached.\(date)"
  }

  /// One channel in each line.
  func list(_ listing: ChannelListing) -> [String] {
    let cells = listing.channels.map { row in
      [
        Table.Cell(row.title, paint: style.bold), Table.Cell(row.isJoined ? "joined" : "", paint: style.good),
        Table.Cell(row.unreadCount > 0 ? "\(row.unreadCount) unread" : "", paint: style.warning),
        Table.Cell(row.id.uuidString.lowercased(), paint: style.dim), Table.Cell(row.description),
      ]
    }
    return Table(cells).lines(width: context.output.columns)
  }

  /// A message: when, a mark for how far it has come, who, and what; the lines of its text below one another.
  func lines(_ row: ChannelMessageRow) -> [String] {
    let when = (row.receivedAt ?? row.writtenAt).map { DateText($0).local } ?? ""
    let texts = row.text.split(separator: "\n", omittingEmptySubsequences: false).map { Escaping.line(String($0)) }
    let (sign, paint) = mark(row)
    let head = "\(style.dim(when)) \(paint(sign)) \(style.bold(Escaping.line(sender(row))))  \(texts.first ?? "")"
    let indent = String(repeating: " ", count: 4)
    let problem = row.problem.map { [indent + style.bad(Escaping.line($0))] } ?? []
    return [head] + texts.dropFirst().map { indent + $0 } + problem
  }

  /// A message on a live view: the mark stands left of everything, the lines of its text below one another.
  func rows(_ row: ChannelMessageRow, columns: Int) -> [LiveText] {
    let when = (row.receivedAt ?? row.writtenAt).map { String(DateText($0).local.suffix(5)) } ?? ""
    let head = Escaping.line("\(sender(row))  ")
    let indent = 2 + when.count + 1
    let texts = LiveText.wrapped(head + row.text, columns: columns - indent, limit: 200)
    let first = LiveText([
      markPiece(row), .init(" \(when) ", paint: style.dim),
      .init(String((texts.first ?? "").prefix(head.count)), paint: style.bold),
      .init(String((texts.first ?? "").dropFirst(head.count))),
    ])
    let blank = String(repeating: " ", count: indent)
    let problem = row.problem.map { [LiveText(blank + $0, paint: style.bad)] } ?? []
    return [first] + texts.dropFirst().map { LiveText(blank + $0) } + problem
  }

  /// Who wrote it.
  func sender(_ row: ChannelMessageRow) -> String {
    if row.isOwn { return row.senderName.isEmpty ? "you" : row.senderName }
    return nickname ?? row.senderName
  }

  /// How far what the user wrote has come, in one column, and its colour; a blank for what others wrote.
  func mark(_ row: ChannelMessageRow) -> (sign: String, paint: @Sendable (String) -> String) {
    guard row.isOwn else { return (" ", style.plain) }
    let (sign, plain) = Self.signs(row.state)
    let text = context.writesUTF8 ? sign : plain
    switch row.state {
    case .failed: return (text, style.bad)
    case .received: return (text, style.good)
    case .sending, .sent, .unknown: return (text, style.dim)
    }
  }

  private func markPiece(_ row: ChannelMessageRow) -> LiveText.Piece {
    let (sign, paint) = mark(row)
    return LiveText.Piece(sign, paint: paint)
  }

  private static func signs(_ state: ChannelMessageRow.State) -> (String, String) {
    switch state {
    case .sending: ("…", ".")
    case .sent: ("✓", "-")
    case .received: ("✓", "+")
    case .failed: ("✗", "!")
    case .unknown: ("?", "?")
    }
  }
}
