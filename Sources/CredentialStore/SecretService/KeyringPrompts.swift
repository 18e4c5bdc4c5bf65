internal import Synchronization

/// Whether the keyring's own prompt waits for the person, for all who wait with it: nothing of the keyring's is read meanwhile.
public final class KeyringPrompts: Sendable {
  private struct State {
    var isOpen = false
    var lastNumber: UInt64 = 0
    var listeners: [UInt64: @Sendable (_ isOpen: Bool) -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Whom to tell when a prompt opens and closes; at once where one is open. They wait for nothing: they are told in order, under the lock.
  ///
  /// - Returns: what ``forget(_:)`` takes.
  public func tell(_ listener: @escaping @Sendable (_ isOpen: Bool) -> Void) -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = listener
      if state.isOpen { listener(true) }
      return state.lastNumber
    }
  }

  /// Tells somebody nothing more.
  public func forget(_ number: UInt64) { state.withLock { $0.listeners[number] = nil } }

  /// A prompt is open from now on.
  func open() { set(true) }

  /// It is not any more, however it ended.
  func close() { set(false) }

  private func set(_ isOpen: Bool) {
    state.withLock { state in
      state.isOpen = isOpen
      for listener in state.listeners.values { listener(isOpen) }
    }
  }
}
