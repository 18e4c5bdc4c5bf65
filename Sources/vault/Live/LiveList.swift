internal import AgentAPI
internal import Terminal

/// A list on the alternate screen that changes as things come, with the details of one of them, and a banner for what has just come.
struct LiveList<Source: LiveSource, Agent: AgentLink>: AskingView {
  private let source: Source
  private let agent: Agent
  private let style: Style
  private(set) var items: [LiveItem] = []
  /// The item that fills the screen; nil for the list.
  private(set) var page: LivePage?
  private(set) var selected = 0
  /// Whether nothing is selected until the person moves: a key that is under way was meant for somebody else's item.
  private var selectsNothing = false
  private var banners: Banners
  private(set) var question: ListQuestion?
  /// The message in the last row, until the next key.
  var message = ""
  private var rows = 24

  /// The most items that are held.
  private static var maximumCount: Int { 200 }

  /// - Parameter number: the item that is opened at once; nil for the list.
  init(
    _ source: Source, opening number: Int64? = nil, _ agent: Agent, style: Style,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) throws {
    (self.source, self.agent, self.style) = (source, agent, style)
    page = try number.map { try LivePage(LiveTarget(number: $0), of: source, agent) }
    items = try source.items(Self.maximumCount, agent)
    banners = try Banners(agent, now: now)
    if let number { select(number) }
  }

  var descriptors: [Int32] { [agent.descriptor] }
  var deadline: ContinuousClock.Instant? { banners.deadline }
  var banner: Banner? { banners.current }

  mutating func wake() throws -> LiveStep {
    if try agent.consumeEvents() { try refresh() }
    return .stay
  }

  /// Fetches the items again.
  mutating func refresh() throws {
    let chosen = chosen
    let isAnotherUser = try banners.refresh(agent)
    items = try source.items(Self.maximumCount, agent)
    // A key is meant for the item that the person sees selected, whatever comes above it.
    if let index = items.firstIndex(where: { $0.target == chosen }) { selected = index }
    selected = min(selected, max(0, items.count - 1))
    if isAnotherUser {
      (page, selected, selectsNothing) = (nil, 0, true)
      message = "Another user has logged in: ↑↓ selects what is theirs."
    } else {
      page = try page?.refreshed(agent)
    }
  }

  mutating func draw(_ frame: inout LiveFrame) {
    rows = frame.rows
    if var page {
      page.draw(&frame, isCovered: banner != nil, style)
      self.page = page
      drawFoot(&frame, "↑↓ scroll\(type(of: page.source).keys)  q back to the list")
    } else {
      drawList(&frame)
    }
    banner?.draw(&frame, style)
  }
}

// MARK: - Keys

extension LiveList {
  mutating func handle(_ key: Key) throws -> LiveStep {
    try agent.handle(key)
    message = ""
    switch banners.handle(key) {
    case .dismissed: return .stay
    case .open(let banner): return try open(banner)
    case .none: break
    }
    guard var page else { return try handleInList(key) }
    let answer = page.handle(key)
    self.page = answer == .back ? nil : page
    if case .act(let key) = answer { return try act(key, page.target, of: page.source) }
    return .stay
  }

  private mutating func handleInList(_ key: Key) throws -> LiveStep {
    if selectsNothing, [.up, .down, .home, .end, .text("k"), .text("j"), .text("g"), .text("G")].contains(key) {
      selectsNothing = false
      return .stay
    }
    switch key {
    case .text("q"), .endOfInput: return .leave
    case .up, .text("k"): selected = max(0, selected - 1)
    case .down, .text("j"): selected = min(max(0, items.count - 1), selected + 1)
    case .pageUp: selected = max(0, selected - rows)
    case .pageDown: selected = min(max(0, items.count - 1), selected + rows)
    case .home, .text("g"): selected = 0
    case .end, .text("G"): selected = max(0, items.count - 1)
    case .enter, .right: if let item = chosen { try open(item, of: source) }
    case .text(let scalar): if let item = chosen { return try act(Character(scalar), item, of: source) }
    default: break
    }
    return .stay
  }

  private var chosen: LiveTarget? {
    !selectsNothing && items.indices.contains(selected) ? items[selected].target : nil
  }

