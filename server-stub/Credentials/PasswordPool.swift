internal import FoundationEssentials
internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization

/// Threads of their own for password hashes: each hash takes tens of MiB and a good part of a second, so only a few run
/// at once, only a few more wait, and the rest is asked to come back. A flood of logins can't take the memory, nor the
/// threads that answer everybody else, nor the places of devices that logged in before; and of those no account can take
/// more than its share, so that no user of the server can lock out the others.
final class PasswordPool: Service {
  /// There is no room left to wait, or none for that account.
  struct QueueFull: Error {}

  /// Who asks for a hash.
  enum ClientClass: Sendable {
    case strangers
    /// Devices of one account.
    case knownDevices(of: UUID)
  }

  /// The most places of known devices that one account has: one at work, or waiting for it, and one that follows.
  static let each = 2

  private let strangers: BoundedThreadPool
  private let knownDevices: BoundedThreadPool

  /// - Parameters:
  ///   - threadCount: how many hashes run at once; one more is for devices that logged in before.
  ///   - waitingCount: how many more may wait, of each kind.
  init(threadCount: Int = 2, waitingCount: Int = 32) {
    strangers = BoundedThreadPool(threadCount: threadCount, waitingCount: waitingCount)
    knownDevices = BoundedThreadPool(threadCount: 1, waitingCount: max(0, waitingCount))
  }

  /// Runs `work` on one of the threads.
  ///
  /// - Throws: ``QueueFull``, or what `work` throws.
  func run<Result: Sendable>(
    _ client: ClientClass = .strangers, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    switch client {
    case .strangers: try await strangers.run(of: nil, work)
    case .knownDevices(let account): try await knownDevices.run(of: account, work)
    }
  }

  /// Waits for the end of the service it belongs to, then for the hashes at work.
  func run() async throws {
    try? await gracefulShutdown()
    try await strangers.shutDown()
    try await knownDevices.shutDown()
  }
}

/// Some threads, and places to wait for them.
private final class BoundedThreadPool: Sendable {
  private let threads: NIOThreadPool
  private let capacity: Int
  private let state = Mutex(State())

  private struct State {
    var isStarted = false
    var admitted = 0
    /// Of them those of each account.
    var shares: [UUID: Int] = [:]
  }

  init(threadCount: Int, waitingCount: Int) {
    threads = NIOThreadPool(numberOfThreads: threadCount)
    capacity = threadCount + waitingCount
  }

  /// - Parameter account: whose share of the places it uses; nil where there are no shares.
  func run<Result: Sendable>(
    of account: UUID?, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try admit(account)
    defer { release(account) }
    return try await threads.runIfActive(work)
  }

  /// Occupies a place; the threads start with the first.
  private func admit(_ account: UUID?) throws(PasswordPool.QueueFull) {
    let isAdmitted = state.withLock { state in
      guard state.admitted < capacity else { return false }
      if let account {
        guard state.shares[account, default: 0] < PasswordPool.each else { return false }
        state.shares[account, default: 0] += 1
      }
      state.admitted += 1
      if !state.isStarted { threads.start() }
      state.isStarted = true
      return true
    }
    guard isAdmitted else { throw PasswordPool.QueueFull() }
  }

  private func release(_ account: UUID?) {
    state.withLock { state in
      state.admitted -= 1
      guard let account else { return }
      let left = state.shares[account, default: 1] - 1
      state.shares[account] = left > 0 ? left : nil
    }
  }

  func shutDown() async throws { try await threads.shutdownGracefully() }
}
