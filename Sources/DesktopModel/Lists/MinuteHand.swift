public import FoundationEssentials

/// Has times move on that are said by how long ago they are: once a minute, and only while somebody looks at them, so that a window that
/// nobody looks at sleeps.
@MainActor
public final class MinuteHand {
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Double) async throws -> Void
  private let moved: @MainActor () -> Void
  private var work: Task<Void, Never>?

  /// Makes one that rests.
  ///
  /// - Parameters:
  ///   - sleep: waits for so many seconds.
  ///   - moved: called whenever a minute has begun.
  public init(
    now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
    moved: @escaping @MainActor () -> Void
  ) {
    (self.now, self.sleep, self.moved) = (now, sleep, moved)
  }

  deinit { work?.cancel() }

  /// Whether somebody looks. Whoever begins to is shown what has passed meanwhile at once.
  public var isSeen = false {
    didSet {
      guard isSeen != oldValue else { return }
      work?.cancel()
      work = nil
      guard isSeen else { return }
      moved()
      work = Task { [weak self, now, sleep] in
        while !Task.isCancelled {
          // A moment more: what is a minute old then is told as such.
          let seconds = 60 - now().timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
          do { try await sleep(max(1, seconds)) } catch { return }
          guard !Task.isCancelled, let self else { return }
          moved()
        }
      }
    }
  }
}
