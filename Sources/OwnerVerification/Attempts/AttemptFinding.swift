/// What one place of the attempt record holds.
public enum AttemptFinding: Equatable, Sendable {
  /// Nothing.
  case missing
  /// Something that is no record of this device, or can't be read.
  case garbage
  /// A record in the legacy format.
  case legacy(AttemptRecord)
  /// A record.
  case record(AttemptRecord)

  /// The record in the present format.
  var record: AttemptRecord? {
    guard case .record(let record) = self else { return nil }
    return record
  }

  /// Whether a vault of the legacy format may hold it.
  var isLegacy: Bool {
    switch self {
    case .missing, .legacy: true
    case .garbage, .record: false
    }
  }

  /// The one of two findings in copies of one place that counts.
  func stronger(_ other: AttemptFinding) -> AttemptFinding {
    switch (self, other) {
    case (.record(let one), .record(let two)): one.outranks(two) ? self : other
    case (.legacy(let one), .legacy(let two)): one.outranks(two) ? self : other
    default: rank >= other.rank ? self : other
    }
  }

  private var rank: Int {
    switch self {
    case .missing: 0
    case .garbage: 1
    case .legacy: 2
    case .record: 3
    }
  }
}

/// Where the attempt record is stored. Only the credential store can be written by other programs than the user's own.
public enum AttemptRecordLocation: String, CaseIterable, Sendable {
  /// The files `attempts` in the data directory.
  case dataDirectory
  /// The files `attempts` in the state directory.
  case stateDirectory
  /// A note in the task database.
  case taskDatabase
  /// A record in the credential store.
  case credentialStore
}

/// What was found out about the places, to be reported to the owner.
public enum AttemptAnomaly: Equatable, Sendable {
  /// A place held nothing, garbage, or an older record; it is repaired from the others.
  case repaired(AttemptRecordLocation)
  /// The credential store has a later record than all others: its wait counts.
  case advised
  /// No place holds the record: all tries count as used up.
  case distrusting
}
