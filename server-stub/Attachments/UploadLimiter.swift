internal import Synchronization

/// Bounds how many pictures arrive at once, of all senders and of each: so many are held in memory.
final class UploadLimiter: Sendable {
  /// Of one sender, so that nobody occupies all places.
  static let each = 2

  private let total: Int
  private let present = Mutex<[PushSender: Int]>([:])

  /// - Parameter total: of all senders; each takes at most 5 MiB of memory.
  init(total: Int) { self.total = total }

  /// Begins an upload while there is a permit.
  ///
  /// - Throws: ``APIFailure`` with 503 and the seconds to wait when there is none.
  func withPermit(_ sender: PushSender, _ body: () async throws -> [UInt8]) async throws -> [UInt8] {
    guard acquire(sender) else { throw APIFailure.overloaded.closing }
    defer { release(sender) }
    return try await body()
  }

  private func acquire(_ sender: PushSender) -> Bool {
    present.withLock { present in
      guard present[sender, default: 0] < Self.each, present.values.reduce(0, +) < total else { return false }
      present[sender, default: 0] += 1
      return true
    }
  }

  private func release(_ sender: PushSender) {
    present.withLock { present in
      let left = present[sender, default: 1] - 1
      present[sender] = left > 0 ? left : nil
    }
  }
}
