internal import AgentAPI
internal import Synchronization

/// Tells every connected client what happened.
final class EventHub: Sendable {
  /// Names one listener until it is removed.
  struct Ticket: Hashable, Sendable { fileprivate let number: UInt64 }

  private struct State {
    var next: UInt64 = 0
    var listeners: [Ticket: @Sendable (Event) -> Void] = [:]
  }
  private let state = Mutex(State())

  /// Has `listener` called for each event, on the thread that publishes it; it must not block.
  func add(_ listener: @escaping @Sendable (Event) -> Void) -> Ticket {
    state.withLock { state in
      let ticket = Ticket(number: state.next)
      state.next += 1
      state.listeners[ticket] = listener
      return ticket
    }
  }

  /// Stops calling the listener of `ticket`.
  func remove(_ ticket: Ticket) { state.withLock { _ = $0.listeners.removeValue(forKey: ticket) } }

  /// Tells all listeners.
  func publish(_ event: Event) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener(event) }
  }
}
