internal import AgentAPI
internal import FoundationEssentials
internal import Terminal

/// A channel on the alternate screen: its messages as they come, and a line to write and send.
struct OpenChannel<Agent: AgentLink>: AskingView {
  /// How many of the newest messages are looked at anew at every change.
  private static var freshCount: Int { 200 }
  /// The longest message, in bytes.
  private static var maximumByteCount: Int { 4096 }

  private let agent: Agent
  private let text: ChannelText
  private let style: Style
  private(set) var channel: ChannelRow
  /// Oldest first.
  private(set) var messages: [ChannelMessageRow] = []
  private var hasOlder = false
  private var isConnected = true
  private(set) var field = LineField(maximumByteCount: maximumByteCount)
  private(set) var message = ""
  private var inbox: InboxOverlay<Agent>
  private(set) var question: ListQuestion?
  /// How many rows it is scrolled up.
  private var scrolled = 0
  /// Whether the first message that is here was shown.
  private var isAtTop = false
  private var rows = 24

  init(
    _ channel: ChannelRow, _ agent: Agent, text: ChannelText,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) throws {
    (self.channel, self.agent, self.text, style) = (channel, agent, text, text.context.output.style)
    inbox = try InboxOverlay(agent, now: now)
    try refresh()
  }

  var descriptors: [Int32] { [agent.descriptor, agent.pictures.descriptor] }
  var deadline: ContinuousClock.Instant? { [inbox.deadline, agent.pictures.deadline].compactMap { $0 }.min() }
  /// What was written and not sent; nil for nothing.
  var unsent: String? { field.text.contains { !$0.isWhitespace } ? field.text : nil }
  /// An item of the inbox that lies over the channel.
  var item: LivePage? { inbox.item }

  mutating func wake() throws -> LiveStep {
    if try agent.consumeEvents() {
      try inbox.refresh()
      try refresh()
    }
    try agent.pictures.wake()
    return .stay
  }

  mutating func tick() throws { try agent.pictures.start() }

  /// Fetches the newest messages again; older ones that were scrolled to stay.
  private mutating func refresh() throws {
    let page = try history(before: nil)
    (channel, isConnected) = (page.channel, page.isConnected ?? true)
    let first = page.messages.first?.number ?? .max
    let older = messages.prefix { $0.number.map { $0 < first } ?? false }
    // A gap between them: only the newest are shown.
    let joins = page.hasMore && older.last?.number == first - 1
    if !joins { hasOlder = page.hasMore }
    messages = (joins ? Array(older) : []) + page.messages
  }

  /// Fetches older messages.
  private mutating func fetchOlder() throws {
    guard hasOlder, let first = messages.first?.number else { return }
    let page = try history(before: first)
    hasOlder = page.hasMore && !page.messages.isEmpty
    messages = page.messages + messages
  }

  private func history(before: Int64?) throws -> ChannelHistory {
    // What comes while nobody looks stays unread.
    let request = ShowChannel(
      channel: channel.id.uuidString, limit: Self.freshCount, before: before, asksServer: false,
      isSeen: agent.focus != .lost)
    return try agent.run(request)
  }
}

// MARK: - Keys

extension OpenChannel {
  mutating func handle(_ key: Key) throws -> LiveStep {
    let focus = agent.focus
    try agent.handle(key)
    // What came meanwhile is seen now.
    if focus == .lost, agent.focus == .gained { try refresh() }
    switch try inbox.handle(key, isWriting: !field.isEmpty) {
    case .passed: return try handleInChannel(key)
    case .handled: break
    case .message(let words): message = words
    case .asks(let question):
      self.question = question
      return .leave
    }
    return .stay
  }

  mutating func answered(_ words: String) throws {
    question = nil
    message = words
    try inbox.answered()
    try refresh()
  }

  private mutating func handleInChannel(_ key: Key) throws -> LiveStep {
    if field.handle(key) {
      message = ""
      return .stay
    }
    switch key {
    case .escape: return .leave
    case .endOfInput: return field.isEmpty ? .leave : .stay
    case .enter: try send()
    case .up: try scroll(by: 1)
    case .down: try scroll(by: -1)
    case .pageUp: try scroll(by: rows / 2)
    case .pageDown: try scroll(by: -rows / 2)
    default: break
    }
    return .stay
  }

