/// The streams that tell that something changed. Not thread-safe: it lives in a store's actor.
struct TaskObservers {
  private var observers: [Int: AsyncStream<Void>.Continuation] = [:]
  private var next = 0

  /// Whether nobody listens.
  var isEmpty: Bool { observers.isEmpty }

  /// Adds a listener.
  ///
  /// - Parameter onEnd: called with the listener's number when it stops listening.
  /// - Returns: a signal for every change, those in between drawn together.
  mutating func add(onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = next
    next += 1
    continuation.onTermination = { _ in onEnd(number) }
    observers[number] = continuation
    return stream
  }

  /// Removes a listener.
  mutating func remove(_ number: Int) { observers.removeValue(forKey: number) }

  /// Tells all listeners that something changed.
  func signal() { for continuation in observers.values { continuation.yield() } }

  /// Ends all streams.
  mutating func end() {
    for continuation in observers.values { continuation.finish() }
    observers = [:]
  }
}
