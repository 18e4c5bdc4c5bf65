internal import Synchronization

/// Something that happens once, and that tasks may wait for.
public final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Makes one that has not happened.
  public init() {}

  /// It happens; once more changes nothing.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(returning: true) }
  }

  /// Waits at most `duration`.
  ///
  /// - Returns: whether it has happened.
  public func wait(within duration: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let ticket: Int? = state.withLock { state in
        if state.isOpen { return nil }
        state.next += 1
        state.waiting[state.next] = continuation
        return state.next
      }
      guard let ticket else { return continuation.resume(returning: true) }
      Task.detached { [self] in
        // Nobody cancels this task; the sleep ends by itself.
        try await Task.sleep(for: duration)
        state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume(returning: false)
      }
    }
  }
}
