internal import AgentAPI
internal import LinuxSystem
internal import Localization
internal import SecretMemory

/// One request's way to the person at the client: questions, secrets to show, progress.
protocol Conversation: Sendable {
  /// Who connected: read from the system when the connection was made.
  var client: ProcessIdentity { get }
  /// The connection's number, one of its own as long as the agent runs: a client without a terminal is known by it.
  var number: UInt64 { get }
  /// Whether the connection has ended.
  var hasEnded: Bool { get }
  /// Whether a person sits there to be asked.
  var isInteractive: Bool { get }

  /// Asks; nil when the person declined or did not answer in the prompt's time.
  ///
  /// - Parameter count: the ``lockCount`` after which a lock ends the question, for what waits with a key in its hands;
  ///   nil where a lock concerns nothing.
  /// - Throws: ``Failure`` when the client has gone, or the vault was locked.
  func ask(_ prompt: Prompt, unlessLockedSince count: UInt64?) async throws(Failure) -> SharedSecret?

  /// How many locks this client has been told of; compare with it what must not be shown after one.
  var lockCount: UInt64 { get }

  /// Sends a secret to be shown, unless the vault was locked since `count` was read.
  func show(_ secret: SharedSecret, as notice: SecretNotice, unlessLockedSince count: UInt64) async throws(Failure)

  /// Sends the next part of a document, at most ``AgentProtocol/maximumPartByteCount`` of it, and waits until it has gone.
  ///
  /// - Parameter count: the ``lockCount`` after which nothing more is sent; nil where a lock concerns nothing.
  /// - Throws: ``Failure`` when the client has gone, or the vault was locked.
  func send(_ part: String, unlessLockedSince count: UInt64?) async throws(Failure)

  /// Sends an event, and waits until it has gone, so that those that come faster than they are taken can be drawn together.
  ///
  /// - Throws: ``Failure`` when the client has gone.
  func notify(_ event: Event) async throws(Failure)

  /// Tells how far a long request is; never fails, the next real message will.
  func report(_ progress: Progress)
}

extension Conversation {
  /// Sends a secret that no lock concerns.
  func show(_ secret: SharedSecret, as notice: SecretNotice) async throws(Failure) {
    try await show(secret, as: notice, unlessLockedSince: lockCount)
  }

  /// Asks a question that no lock concerns.
  func ask(_ prompt: Prompt) async throws(Failure) -> SharedSecret? {
    try await ask(prompt, unlessLockedSince: nil)
  }

  /// Asks, and fails as refused when nobody answers.
  func answer(to prompt: Prompt, unlessLockedSince count: UInt64? = nil) async throws(Failure) -> SharedSecret {
    if let answer = try await ask(prompt, unlessLockedSince: count) { return answer }
    throw .unanswered(prompt)
  }

  /// Shows a message that needs no answer.
  func notify(
    _ text: LocalizedText, kind: Prompt.Kind = .information, unlessLockedSince count: UInt64? = nil
  ) async throws(Failure) {
    _ = try await ask(Prompt(kind, text: text), unlessLockedSince: count)
  }
}

extension Failure {
  /// A lock came first.
  static let lockedMeanwhile = Failure(.refused, "The vault was locked in the meantime.", hint: "Try again.")

  /// Nobody answered a prompt.
  static func unanswered(_ prompt: Prompt) -> Failure {
    var failure = Failure(
      .refused, "This needs an answer to \u{201C}\(prompt.$text)\u{201D}, and there was none.",
      hint: prompt.kind.remedy)
    if !prompt.kind.isOfVerification { failure.logged = "This needs an answer, and there was none." }
    return failure
  }
}

extension Prompt.Kind {
  /// Whether it asks who the owner is, in words that name no task.
  fileprivate var isOfVerification: Bool {
    switch self {
    case .pin, .newPIN, .pinOrRecoveryCode, .recoveryCode, .recoveryCodeConfirmation: true
    default: false
    }
  }

  /// What to do when nobody answered a prompt of this kind.
  fileprivate var remedy: LocalizedText {
    switch self {
    case .pin, .newPIN, .pinOrRecoveryCode, .recoveryCode, .recoveryCodeConfirmation:
      "Run the command at a terminal, or give the answer with --pin-stdin."
    case .email, .password: "Run vault login at a terminal, or give --email and --password-stdin."
    case .protectedText: "Type the text at a terminal, or pipe it in with -."
    default: "Run the command at a terminal."
    }
  }
}
