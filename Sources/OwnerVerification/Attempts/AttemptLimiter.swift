internal import FoundationEssentials

/// Decides whether a PIN may be tried. Pure: records and moments in, decisions and records out.
///
/// Five tries are free, then the waits grow. At ten the PIN slot closes until the recovery code opens; without a recovery
/// slot it never closes, and the waits stop growing at 24 hours. Nothing is ever destroyed.
public struct AttemptLimiter: Sendable {
  /// What to do about a PIN that somebody wants to try.
  public enum Decision: Equatable, Sendable {
    /// Store the record durably, then try: the attempt is already counted in it.
    case allowed(AttemptRecord)
    /// Too early.
    case wait(seconds: Int)
    /// Only the recovery code opens now.
    case closed
  }

  /// The tries that cost no wait.
  public static let freeAttempts: UInt32 = 5
  /// The tries after which the PIN slot closes where there is a recovery slot.
  public static let closingAttempts: UInt32 = 10
  /// The longest wait, in seconds.
  public static let longestWaitSeconds: UInt32 = 86_400

  /// Makes a limiter.
  public init() {}

  /// The wait after a number of wrong PINs, in seconds.
  public func waitSeconds(afterFailures failures: UInt32) -> UInt32 {
    let waits: [UInt32] = [30, 60, 300, 900, 3600, 7200, 14_400, 28_800, 57_600]
    guard failures >= Self.freeAttempts else { return 0 }
    let index = Int(failures - Self.freeAttempts)
    return index < waits.count ? waits[index] : Self.longestWaitSeconds
  }

  /// Whether a PIN may be tried at `instant`.
  public func begin(_ record: AttemptRecord, at instant: BootInstant, hasRecoverySlot: Bool) -> Decision {
    if isClosed(record, hasRecoverySlot: hasRecoverySlot) { return .closed }
    let remaining = remainingSeconds(record, at: instant)
    if remaining > 0 { return .wait(seconds: remaining) }
    var next = record
    next.advance()
    next.failures = record.failures == .max ? .max : record.failures + 1
    next.wait = wait(seconds: waitSeconds(afterFailures: next.failures), from: instant)
    return .allowed(next)
  }

  /// The record after the owner was verified, by PIN or by recovery code.
  public func verified(_ record: AttemptRecord) -> AttemptRecord {
    var next = AttemptRecord()
    next.generation = record.generation
    next.advance()
    return next
  }

  /// The record to go on from when every copy of the true one is missing or damaged: as if all tries were used up. The recovery
  /// code opens; without one the longest wait begins.
  ///
  /// It is later than whatever was written before, so that no file of then outranks it: than what is found, and, where nothing is, by
  /// the clock.
  ///
  /// - Parameter found: the highest generation in any place. Others can write it: it raises this one to half of what there is, once.
  public func distrusting(at instant: BootInstant, after found: UInt64 = 0) -> AttemptRecord {
    let seconds = UInt64(clamping: Int64(exactly: instant.wall.timeIntervalSince1970.rounded()) ?? 0)
    var record = AttemptRecord()
    record.generation = max(min(found, .max / 2), min(seconds, UInt64(UInt32.max)) << 24)
    record.advance()
    record.failures = Self.closingAttempts + 10
    record.wait = wait(seconds: Self.longestWaitSeconds, from: instant)
    return record
  }

  /// The record with a wait of another boot begun anew, in full: how much of it has passed is only the wall clock's word, and the
  /// new boot's own age says nothing about a wait that its agent has not seen.
  public func resumed(_ record: AttemptRecord, at instant: BootInstant) -> AttemptRecord {
    guard record.wait.seconds > 0, record.wait.bootID != instant.bootID.bytes else { return record }
    var next = record
    next.advance()
    next.wait = wait(seconds: Self.length(of: record.wait), from: instant)
    return next
  }

  /// The record with the wait that `advice` would have, where that is longer, once, and with its tries as far as they are free. A
  /// record that proves nothing, for others can write it, closes no slot; but one that is newer than all other places may be the
  /// only one that was not put back.
  public func advised(_ record: AttemptRecord, by advice: AttemptRecord, at instant: BootInstant) -> AttemptRecord {
    let seconds = max(Self.length(of: advice.wait), waitSeconds(afterFailures: advice.failures))
    let failures = max(record.failures, min(advice.failures, Self.freeAttempts))
    let isLonger = !record.isAdvised && Int(seconds) > remainingSeconds(record, at: instant)
    guard isLonger || failures > record.failures else { return record }
    var next = record
    next.advance()
    next.failures = failures
    if isLonger {
      next.isAdvised = true
      next.wait = wait(seconds: seconds, from: instant)
    } else if waitSeconds(afterFailures: failures) > remainingSeconds(record, at: instant) {
      next.wait = wait(seconds: waitSeconds(afterFailures: failures), from: instant)
    }
    return next
  }

  /// Whether only the recovery code opens.
  public func isClosed(_ record: AttemptRecord, hasRecoverySlot: Bool) -> Bool {
    hasRecoverySlot && record.failures >= Self.closingAttempts
  }

  /// The whole seconds left to wait, 0 when none; at most the wait's own length, whatever the clocks and the record say.
  public func remainingSeconds(_ record: AttemptRecord, at instant: BootInstant) -> Int {
    let length = Int64(Self.length(of: record.wait)) * 1000
    guard record.wait.bootID == instant.bootID.bytes else { return Int(length / 1000) }
    let (left, overflow) = record.wait.endMilliseconds.subtractingReportingOverflow(instant.sinceBootMilliseconds)
    return Int((overflow ? length : min(length, max(0, left)) + 999) / 1000)
  }

  private static func length(of wait: AttemptRecord.Wait) -> UInt32 { min(wait.seconds, longestWaitSeconds) }

  private func wait(seconds: UInt32, from instant: BootInstant) -> AttemptRecord.Wait {
    guard seconds > 0 else { return .none }
    let (end, overflow) = instant.sinceBootMilliseconds.addingReportingOverflow(Int64(seconds) * 1000)
    return AttemptRecord.Wait(
      seconds: seconds, bootID: instant.bootID.bytes, endMilliseconds: overflow ? .max : end,
      beganAt: Int64(exactly: instant.wall.timeIntervalSince1970.rounded()) ?? 0)
  }
}
