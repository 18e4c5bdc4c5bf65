public import SecretMemory

/// Verifies through PAM that the person at the client is the owner of the account this process runs as: by password,
/// fingerprint, or whatever else the system's administrator put into the service's file.
///
/// The modules run in a child process (``PAMChild``) that is killed at the deadline.
public struct PAMVerifier: Sendable {
  private let configuration: Configuration

  /// Makes a verifier.
  public init(_ configuration: Configuration = Configuration()) { self.configuration = configuration }

  /// Verifies the owner; returns on success only.
  ///
  /// Cancelling the caller's task ends the verification and the child.
  ///
  /// - Parameter conversation: shows each message of the modules, one after the other, and returns the answer to those that
  ///   ask; nil declines and ends the verification. An answer has at most 511 bytes and no NUL byte. Its task is cancelled
  ///   when the verification ends without it.
  /// - Throws: ``PAMError``.
  public func verify(
    conversation: @escaping @Sendable (PAMPrompt) async -> SharedSecret?
  ) async throws(PAMError) {
    let session = try PAMSession(configuration)
    try session.start()
    let outcome = await withTaskCancellationHandler {
      await Self.follow(session, conversation)
    } onCancel: {
      session.cancel()
    }
    try outcome.get()
  }

  /// Serves the prompts until the session ends. A conversation that does not return can't hold this up.
  ///
  /// In a task of its own: iterating in the caller's would stop at its cancellation, before the child is reaped.
  private static func follow(
    _ session: PAMSession, _ conversation: @escaping @Sendable (PAMPrompt) async -> SharedSecret?
  ) async -> Result<Void, PAMError> {
    let events = Task<Result<Void, PAMError>, Never> {
      var current: Task<Void, Never>?
      defer { current?.cancel() }
      for await event in session.events {
        switch event {
        case .prompt(let prompt): current = Task { session.reply(await conversation(prompt)) }
        case .finished(let result): return result
        }
      }
      return .failure(PAMError(.childFailed, "the PAM session ended without a result"))
    }
    return await events.value
  }
}
