internal import AgentAPI
internal import Localization
internal import OwnerVerification
internal import SecretMemory

/// Has the person type back a recovery code that they were just shown, so that it is known to stand on paper.
///
/// They may try as often as they need: the code was made within this request and shown to the same client, so that nothing can be guessed here. What is bounded
/// is the time, since a new vault's private half waits in memory meanwhile.
struct TypedBackCode: Sendable {
  /// The code that was shown.
  let code: SharedSecret

  /// How long one question waits, and all of them together, in seconds.
  static let seconds = (question: 600, all: 1800)

  /// Asks until the code is right.
  ///
  /// - Throws: ``AgentAPI/Failure`` where the person declines, the time is up, or the vault was locked since `locks` was read.
  func ask(
    _ conversation: any Conversation, unlessLockedSince locks: UInt64,
    now: @Sendable () -> ContinuousClock.Instant = { .now }
  ) async throws(Failure) {
    let end = now() + .seconds(Self.seconds.all)
    while case let left = Int((end - now()).components.seconds), left > 0 {
      let prompt = Prompt(
        .recoveryCodeConfirmation, text: "Type the recovery code back",
        deadlineSeconds: min(Self.seconds.question, left))
      let typed = try await conversation.answer(to: prompt, unlessLockedSince: locks)
      if isSame(as: typed) { return }
      try await conversation.notify("That is not the code that was shown.", kind: .error, unlessLockedSince: locks)
    }
    throw Failure(
      .refused, "The recovery code was not typed back; nothing was changed.",
      hint: "Run the command again, and write the code down.")
  }

  private func isSame(as typed: SharedSecret) -> Bool {
    do throws(OwnerVerificationError) {
      let first = try RecoveryCode(parsing: code.bytes)
      let second = try RecoveryCode(parsing: typed.bytes)
      return first.isEqual(to: second)
    } catch { return false }
  }
}
