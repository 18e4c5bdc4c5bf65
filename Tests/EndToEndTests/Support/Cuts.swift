import NetworkTesting
import Synchronization

/// After how many bytes a connection is cut, from a seed.
final class Cuts: Sendable {
  /// Whether any is cut.
  let isCutting = Flag()
  private let random: Mutex<SplitMix>

  init(seed: UInt64) { random = Mutex(SplitMix(state: seed)) }

  /// Of the next connection.
  func next() -> Int {
    guard isCutting.value else { return .max }
    return random.withLock { random in
      // In the middle of a request, in the middle of a stream, or never.
      switch Int.random(in: 0..<8, using: &random) {
      case 0: Int.random(in: 0...2_000, using: &random)
      case 1: Int.random(in: 0...200_000, using: &random)
      default: .max
      }
    }
  }
}
