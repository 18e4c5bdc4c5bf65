internal import Synchronization

/// The highest generation that this process has seen of one file, in memory: nothing lowers it as long as the store lives, neither
/// a mark that was put back together with the file nor an accepted rollback.
final class SeenGeneration: Sendable {
  private let seen = Mutex<GenerationMark.Value?>(nil)

  /// What was seen; nil before the first look.
  var value: GenerationMark.Value? { seen.withLock { $0 } }

  /// Takes note of a state that has proved itself.
  func raise(to value: GenerationMark.Value) {
    seen.withLock { seen in
      guard seen?.storeID != value.storeID || seen?.generation ?? 0 < value.generation else { return }
      seen = value
    }
  }
}
