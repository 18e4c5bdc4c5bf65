internal import Synchronization

/// Whether the keyring's own prompt waits for the person, for all who wait with it: nothing of the keyring's is read meanwhile.
public final class KeyringPrompts: Sendable {
  private struct State {
    var isOpen = false
    var lastNumber: UInt64 = 0
    var listeners: [UInt64: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Whom to tell of prompts; at once where one is open.
  ///
  /// - Returns: what ``forget(_:)`` takes.
  public func tell(_ listener: @escaping @Sendable () -> Void) -> UInt64 {
    let (number, isOpen) = state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = listener
      return (state.lastNumber, state.isOpen)
    }
    if isOpen { listener() }
    return number
  }

  /// Tells somebody nothing more.
  public func forget(_ number: UInt64) { state.withLock { $0.listeners[number] = nil } }

  /// A prompt is open from now on.
  func open() {
    let listeners = state.withLock { state in
      state.isOpen = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener() }
  }

  /// It is not any more, however it ended.
  func close() { state.withLock { $0.isOpen = false } }
}
