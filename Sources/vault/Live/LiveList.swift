internal import AgentAPI
internal import Terminal

/// A list on the alternate screen that changes as things come, with the details of one of them, and a banner for what has just come.
struct LiveList<Source: LiveSource, Agent: AgentLink>: AskingView {
  private let source: Source
  let agent: Agent
  let style: Style
  private(set) var items: [LiveItem] = []
  /// The item that fills the screen; nil for the list.
  private(set) var page: LivePage?
  /// The item whose picture fills the screen; nil for the list.
  private(set) var pictured: PicturePage?
  /// Whether the picture was what was asked for, so that leaving it ends the view.
  let beginsPictured: Bool
  /// Whether an item was what was asked for: leaving it leads to a list that nobody has seen yet.
  private let beginsOpen: Bool
  private(set) var selected = 0
  /// Whether nothing is selected until the person moves: a key that is under way was meant for somebody else's item.
  private(set) var selectsNothing = false
  private var banners: Banners
  private(set) var question: ListQuestion?
  private(set) var decision = LiveDecision()
  private static var bannerHint: String { "Enter opens what has just come, Esc dismisses it." }
  /// The message in the last row, until the next key.
  var message = ""
  private var rows = 24

  /// The most items that are held.
  private static var maximumCount: Int { 200 }

  /// - Parameters:
  ///   - number: the item that is opened at once; nil for the list.
  ///   - choice: the item whose picture is shown at once; nil for the list.
  init(
    _ source: Source, opening number: Int64? = nil, showing choice: PictureChoice? = nil, _ agent: Agent, style: Style,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) throws {
    (beginsPictured, beginsOpen) = (choice != nil, number != nil)
    (self.source, self.agent, self.style) = (source, agent, style)
    page = try number.map { try LivePage(LiveTarget(number: $0), of: source, agent) }
    items = try source.items(Self.maximumCount, agent)
    banners = try Banners(agent, now: now)
    pictured = try choice.map { try PicturePage($0, agent) }
    if let number = number ?? pictured?.target?.number { select(number) }
  }

  var descriptors: [Int32] { [agent.descriptor, agent.pictures.descriptor] }
  var deadline: ContinuousClock.Instant? { [banners.deadline, agent.pictures.deadline].compactMap { $0 }.min() }
  var banner: Banner? { banners.current }

  mutating func wake() throws -> LiveStep {
    if try agent.consumeEvents() { try refresh() }
    try agent.pictures.wake()
    return .stay
  }

  mutating func tick() throws {
    if banner == nil, message == Self.bannerHint { message = "" }
    try agent.pictures.start()
  }

  /// Fetches the items again.
  mutating func refresh() throws {
    let (chosen, meant) = (chosen, meant)
    let isAnotherUser = try banners.refresh(agent)
    items = try source.items(Self.maximumCount, agent)
    // A key is meant for the item that the person sees selected, whatever comes above it.
    let index = chosen.flatMap { chosen in items.firstIndex { chosen.isStill($0.target) } }
    let wasOpen = page != nil
    selected = min(index ?? selected, max(0, items.count - 1))
    agent.pictures.noteChange()
    if isAnotherUser {
      (page, pictured, selected, selectsNothing) = (nil, nil, 0, true)
      message = "Another user has logged in: ↑↓ selects what is theirs."
    } else {
      page = try page?.refreshed(agent)
      pictured = try pictured?.refreshed(agent)
      if chosen != nil && index == nil || wasOpen && page == nil {
        selectsNothing = true
        message = "That item is not there any more: ↑↓ selects another."
      }
    }
    // Another state, or what has just come, is for the person to look at first.
    if self.meant != meant || banner != nil { decision.drop() }
  }

  /// What a key is for: the item that is open, else the one that is selected.
  private var meant: Meant {
    if let page { return .open(page.target, page.details) }
    guard chosen != nil else { return .nothing }
    // That it was read changes nothing; another decision changes its keys.
    var item = items[selected]
    item.mark = nil
    return .selected(item)
  }

  private enum Meant: Equatable {
    case nothing
    case open(LiveTarget, LiveDetails)
    case selected(LiveItem)
  }

  mutating func draw(_ frame: inout LiveFrame) {
    rows = frame.rows
    var orders: [PictureOrder] = []
    if var page {
      page.draw(&frame, isCovered: banner != nil, style)
      self.page = page
      drawFoot(&frame, "↑↓ scroll\(page.details.keys)  q back\(beginsOpen ? ", qq quit" : "")")
    } else if let pictured {
      orders = draw(pictured, &frame)
    } else {
      orders = drawList(&frame)
    }
    agent.pictures.want(orders)
    banner?.draw(&frame, style)
  }
}

// MARK: - Keys

extension LiveList {
  mutating func handle(_ key: Key) throws -> LiveStep {
    try agent.handle(key)
    if decision.isTakenBack(by: key) { return .stay }
    message = ""
    switch banners.handle(key) {
    case .dismissed: return .stay
    case .open(let banner): return try open(banner)
    case .none: break
    }
    guard var page else { return try pictured == nil ? handleInList(key) : handleInPicture(key) }
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
    case .tab where Source.hasPictures: pictured = try chosen.map(picture) ?? PicturePage(.lastOpened, agent)
    // Whoever sees a banner may mean that.
    case .text where banner != nil: message = Self.bannerHint
    case .text(let scalar): if let item = chosen { return try act(Character(scalar), item, of: source) }
    default: break
    }
    return .stay
  }

  /// The picture of an item; where that is not there any more, of the one that was opened last.
  private func picture(of item: LiveTarget) throws -> PicturePage {
    do { return try PicturePage(.item(number: item.number), agent) } catch let failure as Failure
      where failure.code == .usage
    { return try PicturePage(.lastOpened, agent) }
  }

  private mutating func handleInPicture(_ key: Key) throws -> LiveStep {
    guard var page = pictured else { return .stay }
    switch key {
    case .text("q"), .escape, .endOfInput:
      if beginsPictured { return .leave }
      pictured = nil
    case .tab: pictured = nil
    // Nobody decides here: neither the text is seen nor who asks.
    case .enter: if let item = page.target { try open(item, of: source) }
    default:
      if case .moved(let words) = try page.handle(key, agent) { message = words }
      pictured = page
      // The list, too, is at the item that is seen.
      if let number = page.target?.number { select(number) }
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
    case .correspondence:
      do { page = try LivePage(banner, agent) } catch let failure as Failure where failure.code == .usage {
        message = failure.message
      }
    // Its text says what was decided; the rest is the server's to tell, outside of a live view.
    case .proposals, .unknown, nil: try open(banner.item, of: InboxSource())
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
      switch try decision.press(key, on: item, of: source, agent) {
      case .nothing, .confirms: return .stay
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
