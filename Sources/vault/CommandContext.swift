internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// What a command works with: the environment, the standard streams, and the way to the agent.
struct CommandContext {
  let environment: [String: String]
  let output: OutputStream
  let errors: OutputStream
  /// What tells how the terminal shows pictures where the environment does not; nil where that was not asked.
  var pictureEnvironment: [String: String]?

  /// The context of this process.
  static func live() -> CommandContext {
    let environment = ProcessInfo.processInfo.environment
    return CommandContext(
      environment: environment, output: OutputStream(descriptor: 1, environment: environment),
      errors: OutputStream(descriptor: 2, environment: environment))
  }

  /// Sends one request and sees it through.
  ///
  /// - Parameter answers: what the options give in place of prompts.
  func run<Request: AgentRequest>(
    _ request: Request, answers: PreparedAnswers = PreparedAnswers()
  ) throws -> Request.Reply {
    let client = try connect(answers, onlyLocks: Request.traits.contains(.locks), asking: request)
    var conversation = TerminalConversation(context: self, answers: answers)
    return try conversation.run(request, with: client)
  }

  /// Sends a request whose reply is a message, and prints the message.
  func finish(_ request: some AgentRequest<Acknowledgement>, answers: PreparedAnswers = PreparedAnswers()) throws {
    let message = try run(request, answers: answers).message
    if !message.isEmpty { try output.line(Escaping.escaped(message)) }
  }

  /// Connects to the agent, starting it where needed, and passes its notices on.
  ///
  /// - Parameter request: what the caller asks next; it may be under way already when this returns.
  func connect(
    _ answers: PreparedAnswers, onlyLocks: Bool = false, asking request: (some AgentRequest)? = ShowStatus?.none
  ) throws -> AgentClient {
    let connector = try connector(answers, onlyLocks: onlyLocks)
    let client = if let request { try connector.connect(asking: request) } else { try connector.connect() }
    if client.replacedOlderAgent {
      try errors.line("vault: An older agent was replaced. The vault is locked; the PIN is needed again.")
    }
    try report(client.welcome)
    return client
  }

  /// Passes on what an agent says of itself.
  func report(_ welcome: Welcome) throws {
    for notice in welcome.notices { try errors.line("vault: \(Escaping.line(notice))") }
    try reportForeignEnvironment(of: welcome)
  }

  /// Says what the agent was started with that is not this session's own: it may have been started by another program.
  private func reportForeignEnvironment(of welcome: Welcome) throws {
    guard let agent = welcome.surroundings else { return }
    let own = LaunchEnvironment(ofThisProcess: try VaultPaths(environment: environment))
    for difference in own.differences(of: agent) {
      try errors.line("vault: The agent was started with \(Escaping.line(difference)).")
      try errors.line("  If that was not you: vault agent stop.")
    }
  }

  /// The way to the agent.
  ///
  /// - Parameter onlyLocks: whether the command does nothing but lock the vault or end the agent.
  func connector(
    _ answers: PreparedAnswers = PreparedAnswers(), onlyLocks: Bool = false
  ) throws -> AgentConnector {
    AgentConnector(
      paths: try VaultPaths(environment: environment), environment: environment,
      isInteractive: answers.readsInput || TerminalDevice.isAvailable, onlyLocks: onlyLocks)
  }

  /// An absolute path for one given relative to the working directory: the agent works in another.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Whether the locale writes UTF-8, so that a lock can be drawn.
  var writesUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
  }
}
