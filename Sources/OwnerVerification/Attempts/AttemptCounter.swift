/// Counts attempts: what the places of the record come to, and what is to be written into them before a PIN is tried.
///
/// Once it has a record, no place lowers or raises it: the running agent alone writes them, and what it finds changed there others
/// have changed. Whoever holds the counter lets one caller at a time use it.
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
  private var isUnsettled = false
  private let limiter = AttemptLimiter()

  /// Counts from what the places hold.
  public init() {}

  /// Takes in what the places hold; the credential store counts only as long as there is no record.
  ///
  /// - Parameters:
  ///   - found: the findings; a place that was not looked at is left out.
  ///   - isFormerRefused: whether something else notes that this vault has the present form, so that the former one, or none at
  ///     all, is tampering.
  ///   - instant: now.
  /// - Returns: what the owner should know. Places that hold another record than ``record`` are to be written anew.
  public mutating func settle(
    _ found: [AttemptRecordLocation: AttemptFinding], isFormerRefused: Bool, at instant: BootInstant
  ) -> [AttemptAnomaly] {
    var remarks: [AttemptAnomaly]
    let settled: AttemptRecord
    if let record {
      settled = record
      remarks = isUnsettled ? [] : Self.differing(from: record, in: found)
    } else {
      (settled, remarks) = firstLook(found, isFormerRefused: isFormerRefused, at: instant)
    }
    record = limiter.resumed(settled, at: instant)
    return remarks
  }

  /// Asks to try a PIN. A record must be settled.
  public mutating func begin(at instant: BootInstant, hasRecoverySlot: Bool) -> Permission {
    guard let record else { return .wait(seconds: Int(AttemptLimiter.longestWaitSeconds)) }
    switch limiter.begin(record, at: instant, hasRecoverySlot: hasRecoverySlot) {
    case .allowed(let next):
      self.record = next
      isUnsettled = false
      return .allowed(next)
    case .wait(let seconds): return .wait(seconds: seconds)
    case .closed: return .closed
    }
  }

  /// Tells that a try could not be written down and so was not made.
  ///
  /// - Parameter former: the record before ``begin(at:hasRecoverySlot:)``.
  public mutating func wasNotTried(_ former: AttemptRecord?) {
    guard let former, var next = record else { return }
    next.failures = former.failures
    next.wait = former.wait
    record = next
    isUnsettled = true
  }

  /// Tells that the owner was verified, by PIN or recovery code: the count begins anew, whatever the places hold.
  ///
  /// - Parameter found: what they hold, where no record is settled yet.
  /// - Returns: the record for every place.
  public mutating func verified(_ found: [AttemptRecordLocation: AttemptFinding] = [:]) -> AttemptRecord {
    let next = limiter.verified(record ?? Self.latest(in: found) ?? AttemptRecord())
    record = next
    isUnsettled = false
    return next
  }

  /// Takes it that no PIN was ever set: the record of a new owner, unless there is one already.
  ///
  /// - Returns: the record for every place.
  public mutating func began(_ found: [AttemptRecordLocation: AttemptFinding]) -> AttemptRecord {
    let next = record ?? Self.latest(in: found) ?? limiter.verified(AttemptRecord())
    record = next
    return next
  }

  /// How it stands now. A record must be settled.
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
    _ found: [AttemptRecordLocation: AttemptFinding], isFormerRefused: Bool, at instant: BootInstant
  ) -> (AttemptRecord, [AttemptAnomaly]) {
    guard let latest = Self.latest(in: found) else {
      let hasNote = found[.taskDatabase] ?? .missing != .missing || found.values.contains { $0.record != nil }
      if !isFormerRefused, !hasNote, let former = Self.former(in: found) { return (former, []) }
      let highest = found.values.compactMap(\.record?.generation).max() ?? 0
      return (limiter.distrusting(at: instant, after: highest), [.distrusting])
    }
    // Beside key slots of the former form, that is what its places hold while the first record of this form is written.
    let found = isFormerRefused ? found : found.filter { !$0.value.isOfFormerForm }
    var remarks = Self.differing(from: latest, in: found).filter { $0 != .mended(.credentialStore) }
    guard let stored = found[.credentialStore], stored != .record(latest) else { return (latest, remarks) }
    guard let advice = stored.record, advice.outranks(latest) else {
      return (latest, remarks + Self.differing(from: latest, in: [.credentialStore: stored]))
    }
    let advised = limiter.advised(latest, by: advice, at: instant)
    remarks.append(advised == latest ? .mended(.credentialStore) : .advised)
    return (advised, remarks)
  }

  /// What the former form comes to: nothing anywhere is a PIN that was never tried; all three of its places agree, but for one write
  /// that was interrupted; anything else proves nothing.
  private static func former(in found: [AttemptRecordLocation: AttemptFinding]) -> AttemptRecord? {
    let places = [AttemptRecordLocation.dataDirectory, .stateDirectory, .credentialStore].map { found[$0] ?? .missing }
    if places.allSatisfy({ $0 == .missing }) { return AttemptRecord() }
    let records = places.compactMap { if case .former(let record) = $0 { record } else { nil } }
    guard records.count == places.count, let latest = records.max(by: { $1.outranks($0) }) else { return nil }
    return records.allSatisfy({ latest.generation - $0.generation <= 1 }) ? latest : nil
  }

  /// The places that do not hold the record. One that is a single write behind, or holds the record that was being written, is
  /// what an interrupted write leaves; it is mended without a word.
  private static func differing(
    from record: AttemptRecord, in found: [AttemptRecordLocation: AttemptFinding]
  ) -> [AttemptAnomaly] {
    AttemptRecordLocation.allCases.compactMap { place in
      guard let finding = found[place], finding != .record(record) else { return nil }
      if let other = finding.record, record.generation.subtractingReportingOverflow(other.generation) == (1, false) {
        return nil
      }
      return .mended(place)
    }
  }
}
