public import AgentAPI
internal import Dispatch
internal import LinuxSystem
internal import Localization
public import SecretMemory

/// Puts protected texts on the desktop's clipboard for a while, for programs that do other things meanwhile. They are shown nowhere; the
/// clipboard is cleared after the time, at a lock, and when the agent ends.
public struct ClipboardCopy: Sendable {
  /// For how many seconds, unless somebody says otherwise.
  public static let standardSeconds = 30

  private let connector: AgentConnector
  private let environment: [String: String]

  /// Makes one.
  ///
  /// - Parameter environment: of this process, which names the display.
  public init(_ connector: AgentConnector, environment: [String: String]) {
    (self.connector, self.environment) = (connector, environment)
  }

  /// Puts a task's text there, after verification.
  ///
  /// - Parameter answer: answers the agent's questions; nil declines one.
  /// - Throws: what the agent says, or why there is no clipboard.
  public func copy(
    _ task: String, answer: @escaping @Sendable (Prompt) async -> SharedSecret?
  ) async throws(Failure) {
    try await run { (client, copy) throws(Failure) in
      var conversation = CopyConversation(answer: answer)
      _ = try client.send(CopyText(task), &conversation)
      guard let text = conversation.text else { throw Failure(.badData, "The agent has sent no text.") }
      try copy.offer(text, client)
    }
  }

  /// Puts a text there that has been revealed already.
  ///
  /// - Parameter isRevealed: asked once a lock would be heard of: what was hidden before is not offered.
  /// - Throws: why there is no clipboard.
  public func offer(
    _ text: SharedSecret, while isRevealed: @escaping @MainActor @Sendable () -> Bool
  ) async throws(Failure) {
    try await run { (client, copy) throws(Failure) in
      let isStill = DispatchQueue.main.sync { MainActor.assumeIsolated { isRevealed() } }
      guard isStill else {
        throw Failure(
          .refused, verbatim: localized("The text was hidden meanwhile."), hint: localized("Reveal it again."))
      }
      try copy.offer(text, client)
    }
  }

  private func offer(_ text: SharedSecret, _ client: AgentClient) throws(Failure) {
    try ClipboardProcess.offer(
      text.bytes, seconds: Self.standardSeconds, sharing: client, environment: environment)
  }

  /// Works with a connection of its own, which the program of the clipboard shares from then on, without holding up the threads that all
  /// tasks share.
  private func run(_ body: @escaping @Sendable (AgentClient, ClipboardCopy) throws(Failure) -> Void)
    async throws(Failure)
  {
    let outcome: Result<Void, Failure> = await withCheckedContinuation { continuation in
      DispatchQueue(label: "vault.clipboard").async {
        continuation.resume(
          returning: Result { () throws(Failure) in
            guard ClipboardProcess.hasDisplay(environment) else {
              throw Failure(
                .unavailable, verbatim: localized("There is no desktop here whose clipboard could be used."))
            }
            try body(try connector.connect(), self)
          })
      }
    }
    return try outcome.get()
  }
}

/// Has somebody answer who is asked elsewhere, and keeps the text that comes.
private struct CopyConversation: AgentConversation {
  let answer: @Sendable (Prompt) async -> SharedSecret?
  var text: SharedSecret?

  func answer(_ prompt: Prompt, from client: AgentClient) throws(Failure) -> SecretBytes? {
    let (slot, answered) = (AnswerSlot(), DispatchSemaphore(value: 0))
    let asking = Task { [answer] in
      slot.answer = await answer(prompt)
      answered.signal()
    }
    // Then the agent waits no longer.
    guard answered.wait(timeout: .now() + .seconds(prompt.deadlineSeconds)) == .success else {
      asking.cancel()
      return nil
    }
    do { return try slot.answer?.bytes.copy() } catch {
      throw Failure(.unavailable, "There is no memory for an answer that nobody else may read: \(error).")
    }
  }

  mutating func receive(
    _ secret: consuming SecretBytes, _ notice: SecretNotice, from client: AgentClient
  ) throws(Failure) { text = SharedSecret(secret) }

  func progress(_ progress: Progress) {}
  func part(_ text: String) throws(Failure) {}
  func event(_ event: Event) throws(Failure) {}
}

/// An answer on its way from one thread to another, which the semaphore beside it hands over; after the deadline nobody reads it.
private final class AnswerSlot: @unchecked Sendable {
  var answer: SharedSecret?
}
