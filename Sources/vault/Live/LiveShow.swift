internal import AgentAPI
internal import Glibc
internal import Terminal

/// Shows live views at the person's terminal, and leads back to the first screen whenever that is needed.
struct LiveShow {
  let context: CommandContext

  /// Shows a list until the person leaves it.
  func run(_ source: some LiveSource) throws {
    try checkTerminal()
    let agent = try LiveAgent(type(of: source).view, context)
    var list = try LiveList(source, agent, style: context.output.style)
    try show(&list, agent) { list in
      guard let (key, number) = list.question else { return false }
      do { try list.answered(try source.ask(key, on: number, in: context)) } catch let failure as Failure {
        try list.answered(failure.message)
      }
      return true
    }
  }

  /// Shows a view until it leaves.
  ///
  /// - Parameter mayGoOn: called when the view has left the second screen; does what has to be done on the first one, and says
  ///   whether the view goes on.
  func show<View: LiveView>(
    _ view: inout View, _ agent: LiveAgent, mayGoOn: (inout View) throws -> Bool = { _ in false }
  ) throws {
    let screen = try LiveScreen(at: TerminalDevice(), term: context.environment["TERM"])
    while true {
      let end = try screen.run(&view)
      agent.hide()
      switch end {
      case .terminalClosed: return
      case .signal(let number):
        SignalCourse.take(number)
        guard number == SIGTSTP else { return }
      case .left: guard try mayGoOn(&view) else { return }
      }
      try agent.show(.unknown)
    }
  }

  /// - Throws: ``Failure`` with what to do where there is no terminal.
  func checkTerminal(instead: String = "Use --json to read it in a script.") throws {
    guard context.output.isTerminal, TerminalDevice.isAvailable else {
      throw Failure(.usage, "There is no terminal to show it on.", hint: instead)
    }
    let term = context.environment["TERM"] ?? ""
    guard RevealScreen.isSupported(term: term) else {
      throw Failure(.usage, "The terminal (TERM=\(term)) has no second screen to show it on.", hint: instead)
    }
  }
}
