internal import VaultModel

/// The streams that tell how queries' results change. Not thread-safe: it lives in a store's actor.
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

extension TaskReading {
  /// Reads the query at once and again at every signal, and tells the difference.
  func updates(of query: TaskQuery, at signals: AsyncStream<Void>) -> AsyncStream<TaskListUpdate> {
    AsyncStream { continuation in
      let reader = Task {
        var shown: [TodoTask] = []
        var isFirst = true
        func tell() async throws(TaskStoreError) {
          let found = try await tasks(query)
          let update = TaskListUpdate(from: shown, to: found)
          shown = found
          if isFirst || !update.steps.isEmpty { continuation.yield(update) }
          isFirst = false
        }
        do throws(TaskStoreError) {
          try await tell()
          for await _ in signals { try await tell() }
        } catch {}  // the stream's end says that it can't be read
        continuation.finish()
      }
      continuation.onTermination = { _ in reader.cancel() }
    }
  }
}
