public import AgentAPI

/// Leads to what is asked for from outside, by links and by actions that any program of the session may call.
///
/// Whoever asks faster than it can be shown has the last place shown, and of failures only one in a while is told: else a program could
/// keep the agent busy, and have notices that matter wait behind its own.
@MainActor
public final class PlaceGuide {
  private let show: @MainActor (WindowPlace) async throws(Failure) -> Void
  private let failed: @MainActor (Failure) -> Void
  private let now: @MainActor () -> ContinuousClock.Instant
  private var waiting: WindowPlace?
  private var isShowing = false
  private var lastTold: ContinuousClock.Instant?

  /// How long after a failure no other one is told.
  public static let quietTime = Duration.seconds(10)

  /// Whether there is an agent that can be asked; what is asked for before waits.
  public var isConnected = false {
    didSet { if isConnected { showWaiting() } }
  }

  /// Makes one.
  ///
  /// - Parameters:
  ///   - show: shows a place, and does nothing else.
  ///   - failed: told why something is not shown.
  public init(
    now: @escaping @MainActor () -> ContinuousClock.Instant = { .now },
    show: @escaping @MainActor (WindowPlace) async throws(Failure) -> Void,
    failed: @escaping @MainActor (Failure) -> Void
  ) {
    (self.now, self.show, self.failed) = (now, show, failed)
  }

  /// Shows what a link names.
  public func open(_ link: String) {
    guard let place = WindowPlace(link: link) else { return tell(PlaceFailure.refused) }
    lead(to: place)
  }

  /// Shows a place.
  public func lead(to place: WindowPlace) {
    waiting = place
    showWaiting()
  }

  private func showWaiting() {
    guard isConnected, !isShowing, waiting != nil else { return }
    isShowing = true
    Task { [weak self] in await self?.work() }
  }

  private func work() async {
    defer { isShowing = false }
    while isConnected, let place = waiting {
      waiting = nil
      do throws(Failure) { try await show(place) } catch { tell(error) }
    }
  }

  private func tell(_ failure: Failure) {
    let now = now()
    if let lastTold, lastTold.duration(to: now) < Self.quietTime { return }
    lastTold = now
    failed(failure)
  }
}
