internal import Dispatch
internal import SecretMemory
internal import Synchronization

/// The place where a route waits for the answer to its one open prompt, with a deadline.
final class PendingAnswer: Sendable {
  /// How a wait ended.
  enum Outcome: Sendable {
    case answered(SharedSecret)
    case declined, timedOut, disconnected, locked
  }

  private struct State {
    var continuation: CheckedContinuation<Outcome, Never>?
    var number: UInt64 = 0
    var endsAtLock = false
    var isDisconnected = false
  }
  private let state = Mutex(State())

  /// Whether a prompt is open, so that an answer frame is expected.
  var isWaiting: Bool { state.withLock { $0.continuation != nil } }

  /// Sends the question with `ask`, which gets its number, and waits for its outcome, `deadlineSeconds` at most, and not
  /// beyond a lock where `endsAtLock` says so.
  func wait(deadlineSeconds: Int, endsAtLock: Bool = false, ask: (_ number: UInt64) -> Void) async -> Outcome {
    await withCheckedContinuation { continuation in
      let number: UInt64? = state.withLock { state in
        guard !state.isDisconnected else { return nil }
        state.continuation = continuation
        state.number += 1
        state.endsAtLock = endsAtLock
        return state.number
      }
      guard let number else { return continuation.resume(returning: .disconnected) }
      ask(number)
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(deadlineSeconds)) { [weak self] in
        self?.resolve(.timedOut, number: number)
      }
    }
  }

  /// Ends the open wait if it is one that a lock ends.
  func lock() {
    let number: UInt64? = state.withLock { $0.endsAtLock ? $0.number : nil }
    if let number { resolve(.locked, number: number) }
  }

  /// Ends the open wait and every later one.
  func disconnect() {
    state.withLock { $0.isDisconnected = true }
    removeContinuation()?.resume(returning: .disconnected)
  }

  /// Ends the wait of this number, if it is the open one: an answer that comes too late never meets the next question.
  func resolve(_ outcome: Outcome, number: UInt64) {
    removeContinuation(number)?.resume(returning: outcome)
  }

  private func removeContinuation(_ number: UInt64? = nil) -> CheckedContinuation<Outcome, Never>? {
    state.withLock { state in
      guard number == nil || number == state.number else { return nil }
      defer { state.continuation = nil }
      return state.continuation
    }
  }
}
