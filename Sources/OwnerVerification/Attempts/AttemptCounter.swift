/// Counts attempts durably, before they are made. One at a time: whoever holds it serialises the calls.
public struct AttemptCounter: Sendable {
  /// Whether a PIN may be tried now.
  public enum Permission: Equatable, Sendable {
    /// It is counted and on disk: try. `exported` is the record for a third place, to be stored there before the try.
    case allowed(exported: [UInt8])
    /// Too early.
    case wait(seconds: Int)
    /// Only the recovery code opens now.
    case closed
  }

  /// How it stands, without trying.
  public struct Status: Equatable, Sendable {
    /// The PINs tried since the last right one.
    public let failures: Int
    /// The seconds left to wait.
    public let waitSeconds: Int
    /// Whether only the recovery code opens now.
    public let isClosed: Bool
  }

  private let file: AttemptRecordFile
  private let limiter = AttemptLimiter()

  /// Counts in `file`.
  public init(file: AttemptRecordFile) { self.file = file }

  /// Asks to try a PIN; when it is allowed, the try is already counted on disk, even if the process ends right now.
  ///
  /// - Parameters:
  ///   - moment: now.
  ///   - hasRecoverySlot: whether something else can open the vault, so that the PIN slot may close.
  ///   - imported: what a third place keeps.
  /// - Throws: ``OwnerVerificationError`` when the record can't be read or written; then no PIN may be tried.
  public func begin(
    at moment: Moment, hasRecoverySlot: Bool, importing imported: [[UInt8]] = []
  ) throws(OwnerVerificationError) -> Permission {
    let record = try current(at: moment, importing: imported)
    switch limiter.begin(record, at: moment, hasRecoverySlot: hasRecoverySlot) {
    case .allowed(let next):
      try file.save(next)
      return .allowed(exported: try file.export(next))
    case .wait(let seconds): return .wait(seconds: seconds)
    case .closed: return .closed
    }
  }

  /// Tells that the owner was verified, by PIN or recovery code: the count begins anew.
  ///
  /// - Returns: the record for the third place.
  public func verified(
    at moment: Moment, importing imported: [[UInt8]] = []
  ) throws(OwnerVerificationError) -> [UInt8] {
    let next = limiter.verified(try current(at: moment, importing: imported))
    try file.save(next)
    return try file.export(next)
  }

  /// How it stands now.
  public func status(
    at moment: Moment, hasRecoverySlot: Bool, importing imported: [[UInt8]] = []
  ) throws(OwnerVerificationError) -> Status {
    let record = try current(at: moment, importing: imported)
    return Status(
      failures: Int(record.failures), waitSeconds: limiter.remainingSeconds(record, at: moment),
      isClosed: limiter.isClosed(record, hasRecoverySlot: hasRecoverySlot))
  }

  /// Where every copy is damaged, the distrusting record takes its place, once: the wait must not begin anew each time.
  private func current(
    at moment: Moment, importing imported: [[UInt8]]
  ) throws(OwnerVerificationError) -> AttemptRecord {
    switch try file.load(importing: imported) {
    case .none: return AttemptRecord()
    case .record(let record, _): return record
    case .damaged:
      let record = limiter.distrusting(at: moment)
      try file.save(record)
      return record
    }
  }
}
