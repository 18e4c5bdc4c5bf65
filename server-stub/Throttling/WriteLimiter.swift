internal import Hummingbird
internal import Synchronization

/// Bounds how many requests of one sender that change something are worked on at once; the others wait in a row of that sender's own.
///
/// The storage writes one thing after the other, and a request goes on when its connection is gone: without this, whoever sends
/// many and waits for none puts everybody else behind all of theirs.
final class WriteLimiter: Sendable {
  /// The most requests of one sender at once.
  static let each = 128
  /// The most that wait for those.
  static let waitingEach = 256

  private struct Row {
    var count = 0
    var waiting: [CheckedContinuation<Bool, Never>] = []

    /// - Returns: whether there is a place.
    mutating func enter() -> Bool {
      guard count < WriteLimiter.each else { return false }
      count += 1
      return true
    }
  }

  private let rows = Mutex<[PushSender: Row]>([:])

  /// Does the work when its sender's turn has come, and tells it whether that had to wait.
  ///
  /// - Throws: ``APIFailure`` with 503 and the seconds to wait when too many wait already.
  func pass(_ sender: PushSender, _ work: (_ hasWaited: Bool) async throws -> Response) async throws -> Response {
    let hasWaited = !enter(sender)
    if hasWaited {
      guard await withCheckedContinuation({ wait(sender, $0) }) else { throw APIFailure.overloaded.closing }
    }
    defer { leave(sender) }
    return try await work(hasWaited)
  }

  /// - Returns: whether there is a place at once.
  private func enter(_ sender: PushSender) -> Bool {
    rows.withLock { $0[sender, default: Row()].enter() }
  }

  private func wait(_ sender: PushSender, _ continuation: CheckedContinuation<Bool, Never>) {
    let isIn: Bool? = rows.withLock { rows in
      // One may have left meanwhile.
      if rows[sender, default: Row()].enter() { return true }
      guard rows[sender, default: Row()].waiting.count < Self.waitingEach else { return false }
      rows[sender, default: Row()].waiting.append(continuation)
      return nil
    }
    if let isIn { continuation.resume(returning: isIn) }
  }

  private func leave(_ sender: PushSender) {
    let next: CheckedContinuation<Bool, Never>? = rows.withLock { rows in
      guard var row = rows[sender] else { return nil }
      if !row.waiting.isEmpty {
        let next = row.waiting.removeFirst()
        rows[sender] = row
        return next
      }
      row.count -= 1
      rows[sender] = row.count > 0 ? row : nil
      return nil
    }
    next?.resume(returning: true)
  }
}
