internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import SecretMemory
internal import Terminal
internal import VaultClient
internal import VaultModel

/// Fetches protected texts one by one and shows each before the next is asked for, so that at most one is decrypted at a time.
struct Revealing {
  /// After how long a text is hidden.
  static let standardTimeoutSeconds = 60.0

  let context: CommandContext
  private let isPlain: Bool
  private let endsWithNUL: Bool
  private let timeoutSeconds: Double
  let answers: PreparedAnswers
  let client: AgentClient

  /// Looks at the terminal first, so that nobody types a PIN for nothing, and connects.
  init(
    context: CommandContext, isPlain: Bool, endsWithNUL: Bool, timeoutSeconds: Double, answers: PreparedAnswers
  ) throws {
    if !isPlain { try Self.checkScreen(context) }
    self.context = context
    self.isPlain = isPlain
    self.endsWithNUL = endsWithNUL
    self.timeoutSeconds = timeoutSeconds
    self.answers = answers
    client = try context.connect(answers)
  }

  private static func checkScreen(_ context: CommandContext) throws {
    guard context.output.isTerminal, TerminalDevice.isAvailable else {
      throw Failure(
        .usage, "There is no terminal to show the text on.", hint: "`--plain` writes it to standard output.")
    }
    let term = context.environment["TERM"]
    guard RevealScreen.isSupported(term: term) else { throw TerminalError.noAlternateScreen(term ?? "") }
  }

  /// Reveals one task.
  ///
  /// - Parameter isFollowed: whether another one is revealed next.
  /// - Returns: whether the next one may follow: not after a lock, a lost focus, a signal or the agent's end.
  func reveal(_ task: String, isFollowed: Bool = false) throws -> Bool {
    try show(task, isFollowed: isFollowed) ?? .key == .key
  }

  /// Reveals one task.
  ///
  /// - Parameter isFollowed: whether another one is revealed next.
  /// - Returns: what hid the text; nil when it was printed.
  func show(_ task: String, isFollowed: Bool = false) throws -> HideReason? {
    var conversation = TerminalConversation(context: context, answers: answers)
    _ = try conversation.run(RevealTexts(task: task, isFollowed: isFollowed), with: client)
    let (secret, row) = try received(conversation)
    return try show(secret, of: row, called: task, timeoutSeconds: timeoutSeconds)
  }

  /// Shows a task's one-time code for as long as it is good.
  func showCode(of task: String) throws {
    var conversation = TerminalConversation(context: context, answers: answers)
    let validity = try conversation.run(ShowCode(task), with: client)
    let (secret, row) = try received(conversation)
    let seconds = validity.seconds.map(Double.init) ?? timeoutSeconds
    let words = validity.seconds.map { ", a code for \($0) s" } ?? ", a code for once"
    _ = try show(secret, of: row, called: task, words, timeoutSeconds: seconds)
    try hint(at: validity, of: task)
  }

  /// Who had no time to type a code is told how to get the next one.
  func hint(at validity: CodeValidity, of task: String) throws {
    if let line = Self.shortness(of: validity) { try context.errors.line("\(line) vault code \(Escaping.line(task))") }
  }

  /// What is said of a code that is good for less time than it takes to type it; nil of one that is good for longer, or for once.
  static func shortness(of validity: CodeValidity) -> String? {
    guard let seconds = validity.seconds, seconds < 5 else { return nil }
    return "That code is good for \(seconds) s only. For the next one:"
  }

  /// What came in a secret frame; nothing where the vault was locked since.
  func received(_ conversation: TerminalConversation) throws -> (SharedSecret, TaskRow?) {
    guard !conversation.wasLocked else {
      throw Failure(.tryLater, "The vault was locked before the text was shown.", hint: "Run the command again.")
    }
    guard let secret = conversation.revealed, let notice = conversation.notice else { throw Failure.unexpectedReply }
    if let row = notice.task { try Self.warn(of: row, in: context) }
    return (secret, notice.task)
  }

  private func show(
    _ secret: SharedSecret, of row: TaskRow?, called task: String, _ words: String = "", timeoutSeconds: Double
  ) throws -> HideReason? {
    if isPlain {
      try printPlainly(secret)
      return nil
    }
    let unconfirmed = row?.unconfirmed.map { ": \(UnconfirmedDescription.text($0))" } ?? ""
    let title = "\(row?.label ?? "Protected task") (\(row?.shortID ?? task))\(words)\(unconfirmed)"
    let display = SecretDisplay(context: context, title: title, timeoutSeconds: timeoutSeconds)
    return try display.show(secret, client)
  }

  /// A protected text that is not shown but worked on.
  static func text(
    of task: TaskRow, in context: CommandContext, _ answers: PreparedAnswers
  ) throws -> SharedSecret {
    let client = try context.connect(answers)
    var conversation = TerminalConversation(context: context, answers: answers)
    _ = try conversation.run(RevealTexts(task: task.id.text), with: client)
    guard let text = conversation.revealed, let notice = conversation.notice else { throw Failure.unexpectedReply }
    if let row = notice.task { try warn(of: row, in: context) }
    return text
  }

  /// Says that a text is not confirmed yet, before it is shown: somebody else may have put it there.
  private static func warn(of row: TaskRow, in context: CommandContext) throws {
    guard let unconfirmed = row.unconfirmed else { return }
    try context.errors.line(Escaping.line("\(row.shortID): \(UnconfirmedDescription.text(unconfirmed))."))
  }

  /// Reveals every protected task in the order of the list.
  func revealAll() throws {
    var filter = TaskFilter(state: .any)
    filter.isProtected = true
    let protected = try TaskPages(context: context).rows(TaskQuery(filter, order: .created)).rows
    if protected.isEmpty { try context.errors.line("There are no protected tasks.") }
    for (index, row) in protected.enumerated() {
      if isPlain, context.output.isTerminal {
        try context.output.line(context.output.style.bold(Escaping.line("\(row.shortID)  \(row.label ?? "")")))
      }
      guard try reveal(row.id.text, isFollowed: index < protected.count - 1) else { return }
    }
  }

  private func printPlainly(_ secret: SharedSecret) throws {
    if context.output.isTerminal {
      try context.output.writeEscaped(secret.bytes)
      try context.output.write("\n")
    } else {
      try context.output.writeExactly(secret.bytes)
      if endsWithNUL { try context.output.write("\0") }
    }
  }
}
