internal import Sealing

/// What opening a new key slot costs whoever guesses, and the owner once per unlock.
enum KDFCost: Sendable, Equatable {
  /// About a second of one core of this machine, and at least the standard.
  case calibrated
  /// Always the same.
  case fixed(Argon2id.Parameters)

  /// How long a slot that is worth its cost takes one core to open, in seconds.
  static let targetSeconds = 1.0

  /// What a new slot costs, measured; takes a second or two.
  func measured() throws(SealingError) -> Argon2id.Calibration {
    switch self {
    case .calibrated: try Argon2id.calibrated(targetSeconds: Self.targetSeconds)
    case .fixed(let parameters):
      Argon2id.Calibration(parameters: parameters, seconds: try Argon2id.measured(parameters) / .seconds(1))
    }
  }

  /// The parameters, where they need no measuring.
  var fixed: Argon2id.Parameters? { if case .fixed(let parameters) = self { parameters } else { nil } }
}
