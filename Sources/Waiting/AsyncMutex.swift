internal import Synchronization

/// A lock that is held across suspensions: one at a time, in the order they came.
public final class AsyncMutex: Sendable {
  private struct State {
    var isLocked = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  /// Nobody holds it.
  public init() {}

  /// Waits until nobody else holds it; ``unlock()`` gives it back.
  public func lock() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isLocked else {
          state.isLocked = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Hands it to whoever waits longest.
  public func unlock() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isLocked = false
      return nil
    }
    next?.resume()
  }
}
