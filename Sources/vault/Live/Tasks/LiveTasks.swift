internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultModel

/// The clocks of a live view.
struct LiveClock {
  var instant: () -> ContinuousClock.Instant = { .now }
  var date: () -> Date = { Date() }
}

/// The tasks that a filter means, on the alternate screen: the list follows every change, whoever makes it.
struct LiveTasks<TaskAgent: TaskLink, InboxAgent: AgentLink>: AskingView {
  /// How many tasks are asked for until the person has moved to the last of them.
  private static var firstCount: Int { 100 }

  let context: CommandContext
  let agent: TaskAgent
  let clock: LiveClock
  /// What is pushed meanwhile; nil when nobody is logged in.
  var inbox: InboxOverlay<InboxAgent>?
  var filter: FilterLine
  var list = TaskSelection()
  /// The task that fills the screen; nil for the list.
  var details: TaskDetails?
  /// The line in which is asked how long to snooze.
  var snooze: SnoozeLine?
  var question: TaskQuestion?
  /// The message in the last row, until the next key.
  var message = ""
  /// Whether the agent has said what there is.
  private(set) var isFilled = false
  /// How many rows there were for tasks when it was drawn last.
  var height = 20
  private var query: TaskQuery
  /// Whether no more tasks are asked for than were at first.
  private let isBounded: Bool
  private var nextMinute: ContinuousClock.Instant

  /// - Parameter limit: the most tasks that are shown; nil for as many as a page can have.
  init(
    _ context: CommandContext, _ agent: TaskAgent, inbox: InboxAgent, filter: FilterLine,
    by order: TaskQuery.Order = .urgency, limit: Int? = nil, clock: LiveClock = LiveClock()
  ) throws {
    (self.context, self.agent, self.filter, self.clock) = (context, agent, filter, clock)
    isBounded = limit != nil
    query = TaskQuery(filter.filter, order: order, limit: limit ?? Self.firstCount)
    nextMinute = clock.nextMinute
    // Whoever is not logged in has no inbox.
    do { self.inbox = try InboxOverlay(inbox, now: clock.instant) } catch let failure as Failure
      where failure.code != .unavailable
    { self.inbox = nil }
    try agent.observe(query)
  }

  var descriptors: [Int32] { [agent.descriptor, inbox?.agent.descriptor ?? -1] }
  var deadline: ContinuousClock.Instant? { min(inbox?.deadline ?? nextMinute, nextMinute) }

  mutating func wake() throws -> LiveStep {
    if let page = try agent.consumePage() {
      list.show(page)
      isFilled = true
      try refreshDetails()
    }
    try withInbox { inbox in if try inbox.agent.consumeEvents() { try inbox.refresh() } }
    return .stay
  }

  mutating func tick() throws {
    guard clock.instant() >= nextMinute else { return }
    nextMinute = clock.nextMinute
    if !filter.isEditing { filter.refresh(now: clock.date()) }
    try observe()
  }

  /// Asks for what the filter means, unless that is what is shown.
  mutating func observe() throws {
    guard query.filter != filter.filter else { return }
    query.filter = filter.filter
    try agent.observe(query)
  }

  /// Asks for more tasks once the last of those that are here is near.
  mutating func fetchMore() throws {
    guard !isBounded, let index = list.index, list.total > list.rows.count, query.limit == Self.firstCount,
      index + height >= list.rows.count
    else { return }
    query.limit = AgentProtocol.maximumPageCount
    try agent.observe(query)
  }

  /// Fetches the task again that fills the screen; once it is gone, the list is back.
  private mutating func refreshDetails() throws {
    guard let id = details?.task.id else { return }
    do {
      let task = try agent.run(ShowTask(task: id.text))
      details?.task = task
    } catch let failure as Failure where failure.code == .usage {
      details = nil
      message = "That task is no longer here."
    }
  }

  mutating func answered(_ words: String) throws {
    question = nil
    message = words
    try withInbox { try $0.answered() }
    try refreshDetails()
  }

  /// Does something with the inbox, which goes when nobody is logged in any more.
  @discardableResult
  mutating func withInbox<Value>(_ body: (inout InboxOverlay<InboxAgent>) throws -> Value) throws -> Value? {
    guard var overlay = inbox else { return nil }
    do {
      let value = try body(&overlay)
      inbox = overlay
      return value
    } catch let failure as Failure where failure.code != .unavailable {
      inbox = nil
      return nil
    }
  }
}

extension LiveClock {
  /// When the minute on a person's clock changes next.
  fileprivate var nextMinute: ContinuousClock.Instant {
    let seconds = date().timeIntervalSinceReferenceDate
    return instant() + .seconds(60 - seconds.truncatingRemainder(dividingBy: 60))
  }
}
