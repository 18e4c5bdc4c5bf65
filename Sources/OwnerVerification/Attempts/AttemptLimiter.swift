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

  /// Whether a PIN may be tried at `moment`.
  public func begin(_ record: AttemptRecord, at moment: Moment, hasRecoverySlot: Bool) -> Decision {
    if isClosed(record, hasRecoverySlot: hasRecoverySlot) { return .closed }
    let remaining = remainingSeconds(record, at: moment)
    if remaining > 0 { return .wait(seconds: remaining) }
    var next = record
    next.generation += 1
    next.failures = record.failures == .max ? .max : record.failures + 1
    next.wait = wait(seconds: waitSeconds(afterFailures: next.failures), from: moment)
    return .allowed(next)
  }

  /// The record after the owner was verified, by PIN or by recovery code.
  public func verified(_ record: AttemptRecord) -> AttemptRecord {
    var next = AttemptRecord()
    next.generation = record.generation + 1
    return next
  }

  /// The record to go on from when every copy of the true one is damaged: as if all tries were used up. The recovery code
  /// opens; without one the longest wait begins.
  public func distrusting(at moment: Moment) -> AttemptRecord {
    var record = AttemptRecord()
    record.generation = 1
    record.failures = Self.closingAttempts + 10
    record.wait = wait(seconds: Self.longestWaitSeconds, from: moment)
    return record
  }

  /// Whether only the recovery code opens.
  public func isClosed(_ record: AttemptRecord, hasRecoverySlot: Bool) -> Bool {
    hasRecoverySlot && record.failures >= Self.closingAttempts
  }

  /// The whole seconds left to wait, 0 when none; at most the wait's own length, whatever the clocks say.
  ///
  /// A wait that began in an older boot begins anew with this one: how long the machine was off is only the wall clock's
  /// word.
  public func remainingSeconds(_ record: AttemptRecord, at moment: Moment) -> Int {
    let length = Int64(record.wait.seconds) * 1000
    let isSameBoot = record.wait.bootID == moment.bootID.bytes
    let left = (isSameBoot ? record.wait.endMilliseconds : length) - moment.sinceBootMilliseconds
    return Int((min(length, max(0, left)) + 999) / 1000)
  }

  private func wait(seconds: UInt32, from moment: Moment) -> AttemptRecord.Wait {
    guard seconds > 0 else { return .none }
    return AttemptRecord.Wait(
      seconds: seconds, bootID: moment.bootID.bytes,
      endMilliseconds: moment.sinceBootMilliseconds + Int64(seconds) * 1000,
      beganAt: Int64(moment.wall.timeIntervalSince1970))
  }
}
