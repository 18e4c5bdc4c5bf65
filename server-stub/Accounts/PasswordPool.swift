internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization

/// Threads of their own for password hashes: each hash takes tens of MiB and a good part of a second, so only a few run
/// at once, only a few more wait, and the rest is told to come back. A flood of logins can't take the memory, nor the
/// threads that answer everybody else, nor the places of devices that logged in before.
final class PasswordPool: Service {
  /// There is no room left to wait.
  struct Full: Error {}

  /// Whose hash it is.
  enum Lane: Sendable { case strangers, knownDevices }

  private let strangers: Places
  private let knownDevices: Places

  /// - Parameters:
  ///   - threadCount: how many hashes run at once; one more is for devices that logged in before.
  ///   - waitingCount: how many more may wait, of each kind.
  init(threadCount: Int = 2, waitingCount: Int = 32) {
    strangers = Places(threadCount: threadCount, waitingCount: waitingCount)
    knownDevices = Places(threadCount: 1, waitingCount: max(0, waitingCount))
  }

  /// Runs `work` on one of the threads.
  ///
  /// - Throws: ``Full``, or what `work` throws.
  func run<Result: Sendable>(
    _ lane: Lane = .strangers, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await (lane == .strangers ? strangers : knownDevices).run(work)
  }

  /// Waits for the end of the service it belongs to, then for the hashes at work.
  func run() async throws {
    try? await gracefulShutdown()
    try await strangers.shutDown()
    try await knownDevices.shutDown()
  }
}

/// Some threads, and places to wait for them.
private final class Places: Sendable {
  private let threads: NIOThreadPool
  private let capacity: Int
  private let state = Mutex(State())

  private struct State {
    var isStarted = false
    var admitted = 0
  }

  init(threadCount: Int, waitingCount: Int) {
    threads = NIOThreadPool(numberOfThreads: threadCount)
    capacity = threadCount + waitingCount
  }

  func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try admit()
    defer { state.withLock { $0.admitted -= 1 } }
    return try await threads.runIfActive(work)
  }

  /// Takes a place; the threads start with the first.
  private func admit() throws(PasswordPool.Full) {
    let isAdmitted = state.withLock { state in
      guard state.admitted < capacity else { return false }
      state.admitted += 1
      if !state.isStarted { threads.start() }
      state.isStarted = true
      return true
    }
    guard isAdmitted else { throw PasswordPool.Full() }
  }

  func shutDown() async throws { try await threads.shutdownGracefully() }
}
