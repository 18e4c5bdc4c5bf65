internal import AgentAPI
internal import Dispatch
internal import OwnerVerification

/// Runs what blocks (key derivation, file synchronisation) on a thread of its own, so that the cooperative pool keeps
/// answering. Serial: one verification at a time is also the rule against parallel guessing.
struct BlockingExecutor: Sendable {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  /// Runs `work` after whatever was handed in before it.
  func result<Value: Sendable>(
    of work: @escaping @Sendable () throws(OwnerVerificationError) -> Value
  ) async -> Result<Value, OwnerVerificationError> {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
  }

  /// Runs `work`, and tells what it throws in words for a person.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(OwnerVerificationError) -> Value
  ) async throws(Failure) -> Value {
    try await result(of: work).mapError(\.failure).get()
  }
}
