internal import AgentAPI
internal import Dispatch
internal import Foundation
internal import Localization
internal import Synchronization

/// Work on a file that a client named, on a thread of its own: a file system may never answer, and the threads that all requests share, of
/// which there are as many as processors, must go on locking the vault.
enum FileExecutor {
  /// The seconds after which a file counts as one that does not answer. Its thread is left to its wait.
  static let seconds = 60.0
  /// So many may wait at once, those that were given up among them.
  static let maximumCount = 8

  private static let underWay = Atomic<Int>(0)

  /// Does the work.
  ///
  /// - Parameters:
  ///   - path: the file, for what is said of it.
  ///   - failure: what a person is told of what the work throws.
  /// - Throws: ``Failure``, also when too many wait already, or the file does not answer in time.
  static func value<Value: Sendable, Problem: Error>(
    of path: String, within seconds: Double = seconds, _ work: @escaping @Sendable () throws(Problem) -> Value,
    failing failure: (Problem) -> Failure
  ) async throws(Failure) -> Value {
    guard underWay.add(1, ordering: .relaxed).newValue <= maximumCount else {
      underWay.subtract(1, ordering: .relaxed)
      throw Failure(.tryLater, "Too many files are waited for that do not answer.", hint: "Try again later.")
    }
    let answer: Result<Value, Problem>? = await withCheckedContinuation { continuation in
      let first = First(continuation)
      Thread.detachNewThread {
        let result = Result(catching: work)
        // Before the answer: whoever has it may ask for the next file.
        underWay.subtract(1, ordering: .relaxed)
        first.resume(result)
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { first.resume(nil) }
    }
    switch answer {
    case .success(let value): return value
    case .failure(let problem): throw failure(problem)
    case nil: throw Failure(.unavailable, "\(path) does not answer.", hint: "Take a file on another disk.")
    }
  }

  /// A continuation that the first of several resumes.
  private final class First<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, Never>?>

    init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = Mutex(continuation) }

    func resume(_ value: sending Value) {
      let taken = continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      taken?.resume(returning: value)
    }
  }
}
