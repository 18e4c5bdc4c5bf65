/// The streams that signal that something changed. Not thread-safe: it lives in the store's actor.
struct InboxObservers {
  private var observers: [Int: (owner: InboxOwner, signals: AsyncStream<Void>.Continuation)] = [:]
  private var next = 0

  /// Adds a listener.
  ///
  /// - Parameter onEnd: called with the listener's number when it stops listening.
  /// - Returns: a signal for every change of the owner's inbox, several in a row coalesced.
  mutating func add(_ owner: InboxOwner, onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = next
    next += 1
    continuation.onTermination = { _ in onEnd(number) }
    observers[number] = (owner, continuation)
    return stream
  }

  /// Removes a listener.
  mutating func remove(_ number: Int) { observers.removeValue(forKey: number) }

  /// Notifies an owner's observers that something changed.
  func signal(_ owner: InboxOwner) {
    for observer in observers.values where observer.owner == owner { observer.signals.yield() }
  }

  /// Ends all streams.
  mutating func end() {
    for observer in observers.values { observer.signals.finish() }
    observers = [:]
  }
}
