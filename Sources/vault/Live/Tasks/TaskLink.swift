internal import AgentAPI
internal import Terminal
internal import VaultClient
internal import VaultModel

/// A live list's way to the tasks.
protocol TaskLink: AnyObject {
  /// What to poll for news; -1 for nothing.
  var descriptor: Int32 { get }
  /// A notice of the agent, for one line of the view.
  var notice: String? { get }
  /// Asks for another query from now on.
  func observe(_ query: TaskQuery) throws
  /// Reads the events that have come: what the query found last, or nil when that has not changed since.
  ///
  /// - Throws: ``Failure`` when there is nothing to show any more, or the agent has gone.
  func consumePage() throws -> TaskPage?
  /// Runs a request that asks nothing.
  func run<Request: AgentRequest>(_ request: Request) throws -> Request.Reply
}

/// The link to a running agent: one connection reports what the query finds; another is for requests.
final class LiveTaskAgent: TaskLink, LiveConnections {
  private let context: CommandContext
  private let requests: QuietClient
  private var query: TaskQuery?
  private var news: AgentClient?
  private var greeting: String?

  /// Connects.
  init(_ context: CommandContext) throws {
    self.context = context
    requests = try QuietClient(context)
  }

  var descriptor: Int32 { news?.eventDescriptor ?? -1 }
  var notice: String? { requests.notice ?? greeting }

  func observe(_ query: TaskQuery) throws {
    self.query = query
    let client = try context.connector().connect()
    greeting = client.welcome.notices.last ?? greeting
    try client.begin(ObserveTasks(query))
    news = client
  }

  func hide() { news = nil }

  func reappear() throws { if let query { try observe(query) } }

  func consumePage() throws -> TaskPage? {
    guard let news else { return nil }
    var newest: TaskPage?
    repeat {
      switch try news.nextEvent() {
      case .tasks(let page): newest = page
      case .stopping: throw Failure.agentEnded
      case .locked, .changed, .unknown, nil: break
      }
    } while news.hasMoreEvents
    // The store is closed when the agent ends.
    if try news.hasEnded() { throw Failure.agentEnded }
    return newest
  }

  func run<Request: AgentRequest>(_ request: Request) throws -> Request.Reply { try requests.run(request) }
}

/// The connections of a live list of tasks: for the tasks, and for what drops from the top.
struct TaskConnections: LiveConnections {
  let tasks: LiveTaskAgent
  let inbox: LiveAgent

  func hide() {
    tasks.hide()
    inbox.hide()
  }

  func reappear() throws {
    try tasks.reappear()
    try inbox.reappear()
  }
}
