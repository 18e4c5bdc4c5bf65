internal import AgentAPI
internal import Terminal

/// What lies over a live view that shows something else: the banner of what was just pushed, and the item that it opens.
struct InboxOverlay<Agent: AgentLink> {
  /// What a key led to.
  enum Outcome {
    /// It was not for the inbox.
    case passed
    /// It was handled, and there is nothing to say.
    case handled
    /// A sentence that says what the outcome is; an empty one removes the previous sentence.
    case message(String)
    /// The person has to be asked first, on the main screen.
    case asks(ListQuestion)
  }

  let agent: Agent
  private var banners: Banners
  /// The item that covers the view.
  private(set) var item: LivePage?
  private var decision = LiveDecision()

  /// What is asked about the item; nil for nothing.
  var question: String? { decision.question }

  /// Begins with what is there now.
  init(_ agent: Agent, now: @escaping () -> ContinuousClock.Instant) throws {
    self.agent = agent
    banners = try Banners(agent, now: now)
  }

  /// When the banner leaves; nil for none.
  var deadline: ContinuousClock.Instant? { banners.deadline }

  /// The inbox has changed.
  mutating func refresh() throws {
    // What lies over the view may be of a user's inbox who has logged out.
    let seen = item?.details
    item = try banners.refresh(agent) ? nil : item?.refreshed(agent)
    if item?.details != seen || banners.current != nil { decision.drop() }
  }

  /// The person was asked on the main screen.
  mutating func answered() throws { item = try item?.refreshed(agent) }

  /// Handles a key that is for the banner or the item.
  ///
  /// - Parameter isWriting: whether the person writes a line below: then Enter is for that.
  mutating func handle(_ key: Key, isWriting: Bool) throws -> Outcome {
    if decision.isTakenBack(by: key) { return .handled }
    switch isWriting && key == .enter && item == nil ? .none : banners.handle(key) {
    case .dismissed: return .handled
    case .open(let banner): return try open(banner)
    case .none: break
    }
    guard var page = item else { return .passed }
    let answer = page.handle(key)
    item = answer == .back ? nil : page
    if case .act(let key) = answer { return try act(key, page) }
    return .message("")
  }

  /// Leads where a click on the desktop's notification leads.
  private mutating func open(_ banner: Banner) throws -> Outcome {
    if banner.place == .messages { return .asks(.messages) }
    do { item = try LivePage(banner, agent) } catch let failure as Failure
      where failure.code == .usage
    { return .message(failure.message) }
    return .handled
  }

  private mutating func act(_ key: Character, _ page: LivePage) throws -> Outcome {
    do {
      switch try decision.press(key, on: page.target, of: page.source, agent) {
      case .nothing, .confirms: return .message("")
      case .asks: return .asks(.key(key, on: page.target, of: page.source))
      case .done(let words):
        item = try item?.refreshed(agent)
        return .message(words)
      }
    } catch let failure as Failure where failure.code != .unavailable { return .message(failure.message) }
  }

  /// Draws the item, where one is open, all but the last row.
  mutating func drawItem(_ frame: inout LiveFrame, _ style: Style) {
    item?.draw(&frame, isCovered: banners.current != nil, style)
  }

  /// Draws the banner over everything else.
  func drawBanner(_ frame: inout LiveFrame, _ style: Style) { banners.current?.draw(&frame, style) }
}