  /// Leads where a click on the desktop's notification leads.
  private mutating func open(_ banner: Banner) throws -> LiveStep {
    switch banner.place {
    case .messages where Source.view == .messages: page = nil
    case .messages:
      question = .messages
      return .leave
    case .profile: page = try LivePage(banner, agent)
    case .unknown, nil: try open(banner.item, of: InboxSource())
    }
    return .stay
  }

  /// Shows one item.
  private mutating func open<Opened: LiveSource>(_ item: LiveTarget, of source: Opened) throws {
    do {
      page = try LivePage(item, of: source, agent)
      guard Opened.self == Source.self else { return }
      // A banner's item may be newer than the list.
      if !items.contains(where: { $0.number == item.number }) { try refresh() }
      select(item.number)
    } catch let failure as Failure where failure.code == .usage { message = failure.message }
  }

  /// Selects what was opened, so that the next key is meant for it.
  private mutating func select(_ number: Int64) {
    if let index = items.firstIndex(where: { $0.number == number }) { (selected, selectsNothing) = (index, false) }
  }

  private mutating func act(_ key: Character, _ item: LiveTarget, of source: any LiveSource) throws -> LiveStep {
    do {
      switch try source.act(key, on: item, agent) {
      case .nothing: return .stay
      case .done(let words): message = words
      case .asks:
        question = .key(key, on: item, of: source)
        return .leave
      }
      try refresh()
    } catch let failure as Failure where failure.code != .unavailable { message = failure.message }
    return .stay
  }

  mutating func answered(_ words: String) throws {
    question = nil
    message = words
    try refresh()
  }
}

// MARK: - Drawing

extension LiveList {
  private func drawList(_ frame: inout LiveFrame) {
    frame.set(0, LiveText(Source.title, paint: style.bold))
    if items.isEmpty { frame.set(2, LiveText(Source.emptiness, paint: style.dim)) }
    var row = 2
    for (index, item) in items.enumerated().dropFirst(firstShown(frame)) {
      guard row < frame.rows - 1 else { break }
      let lines = Self.rows(of: item, isSelected: index == selected && !selectsNothing, style, columns: frame.columns)
      for line in lines where row < frame.rows - 1 {
        frame.set(row, line)
        row += 1
      }
    }
    drawFoot(&frame, "↑↓ move  Enter open\(Source.keys)  q quit")
  }

  /// The first item that is shown, so that the selected one is.
  private func firstShown(_ frame: LiveFrame) -> Int {
    var (first, height) = (selected, 0)
    while first >= 0, items.indices.contains(first) {
      height += Self.rows(of: items[first], isSelected: false, style, columns: frame.columns).count
      if height > frame.rows - 3 { return min(first + 1, selected) }
      first -= 1
    }
    return 0
  }

  private static func rows(of item: LiveItem, isSelected: Bool, _ style: Style, columns: Int) -> [LiveText] {
    var head = [LiveText.Piece(isSelected ? "> " : "  ", paint: style.bold)]
    if let mark = item.mark { head += [mark.piece(style), LiveText.Piece("  ")] }
    head.append(LiveText.Piece(item.title, paint: isSelected ? style.bold : style.plain))
    if !item.note.isEmpty { head.append(LiveText.Piece("  \(item.note)", paint: style.dim)) }
    let texts = LiveText.wrapped(item.text, columns: columns - 4, limit: 3).filter { !$0.isEmpty }
    let byline = item.byline.isEmpty ? [] : [item.byline]
    return [LiveText(head)] + (byline + texts).map { LiveText("    \($0)", paint: style.dim) }
  }

  private func drawFoot(_ frame: inout LiveFrame, _ keys: String) {
    let text = message.isEmpty ? agent.notice ?? "" : message
    frame.set(frame.rows - 1, text.isEmpty ? LiveText(keys, paint: style.dim) : LiveText(text, paint: style.warning))
  }
}

extension LiveItem.Mark {
  fileprivate func piece(_ style: Style) -> LiveText.Piece {
    switch self {
    case .plain(let word): LiveText.Piece(word, paint: style.dim)
    case .strong(let word): LiveText.Piece(word, paint: style.bold)
    case .good(let word): LiveText.Piece(word, paint: style.good)
    case .warning(let word): LiveText.Piece(word, paint: style.warning)
    case .bad(let word): LiveText.Piece(word, paint: style.bad)
    }
  }
}
