internal import AgentAPI
internal import Localization
internal import Terminal
internal import VaultClient

/// The connections that notify a live view of changes. They are closed while the screen belongs to something else.
protocol LiveConnections {
  /// The view is not shown for now.
  func hide()
  /// The view is shown again.
  func reappear() throws
}

/// A live view's way to the agent.
protocol AgentLink: AnyObject {
  /// What to poll for news; -1 for nothing.
  var descriptor: Int32 { get }
  /// Whether the person looks at the view, as far as the terminal reports it.
  var focus: LiveFocus { get }
  /// A notice of the agent, for one line of the view.
  var notice: String? { get }
  /// Handles a key, which may say that the terminal has the focus, or not any more.
  func handle(_ key: Key) throws
  /// Reads the events that have come since the last call.
  ///
  /// - Returns: whether what is shown has changed.
  /// - Throws: ``Failure`` when there is nothing to show any more, or the agent has gone.
  func consumeEvents() throws -> Bool
  /// Runs a request that asks nothing.
  func run<Request: AgentRequest>(_ request: Request) throws -> Request.Reply
  /// An item's picture, as it is shown above a text.
  func picture(of item: LiveTarget) throws -> PictureOrWords
  /// The pictures that come while other things are done.
  var pictures: PictureLoader { get }
}

/// The link to a running agent: one connection reports changes, and says as long as it is open which view has the focus;
/// another is for requests.
final class LiveAgent: AgentLink, LiveConnections {
  private var context: CommandContext
  private let view: ShowLive.View
  private let requests: QuietClient
  private var news: AgentClient?
  private(set) var focus = LiveFocus.unknown
  private var greeting: String?
  private(set) lazy var pictures = PictureLoader(mayShowImages: mayShowImages) { [unowned self] in
    try AgentPictureLine(context)
  }

  /// Connects, and receives changes from then on.
  init(_ view: ShowLive.View, _ context: CommandContext) throws {
    (self.view, self.context) = (view, context)
    requests = try QuietClient(context)
    try show(focus)
  }

  /// Where it is not known how large a cell is, an image may cover more than its place.
  private var mayShowImages: Bool { context.pictureShape() != nil && context.output.cellSize != nil }

  /// -1 while nothing is shown.
  var descriptor: Int32 { news?.eventDescriptor ?? -1 }

  var notice: String? { requests.notice ?? greeting }

  /// The view is shown, or shown otherwise.
  func show(_ focus: LiveFocus) throws {
    self.focus = focus
    // The previous connection ends first: a view that lost the focus must not count as having it, whatever comes.
    news = nil
    let client = try context.connector().connect()
    greeting = client.welcome.notices.last ?? greeting
    try client.begin(ShowLive(view: view, isFront: focus == .gained, isOpen: focus == .gained || focus == .unknown))
    news = client
  }

  func hide() {
    news = nil
    pictures.hide()
  }

  func reappear() throws { try show(.unknown) }

  func handle(_ key: Key) throws {
    if key == .attributes(showsSixel: true), context.mayShowSixel {
      context = context.showingSixel
      pictures.restart()
    }
    var focus = focus
    focus.handle(key, wasOpened: context.environment[TerminalArguments.openedVariable] != nil)
    if focus != self.focus { try show(focus) }
  }

  func consumeEvents() throws -> Bool {
    guard let news else { return false }
    var hasChanged = false
    repeat {
      switch try news.nextEvent() {
      case .changed: hasChanged = true
      case .stopping: throw Failure.agentEnded
      case .locked, .tasks, .unknown, nil: break
      }
    } while news.hasMoreEvents
    // Another account: begin anew, for it may have no inbox.
    guard try news.hasEnded() else { return hasChanged }
    try show(focus)
    return true
  }

  func run<Request: AgentRequest>(_ request: Request) throws -> Request.Reply { try requests.run(request) }

  func picture(of item: LiveTarget) throws -> PictureOrWords {
    let shape = context.pictureShapeAboveText
    let transfer = PictureTransfer(ofItem: item.number, item.identity, fetch: requests.run)
    switch try transfer.shown(in: shape) {
    case .drawn(let text, let row):
      return .picture(
        LivePicture(drawing: text, rows: shape?.rowCount(of: row) ?? 1, columns: shape?.columns ?? 1))
    case .words(let words): return .words(words)
    }
  }
}

extension Failure {
  /// What a person is told who looks at a view whose agent has ended, by `vault agent stop` for example: that is no fault.
  static let agentEnded = Failure(
    .unavailable, "The agent has ended, and this view with it.",
    hint: "The next command starts it again, and so does vault agent start.")

  /// Says it of a connection that was closed, which says no more.
  var inLiveView: Failure { self == .agentGone ? .agentEnded : self }
}
