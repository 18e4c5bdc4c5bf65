internal import Hummingbird
internal import Synchronization

/// Bounds how many requests of one sender that change something are worked on at once; the others wait in a queue of that sender's own.
///
/// The storage writes one thing after the other, and a request goes on when its connection is gone: without this, whoever sends
/// many and waits for none puts everybody else behind all of theirs.
final class WriteLimiter: Sendable {
  /// The most requests of one sender at once.
  static let each = 128
  /// The most that wait for those.
  static let waitingEach = 256

  private struct Queue {
    var count = 0
    var waiting: [CheckedContinuation<Bool, Never>] = []

    /// - Returns: whether there is a permit.
    mutating func acquire() -> Bool {
      guard count < WriteLimiter.each else { return false }
      count += 1
      return true
    }
  }

  private let queues = Mutex<[PushSender: Queue]>([:])

  /// Does the work when its sender's turn has come; the work's argument says whether it had to wait.
  ///
  /// - Throws: ``APIFailure`` with 503 and the seconds to wait when too many wait already.
  func withPermit(_ sender: PushSender, _ work: (_ hasWaited: Bool) async throws -> Response) async throws -> Response {
    let hasWaited = !acquire(sender)
    if hasWaited {
      guard await withCheckedContinuation({ wait(sender, $0) }) else { throw APIFailure.overloaded.closing }
    }
    defer { release(sender) }
    return try await work(hasWaited)
  }

  /// - Returns: whether there is a permit at once.
  private func acquire(_ sender: PushSender) -> Bool {
    queues.withLock { $0[sender, default: Queue()].acquire() }
  }

  private func wait(_ sender: PushSender, _ continuation: CheckedContinuation<Bool, Never>) {
    let isIn: Bool? = queues.withLock { queues in
      // One may have left meanwhile.
      if queues[sender, default: Queue()].acquire() { return true }
      guard queues[sender, default: Queue()].waiting.count < Self.waitingEach else { return false }
      queues[sender, default: Queue()].waiting.append(continuation)
      return nil
    }
    if let isIn { continuation.resume(returning: isIn) }
  }

  private func release(_ sender: PushSender) {
    let next: CheckedContinuation<Bool, Never>? = queues.withLock { queues in
      guard var queue = queues[sender] else { return nil }
      if !queue.waiting.isEmpty {
        let next = queue.waiting.removeFirst()
        queues[sender] = queue
        return next
      }
      queue.count -= 1
      queues[sender] = queue.count > 0 ? queue : nil
      return nil
    }
    next?.resume(returning: true)
  }
}
