/// Counts attempts: resolves what the places of the record hold, and says what is to be written to them before a PIN is tried.
///
/// Once it has a record, no place lowers or raises it: only the running agent writes the places, so that whatever it finds changed
/// there was changed by somebody else. Whoever holds the counter lets one caller at a time use it.
public struct AttemptCounter: Sendable {
  /// Whether a PIN may be tried now.
  public enum Permission: Equatable, Sendable {
    /// It is counted: write this to every place, then try.
    case allowed(AttemptRecord)
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

  /// The record in force; nil before the places were looked at.
  public private(set) var record: AttemptRecord?
  /// Whether the last write failed, so that places may differ without anybody's doing.
  private var lastWriteFailed = false
  private let limiter = AttemptLimiter()

  /// Counts from what the places hold.
  public init() {}

  /// Resolves what the places hold into one record; the credential store counts only as long as there is no record.
  ///
  /// - Parameters:
  ///   - found: the findings; a place that was not looked at is left out.
  ///   - rejectsLegacy: whether something else notes that this vault has the present format, so that the legacy one, or none at
  ///     all, is tampering.
  ///   - instant: now.
  /// - Returns: what the owner should know. Places that hold another record than ``record`` are to be written anew.
  public mutating func resolve(
    _ found: [AttemptRecordLocation: AttemptFinding], rejectsLegacy: Bool, at instant: BootInstant
  ) -> [AttemptAnomaly] {
    var remarks: [AttemptAnomaly]
    let resolved: AttemptRecord
    if let record {
      resolved = record
      remarks = lastWriteFailed ? [] : Self.differing(from: record, in: found)
    } else {
      (resolved, remarks) = firstLook(found, rejectsLegacy: rejectsLegacy, at: instant)
    }
    record = limiter.resumed(resolved, at: instant)
    return remarks
  }

  /// Asks to try a PIN. Call ``resolve(_:rejectsLegacy:at:)`` before.
  public mutating func begin(at instant: BootInstant, hasRecoverySlot: Bool) -> Permission {
    guard let record else { return .wait(seconds: Int(AttemptLimiter.longestWaitSeconds)) }
    switch limiter.begin(record, at: instant, hasRecoverySlot: hasRecoverySlot) {
    case .allowed(let next):
      self.record = next
      lastWriteFailed = false
      return .allowed(next)
    case .wait(let seconds): return .wait(seconds: seconds)
    case .closed: return .closed
    }
  }

  /// Reports that a try could not be written down and so was not made.
  ///
  /// - Parameter previous: the record before ``begin(at:hasRecoverySlot:)``.
  public mutating func revertAttempt(to previous: AttemptRecord?) {
    guard let previous, var next = record else { return }
    next.failures = previous.failures
    next.wait = previous.wait
    record = next
    lastWriteFailed = true
  }

  /// Reports that the owner was verified, by PIN or recovery code: the count begins anew, whatever the places hold.
  ///
  /// - Parameter found: what they hold, where no record is resolved yet.
  /// - Returns: the record for every place.
  public mutating func verified(_ found: [AttemptRecordLocation: AttemptFinding] = [:]) -> AttemptRecord {
    let next = limiter.verified(record ?? Self.latest(in: found) ?? AttemptRecord())
    record = next
    lastWriteFailed = false
    return next
  }

  /// Assumes that no PIN was ever set: the record of a new owner, unless there is one already.
  ///
  /// - Returns: the record for every place.
  public mutating func establish(_ found: [AttemptRecordLocation: AttemptFinding]) -> AttemptRecord {
    let next = record ?? Self.latest(in: found) ?? limiter.verified(AttemptRecord())
    record = next
    return next
  }

  /// How it stands now. Call ``resolve(_:rejectsLegacy:at:)`` before.
  public func status(at instant: BootInstant, hasRecoverySlot: Bool) -> Status {
    let record = record ?? limiter.distrusting(at: instant)
    return Status(
      failures: Int(record.failures), waitSeconds: limiter.remainingSeconds(record, at: instant),
      isClosed: limiter.isClosed(record, hasRecoverySlot: hasRecoverySlot))
  }

  // MARK: The first look

  private static func isTrusted(_ place: AttemptRecordLocation) -> Bool { place != .credentialStore }

  private static func latest(in found: [AttemptRecordLocation: AttemptFinding]) -> AttemptRecord? {
    found.filter { isTrusted($0.key) }.compactMap(\.value.record).reduce(nil) { best, next in
      best.map { next.outranks($0) ? next : $0 } ?? next
    }
  }

  private func firstLook(
    _ found: [AttemptRecordLocation: AttemptFinding], rejectsLegacy: Bool, at instant: BootInstant
  ) -> (AttemptRecord, [AttemptAnomaly]) {
    guard let latest = Self.latest(in: found) else {
      let hasNote = found[.taskDatabase] ?? .missing != .missing || found.values.contains { $0.record != nil }
      if !rejectsLegacy, !hasNote, let legacy = Self.legacy(in: found) { return (legacy, []) }
      let highest = found.values.compactMap(\.record?.generation).max() ?? 0
      return (limiter.distrusting(at: instant, after: highest), [.distrusting])
    }
    // Beside key slots of the legacy format, that is what its places hold while the first record of this format is written.
    let found = rejectsLegacy ? found : found.filter { !$0.value.isLegacy }
    var remarks = Self.differing(from: latest, in: found).filter { $0 != .repaired(.credentialStore) }
    guard let stored = found[.credentialStore], stored != .record(latest) else { return (latest, remarks) }
    guard let advice = stored.record, advice.outranks(latest) else {
      return (latest, remarks + Self.differing(from: latest, in: [.credentialStore: stored]))
    }
    let advised = limiter.advised(latest, by: advice, at: instant)
    remarks.append(advised == latest ? .repaired(.credentialStore) : .advised)
    return (advised, remarks)
  }

  /// What the legacy format comes to: nothing anywhere is a PIN that was never tried; all three of its places agree, but for one write
  /// that was interrupted; anything else proves nothing.
  private static func legacy(in found: [AttemptRecordLocation: AttemptFinding]) -> AttemptRecord? {
    let places = [AttemptRecordLocation.dataDirectory, .stateDirectory, .credentialStore].map { found[$0] ?? .missing }
    if places.allSatisfy({ $0 == .missing }) { return AttemptRecord() }
    let records = places.compactMap { if case .legacy(let record) = $0 { record } else { nil } }
    guard records.count == places.count, let latest = records.max(by: { $1.outranks($0) }) else { return nil }
    return records.allSatisfy({ latest.generation - $0.generation <= 1 }) ? latest : nil
  }

  /// The places that do not hold the record. One that is a single write behind, or holds the record that was being written, is
  /// what an interrupted write leaves; it is repaired without a report.
  private static func differing(
    from record: AttemptRecord, in found: [AttemptRecordLocation: AttemptFinding]
  ) -> [AttemptAnomaly] {
    AttemptRecordLocation.allCases.compactMap { place in
      guard let finding = found[place], finding != .record(record) else { return nil }
      if let other = finding.record, record.generation.subtractingReportingOverflow(other.generation) == (1, false) {
        return nil
      }
      return .repaired(place)
    }
  }
}
