internal import Glibc
internal import Synchronization

/// A file of eight bytes beside a database. Whoever commits a change of what a token opens, in whichever process, leaves others in it: so one read of them
/// says whether anything has ended since.
final class EndingMark: Sendable {
  private static let byteCount = MemoryLayout<UInt64>.size

  private let descriptor: Int32
  private let isNoted = Atomic(false)
  private let isFailing = Atomic(false)

  /// - Parameter path: the file's; it is made with mode 0600 where there is none.
  /// - Returns: nil where it can't be had: then nobody can rely on it.
  init?(path: String) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    // The first one has nothing in it.
    if value == nil { change() }
  }

  deinit { close(descriptor) }

  /// What stands in it now; nil where that can't be read, or did not take a change.
  var value: UInt64? {
    var value: UInt64 = 0
    guard !isFailing.load(ordering: .acquiring), pread(descriptor, &value, Self.byteCount, 0) == Self.byteCount else {
      return nil
    }
    return value
  }

  /// Something ends in the transaction of now.
  func note() { isNoted.store(true, ordering: .relaxed) }

  /// Whether anything was noted, asked at the end of a transaction and before another one begins: what is noted in the next is the next one's. What was
  /// noted in one that came to nothing is taken for noted in the next: that costs others a look, and nothing else.
  func takeNote() -> Bool { isNoted.exchange(false, ordering: .relaxed) }

  /// What was noted is committed: leaves other bytes.
  func change() {
    var value = UInt64.random(in: .min ... .max)
    if pwrite(descriptor, &value, Self.byteCount, 0) != Self.byteCount { isFailing.store(true, ordering: .releasing) }
  }
}
