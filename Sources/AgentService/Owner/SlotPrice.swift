internal import Sealing

/// What opening a new key slot costs whoever guesses, and the owner once per unlock.
enum SlotPrice: Sendable, Equatable {
  /// About a second on this machine, and at least the standard.
  case calibrated
  /// Always the same.
  case fixed(Argon2id.Parameters)

  /// The parameters of a new slot; takes a moment to measure.
  func parameters(targetSeconds: Double) throws(SealingError) -> Argon2id.Parameters {
    switch self {
    case .calibrated: try Argon2id.calibrated(targetSeconds: targetSeconds, clock: ContinuousClock())
    case .fixed(let parameters): parameters
    }
  }
}
