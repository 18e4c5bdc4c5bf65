internal import AgentAPI
internal import LinuxSystem
internal import Localization
internal import SecretMemory
internal import Terminal
internal import VaultClient

/// The person's side of a conversation with the agent: prepared answers first, then prompts at the terminal.
struct TerminalConversation: AgentConversation {
  let context: CommandContext
  let answers: PreparedAnswers
  /// The last protected text that arrived; the command shows it once the request has succeeded.
  private(set) var revealed: SharedSecret?
  /// What the revealed text belongs to.
  private(set) var notice: SecretNotice?
  /// Whether the vault was locked since the request began.
  private(set) var wasLocked = false
  private var given: Set<PreparedAnswers.Slot> = []
  private var unanswered: Prompt.Kind?
  /// Whether the person dismissed a question.
  private var wasDismissed = false
  /// An error that is not printed yet: where nobody answers the next question, it is the result, and is printed once.
  private var lastError: String?
  private var recoveryCode: SharedSecret?
  private var progressLine: ProgressLine
  /// Whether the agent has an answer to look at, and nothing has come of it yet.
  private var hasAnswered = false
  /// Whether a part of what was asked for is there.
  private var hasOutput = false

  init(context: CommandContext, answers: PreparedAnswers) {
    self.context = context
    self.answers = answers
    progressLine = ProgressLine(output: context.errors)
  }

  /// Runs a request. Where a question could not be put to anybody, the failure says which and how to answer it.
  mutating func run<Request: AgentRequest>(
    _ request: Request, with client: AgentClient
  ) throws(Failure) -> Request.Reply {
    do throws(Failure) {
      let reply = try client.send(request, &self)
      progressLine.end()
      do { try printLastError() } catch { throw Failure(error) }
      return reply
    } catch {
      progressLine.end()
      if wasDismissed, error.code == .refused { throw Failure(.refused, "Cancelled; nothing was changed.") }
      if lastError == error.message { throw error }
      do { try printLastError() } catch { throw Failure(error) }
      guard let unanswered, error.code == .refused else { throw error }
      throw Self.nobodyToAsk(unanswered)
    }
  }

  private mutating func printLastError() throws(TerminalError) {
    guard let text = lastError else { return }
    lastError = nil
    try context.errors.line(Escaping.escaped(text))
  }

  mutating func answer(_ prompt: Prompt, from client: AgentClient) throws(Failure) -> SecretBytes? {
    progressLine.end()
    let deadline = Deadline.after(seconds: Double(max(1, prompt.deadlineSeconds)))
    do throws(TerminalError) {
      switch prompt.kind {
      case .unknown: return nil
      case .information:
        try context.errors.line(Escaping.escaped(prompt.text))
        return try Self.empty()
      case .error:
        try printLastError()
        lastError = prompt.text
        return try Self.empty()
      case .filePart: return try nextPart()
      case .recoveryCodeConfirmation where answers.readsInput: return try typedBack()
      default: return try ask(prompt, deadline)
      }
    } catch {
      if error == .timedOut { return nil }
      throw Failure(error)
    }
  }

  mutating func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice, from client: AgentClient)
    throws(Failure)
  {
    progressLine.end()
    hasAnswered = false
    let shared = SharedSecret(secret)
    switch notice.kind {
    case .protectedText, .oneTimeCode: (revealed, self.notice) = (shared, notice)
    case .recoveryCode:
      recoveryCode = shared
      do throws(TerminalError) {
        try RecoveryCodeDisplay(context: context, isPlain: answers.readsInput).show(shared, client)
      } catch { throw Failure(error) }
    case .unknown: break
    }
  }

  mutating func progress(_ progress: Progress) { progressLine.show(progress) }

  mutating func pause() {
    // Output may stand in the middle of a line, or another program shows it on this terminal.
    if !hasOutput { progressLine.show(hasAnswered ? "Checking…" : "Waiting…") }
  }

  /// Handles each part of a document that was asked for.
  var onPart: (String) throws(TerminalError) -> Void = { _ in }

  mutating func part(_ text: String) throws(Failure) {
    progressLine.end()
    hasOutput = true
    do { try onPart(text) } catch { throw Failure(error) }
  }

  /// What is left to send of a file that goes to the agent in parts; nil where there is none.
  var file: ArraySlice<UInt8>?

  private mutating func nextPart() throws(TerminalError) -> SecretBytes? {
    guard let rest = file else { return nil }
    let part = rest.prefix(AgentProtocol.maximumSecretByteCount)
    file = rest.dropFirst(part.count)
    do { return try SecretBytes(Array(part)) } catch { throw .system(error) }
  }

  /// Handles each page of tasks that were asked for.
  var onPage: (TaskPage) throws -> Void = { _ in }

  mutating func event(_ event: Event) throws(Failure) {
    switch event {
    case .locked:
      wasLocked = true
      revealed = nil
    case .tasks(let page):
      progressLine.end()
      hasOutput = true
      do { try onPage(page) } catch { throw Self.failure(error) }
    case .changed, .stopping, .unknown: return
    }
  }

  private static func failure(_ error: any Error) -> Failure {
    switch error {
    case let error as Failure: error
    case let error as TerminalError: Failure(error)
    default: Failure(.internal, "A task can't be written: \(String(describing: error))")
    }
  }

  private mutating func ask(_ prompt: Prompt, _ deadline: Deadline) throws(TerminalError) -> SecretBytes? {
    hasAnswered = true
    // What an option gave is not given again to whoever wants to edit it.
    if prompt.draft == nil, let slot = answers.slot(for: prompt.kind) {
      guard given.insert(slot).inserted else { return nil }
      return try answers.read(slot, from: 0, deadline: deadline)
    }
    guard TerminalDevice.isAvailable else {
      unanswered = prompt.kind
      return nil
    }
    try printLastError()
    let answer = try PersonPrompt(device: TerminalDevice(), prompt: prompt, deadline: deadline).ask()
    if answer == nil { wasDismissed = true }
    return answer
  }

  /// Without a person the code is not typed back but was written to the output.
  private func typedBack() throws(TerminalError) -> SecretBytes? {
    do throws(SystemError) { return try recoveryCode?.bytes.copy() } catch { throw .system(error) }
  }

  private static func empty() throws(TerminalError) -> SecretBytes {
    do { return try SecretBytes(count: 0) } catch { throw .system(error) }
  }

  private static func nobodyToAsk(_ kind: Prompt.Kind) -> Failure {
    let what = PersonPrompt.name(of: kind)
    let option = PreparedAnswers.option(for: kind).map { ", or give \($0)" } ?? ""
    return Failure(
      .refused, "\(what) is needed, and there is no terminal to ask at.", hint: "Run it at a terminal\(option).")
  }
}
