/// What one place holds in which the attempt record is kept.
public enum AttemptFinding: Equatable, Sendable {
  /// Nothing.
  case missing
  /// Something that is no record of this device, or can't be read.
  case garbage
  /// A record in the former form.
  case former(AttemptRecord)
  /// A record.
  case record(AttemptRecord)

  /// The record in the present form.
  var record: AttemptRecord? {
    guard case .record(let record) = self else { return nil }
    return record
  }

  /// Whether a vault of the former form may hold it.
  var isOfFormerForm: Bool {
    switch self {
    case .missing, .former: true
    case .garbage, .record: false
    }
  }

  /// The one of two findings in copies of one place that counts.
  func stronger(_ other: AttemptFinding) -> AttemptFinding {
    switch (self, other) {
    case (.record(let one), .record(let two)): one.outranks(two) ? self : other
    case (.former(let one), .former(let two)): one.outranks(two) ? self : other
    default: rank >= other.rank ? self : other
    }
  }

  private var rank: Int {
    switch self {
    case .missing: 0
    case .garbage: 1
    case .former: 2
    case .record: 3
    }
  }
}

/// Where the attempt record is kept. Only the credential store can be written by other programs than the user's own.
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

/// What was found out about the places, to be told to the owner.
public enum AttemptAnomaly: Equatable, Sendable {
  /// A place held nothing, garbage, or an older record; it is mended from the others.
  case mended(AttemptRecordLocation)
  /// The credential store has a later record than all others: its wait counts.
  case advised
  /// No place holds the record: all tries count as used up.
  case distrusting
}