  private mutating func scroll(by count: Int) throws {
    if count > 0, isAtTop { try fetchOlder() }
    scrolled = max(0, scrolled + count)
  }

  private mutating func send() throws {
    guard let text = unsent else { return }
    do {
      _ = try agent.run(SendChannelMessage(channel: channel.id.uuidString, text: text, waits: false))
    } catch let failure as Failure where failure.code != .unavailable {
      message = failure.message
      return
    }
    field.clear()
    scrolled = 0
    try refresh()
  }
}

// MARK: - Drawing

extension OpenChannel {
  mutating func draw(_ frame: inout LiveFrame) {
    rows = frame.rows
    if let item {
      agent.pictures.want([])
      inbox.drawItem(&frame, style)
      drawWords(
        "↑↓ scroll\(item.details.keys)  q back to the \(channel.isConversation == true ? "conversation" : "channel")",
        frame.rows - 1, &frame)
    } else {
      drawChannel(&frame)
    }
    inbox.drawBanner(&frame, style)
  }

  private mutating func drawChannel(_ frame: inout LiveFrame) {
    drawHead(&frame)
    drawMessages(&frame)
    drawField(&frame)
  }

  /// The channel's picture in the terminal's first rows, where it shows images.
  private var pictureOrder: PictureOrder? {
    guard channel.picture != nil, agent.pictures.showsImages != false else { return nil }
    return PictureOrder(
      subject: .channel(channel.id.uuidString), columns: Thumbnail.columns, rows: Thumbnail.rows)
  }

  private var picture: LivePicture? {
    guard agent.pictures.showsImages == true,
      case .picture(let picture)? = pictureOrder.flatMap({ agent.pictures[$0] }),
      picture.rows <= Thumbnail.rows, picture.columns <= Thumbnail.columns
    else { return nil }
    return picture
  }

  private func drawHead(_ frame: inout LiveFrame) {
    agent.pictures.want(pictureOrder.map { [$0] } ?? [])
    let description = channel.description.isEmpty ? "" : "  \(channel.description)"
    let title = LiveText([.init(channel.title, paint: style.bold), .init(description, paint: style.dim)])
    guard let picture else { return frame.set(0, title) }
    frame.set(0, title.following(.init(String(repeating: " ", count: Thumbnail.columns + 1))))
    if inbox.deadline == nil { frame.set(picture) }
  }

  /// The newest message stands at the bottom.
  private mutating func drawMessages(_ frame: inout LiveFrame) {
    let top = picture == nil ? 1 : Thumbnail.rows
    let height = max(1, frame.rows - top - 2)
    var lines: [LiveText] = []
    var rest = messages[...]
    while lines.count <= height + scrolled, let message = rest.popLast() {
      lines = text.rows(message, columns: frame.columns) + lines
    }
    scrolled = min(scrolled, max(0, lines.count - height))
    isAtTop = rest.isEmpty && scrolled == max(0, lines.count - height)
    for (row, line) in lines.dropLast(scrolled).suffix(height).enumerated() { frame.set(row + top, line) }
    if messages.isEmpty { frame.set(2, LiveText("There are no messages yet. Write the first.", paint: style.dim)) }
  }

  private var help: String {
    if !isConnected { return "No connection to the server: what you write is sent once it is back." }
    if agent.focus == .lost { return "The terminal has lost the focus: messages come a little later." }
    return scrolled > 0 ? "Page down leads to the newest." : "Enter sends, Esc leaves."
  }

  private func drawField(_ frame: inout LiveFrame) {
    drawWords(help, frame.rows - 2, &frame)
    let shown = field.shown(columns: frame.columns - 2)
    frame.set(frame.rows - 1, LiveText([.init("> ", paint: style.bold), .init(shown.text)]))
    frame.cursor = (frame.rows - 1, 2 + shown.column)
  }

  private func drawWords(_ help: String, _ row: Int, _ frame: inout LiveFrame) {
    let urgent = inbox.question ?? message
    let words = urgent.isEmpty ? agent.notice ?? help : urgent
    frame.set(row, LiveText(words, paint: urgent.isEmpty ? style.dim : style.warning))
  }
}
