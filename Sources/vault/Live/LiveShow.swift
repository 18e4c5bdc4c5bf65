internal import AgentAPI
internal import Glibc
internal import Localization
internal import Terminal
internal import VaultModel

/// Shows live views at the person's terminal, and leads back to the main screen whenever that is needed.
struct LiveShow {
  let context: CommandContext

  /// Shows a list until the person leaves it.
  ///
  /// - Parameters:
  ///   - number: the item that is opened at once; nil for the list.
  ///   - choice: the item whose picture is shown at once; nil for the list.
  func run(_ source: some LiveSource, opening number: Int64? = nil, showing choice: PictureChoice? = nil) throws {
    try checkTerminal()
    let agent = try LiveAgent(type(of: source).view, context)
    var list = try LiveList(source, opening: number, showing: choice, agent, style: context.output.style)
    try show(&list, agent)
  }

  /// Shows a list of tasks until the person leaves it.
  ///
  /// - Parameter limit: the most tasks that are shown; nil for as many as a page can have.
  func run(_ filter: FilterLine, by order: TaskQuery.Order, limit: Int?) throws {
    try checkTerminal()
    let connections = TaskConnections(tasks: try LiveTaskAgent(context), inbox: try LiveAgent(.inbox, context))
    var view = try LiveTasks(
      context, connections.tasks, inbox: connections.inbox, filter: filter, by: order, limit: limit)
    try show(&view, connections)
  }

  /// Shows a view until it leaves, and asks on the main screen what it wants to be asked.
  func show(_ view: inout some AskingView, _ connections: some LiveConnections) throws {
    let screen = try LiveScreen(
      at: TerminalDevice(), term: context.environment["TERM"], asksForSixel: context.mayShowSixel)
    defer { tellUnsent(of: view) }
    while true {
      let end: LiveEnd
      do { end = try screen.run(&view) } catch let failure as Failure { throw failure.inLiveView }
      connections.hide()
      switch end {
      case .terminalClosed: return
      case .signal(let number):
        if number != SIGTSTP { tellUnsent(of: view) }
        DefaultSignalAction.raise(number)
        guard number == SIGTSTP else { return }
      case .left:
        guard let question = view.question else { return }
        try view.answered(try answer(to: question))
      }
      try connections.reappear()
    }
  }

  /// A line that nobody has sent outlives the view: the agent may have hung, or ended, while it was typed.
  private func tellUnsent(of view: some AskingView) {
    // Where there is no terminal any more, nobody can be told.
    if let line = view.unsent { try? context.errors.line("Not sent: \(Escaping.line(line))") }
  }

  private func answer(to question: some LiveQuestion) throws -> String {
    do { return try question.ask(in: context) } catch let failure as Failure {
      return failure.message
    }
  }

  /// Whether there is a terminal to show it on.
  var isPossible: Bool { obstacle == nil }

  /// - Throws: ``Failure`` with what to do where there is no terminal.
  func checkTerminal(instead: String = "Use --json to read it in a script.") throws {
    if let obstacle { throw Failure(.usage, verbatim: obstacle, hint: instead) }
  }

  private var obstacle: String? {
    guard context.output.isTerminal, TerminalDevice.isAvailable else { return "There is no terminal to show it on." }
    let term = context.environment["TERM"] ?? ""
    return RevealScreen.isSupported(term: term)
      ? nil : "The terminal (TERM=\(term)) has no alternate screen to show it on."
  }
}
