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

  /// Puts a text there that the agent has sent.
  ///
  /// - Parameter isOpen: asked once a lock would be heard of: what was hidden, or locked, before is not offered.
  /// - Throws: why there is no clipboard.
  public func offer(
    _ text: SharedSecret, while isOpen: @escaping @MainActor @Sendable () -> Bool
  ) async throws(Failure) {
    try await run { (client, copy) throws(Failure) in
      let isStill = DispatchQueue.main.sync { MainActor.assumeIsolated { isOpen() } }
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
