internal import Glibc

/// A point on the monotonic clock after which a wait gives up. The clock counts suspended time too, so that a deadline
/// set before a sleep has passed after it.
public struct Deadline: Comparable, Sendable {
  private let nanoseconds: UInt64

  private init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// The point `seconds` from now; nothing waits longer than about 292 years.
  public static func after(seconds: Double) -> Deadline {
    let span = max(0, min(seconds, 9e9)) * 1e9
    return Deadline(nanoseconds: now.nanoseconds + UInt64(span))
  }

  /// No deadline: only for the agent, which waits for the next request of a client that may stay for hours.
  public static let none = Deadline(nanoseconds: .max)

  /// The present moment.
  public static var now: Deadline {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Deadline(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  /// Whether it lies in the past.
  public var hasPassed: Bool { self <= Self.now }

  /// The rest as `poll(2)` takes it: whole milliseconds, rounded up; -1 for ``none``; 0 once passed.
  public var pollTimeout: Int32 {
    guard self != .none else { return -1 }
    let now = Self.now.nanoseconds
    guard nanoseconds > now else { return 0 }
    return Int32(clamping: (nanoseconds - now + 999_999) / 1_000_000)
  }

  /// Whether the first comes earlier.
  public static func < (left: Deadline, right: Deadline) -> Bool { left.nanoseconds < right.nanoseconds }
}
