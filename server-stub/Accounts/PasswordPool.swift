internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization

/// Threads of their own for password hashes: each hash takes tens of MiB and a good part of a second, so only a few run
/// at once, only a few more wait, and the rest is told to come back. A flood of logins can't take the memory, nor the
/// threads that answer everybody else.
final class PasswordPool: Service {
  /// There is no room left to wait.
  struct Full: Error {}

  private let threads: NIOThreadPool
  private let capacity: Int
  private let state = Mutex(State())

  private struct State {
    var isStarted = false
    var admitted = 0
  }

  /// - Parameters:
  ///   - threadCount: how many hashes run at once.
  ///   - waitingCount: how many more may wait.
  init(threadCount: Int = 2, waitingCount: Int = 32) {
    threads = NIOThreadPool(numberOfThreads: threadCount)
    capacity = threadCount + waitingCount
  }

  /// Runs `work` on one of the threads.
  ///
  /// - Throws: ``Full``, or what `work` throws.
  func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try admit()
    defer { state.withLock { $0.admitted -= 1 } }
    return try await threads.runIfActive(work)
  }

  /// Takes a place; the threads start with the first.
  private func admit() throws(Full) {
    let isAdmitted = state.withLock { state in
      guard state.admitted < capacity else { return false }
      state.admitted += 1
      if !state.isStarted { threads.start() }
      state.isStarted = true
      return true
    }
    guard isAdmitted else { throw Full() }
  }

  /// Waits for the end of the service it belongs to, then for the hash at work.
  func run() async throws {
    try? await gracefulShutdown()
    try await threads.shutdownGracefully()
  }
}
