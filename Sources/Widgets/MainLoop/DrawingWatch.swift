#if Desktop
internal import CAdwaita
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Ends the program where it can't draw for three seconds while it lives: what is to be hidden would stay on the screen for as long as another program keeps it busy.
///
/// GLib serves everything that waits before it draws, and a program may be sent more than it can serve, for instance over the bus of accessibility.
/// With the program its windows go, and its memory.
nonisolated final class DrawingWatch: Sendable {
  /// How often it looks, and how many looks may find the main loop without a moment for drawing.
  private static let (interval, patience) = (DispatchTimeInterval.milliseconds(500), 6)

  private struct State {
    /// How many texts are on the screen.
    var count = 0
    /// Looks since the main loop was asked for a moment; nil where it has had one.
    var waited: Int?
    var timer: (any DispatchSourceTimer)?
  }

  private static let state = Mutex(State())
  private static let queue = DispatchQueue(label: "vault.drawing", qos: .userInitiated)

  init() { Self.begin() }

  deinit {
    // Not before what is without the text is drawn.
    g_idle_add_full(
      MainQueue.afterDrawing,
      { _ in
        DrawingWatch.end()
        return 0  // once
      }, nil, nil)
  }

  private static func begin() {
    state.withLock { state in
      state.count += 1
      guard state.timer == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + interval, repeating: interval)
      timer.setEventHandler { look() }
      timer.activate()
      state.timer = timer
    }
  }

  private static func end() {
    state.withLock { state in
      state.count -= 1
      guard state.count == 0 else { return }
      state.timer?.cancel()
      (state.timer, state.waited) = (nil, nil)
    }
  }

  private static func look() {
    let waited = state.withLock { state -> Int in
      guard state.timer != nil else { return 1 }
      state.waited = state.waited.map { $0 + 1 } ?? 0
      return state.waited ?? 0
    }
    // Looks and not seconds: a program that was stopped must not end as it goes on.
    if waited >= patience { leave() }
    guard waited == 0 else { return }
    g_idle_add_full(
      MainQueue.afterDrawing,
      { _ in
        DrawingWatch.state.withLock { $0.waited = nil }
        return 0  // once
      }, nil, nil)
  }

  private static func leave() -> Never {
    let words: StaticString =
      "vault-desktop: other programs kept the window too busy to hide a protected text, so it has ended\n"
    _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
    _exit(75)
  }
}
#endif
